"""The games kept at this device: those that go on, how the others have ended, and who has won how soon."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from stormriver.cli.reader import READER
from stormriver.cli.user_data import own_data
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game

FOLDER = "games"
"""The folder of kept games among the user's data."""
SUMMARY = "summary"
"""The key of a kept game's summary beside what restores its session."""
PERSON = "you"
"""The kind of a seat that a person plays."""


class Kept(NamedTuple):
    """A game that is kept.

    Attributes:
        path: its file.
        when: when it was last played.
        preset: its rulebook.
        turn: how many turns it has had.
        seats: the names of its seats.
        people: the names of those that people play.
        over: whether it has ended.
        winners: the names of those that have won.
    """

    path: Path
    when: datetime
    preset: str
    turn: int
    seats: tuple[str, ...]
    people: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]


class Score(NamedTuple):
    """How a name has done at a rulebook: games ended, those won, and after how many turns the soonest of them."""

    preset: str
    name: str
    games: int
    won: int
    soonest: int | None


def place() -> Path:
    """Return the folder of the games that are kept, and make it if it is not there.

    Raises:
        StormriverError: if that is not possible.
    """
    folder = own_data() / FOLDER
    folder.mkdir(exist_ok=True)
    return folder


def free_path(preset: str) -> Path:
    """Return where a new game by a rulebook is kept: a file that is not there yet, numbered from 1."""
    paths = (place() / f"{preset}-{number}.json" for number in itertools.count(1))
    return next(path for path in paths if not path.exists())


def summary(game: Game) -> dict[str, Any]:
    """Return what is told of a game in lists, so that no list needs to load it."""
    return {"turn": game.state.turn, "over": game.ask is None, "winners": list(game.view(0).result or ())}


def kept() -> list[Kept]:
    """Return all games that are kept, the one played last first; a file that is none is left out."""
    found = [one for path in place().glob("*.json") if (one := _read(path)) is not None]
    return sorted(found, key=lambda one: one.when, reverse=True)


def latest() -> Path:
    """Return the file of the game that was played last and has not ended.

    Raises:
        StormriverError: if there is none.
    """
    for one in kept():
        if not one.over:
            return one.path
    raise StormriverError(tell(READER, "no_game_to_continue"))


def scores(games: Iterable[Kept]) -> list[Score]:
    """Return how people have done in the games that have ended, who won the most of a rulebook's games first."""
    ended = [one for one in games if one.over]
    found = []
    for preset, name in dict.fromkeys((one.preset, name) for one in ended for name in one.people):
        own = [one for one in ended if one.preset == preset and name in one.people]
        won = [one.turn for one in own if name in one.winners]
        found.append(Score(preset, name, len(own), len(won), min(won, default=None)))
    return sorted(found, key=lambda score: (score.preset, -score.won, score.soonest or 0, score.name))


def _read(path: Path) -> Kept | None:
    """Return what a file says of its game; None if it is no game with a summary."""
    try:
        header = json.loads(path.read_text(encoding="utf-8"))["header"]
        sitting: Mapping[str, Any] = header["sitting"]
        told, seats = sitting[SUMMARY], tuple(map(str, header["seats"]))
        people = tuple(seat for seat, kind in zip(seats, sitting["players"], strict=True) if kind == PERSON)
        when = datetime.fromtimestamp(path.stat().st_mtime)
        winners = tuple(map(str, told["winners"]))
        return Kept(path, when, str(header["preset"]), int(told["turn"]), seats, people, bool(told["over"]), winners)
    except (OSError, ValueError, KeyError, TypeError):
        return None
