"""The games kept at this device: those that go on, and how the others have ended."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from stormriver.cli.hints import hint
from stormriver.cli.reader_language import READER
from stormriver.cli.user_data import own_data
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.presentation.registry import presentation_of

FOLDER = "games"
"""The folder of kept games among the user's data."""
SUMMARY = "summary"
"""The key of a kept game's summary beside what restores its session."""
PERSON = "you"
"""The kind of a seat that a person plays."""


class Character(NamedTuple):
    """What a seat has played: its id, and what its pack calls it; both empty where that is not known."""

    id: str
    name: str


NOBODY = Character("", "")


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
        players: who plays each seat, `you` or a computer player.
        characters: what each seat played in the end; none of a game that has not ended.
        rules: what its set-up adds to the rulebook: packs, and options that are not as usual.
    """

    path: Path
    when: datetime
    preset: str
    turn: int
    seats: tuple[str, ...]
    people: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    players: tuple[str, ...] = ()
    characters: tuple[Character, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called where one of the games is meant."""
        return self.path.stem


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
    found = {"turn": game.state.turn, "over": game.ask is None, "winners": list(game.view(0).result or ())}
    return found | {"characters": _characters(game)} if found["over"] else found


def _characters(game: Game) -> list[Character]:
    """Return what each seat of a game that is over played in the end."""
    names = {card.id: card.name for card in game.table.cards}
    courses = presentation_of(game.table).timeline(game.table, game.log or []).courses
    last = [course.roles[-1] if course.roles else "" for course in courses]
    return [Character(id, str(names.get(id, id))) for id in last]


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


def file_of(given: Path) -> Path:
    """Return the file of a game that is named by a file, or as the list of games calls it.

    Raises:
        StormriverError: if there is neither, with the game that may be meant; a path is left to whoever reads the file.
    """
    if given.exists() or given.suffix or len(given.parts) != 1:
        return given
    own = place() / f"{given}.json"
    if own.exists():
        return own
    near = hint(str(given), [one.name for one in kept()])
    said = tell(READER, "no_game_called", name=repr(str(given)))
    raise StormriverError(f"{said}{near} {tell(READER, 'games_listed')}")


def remove(names: Sequence[str]) -> list[Kept]:
    """Remove games from those that are kept, and return what they were.

    Args:
        names: what the list calls them.

    Raises:
        StormriverError: with nothing removed, if there is none of a name.
    """
    known = {one.name: one for one in kept()}
    for name in names:
        if name not in known:
            raise StormriverError(tell(READER, "no_kept_game", name=repr(name)) + hint(name, known))
    found = [known[name] for name in dict.fromkeys(names)]
    for one in found:
        one.path.unlink(missing_ok=True)
    return found


def _read(path: Path) -> Kept | None:
    """Return what a file says of its game; None if it is no game with a summary."""
    try:
        header = json.loads(path.read_text(encoding="utf-8"))["header"]
        sitting: Mapping[str, Any] = header["sitting"]
        told, seats = sitting[SUMMARY], tuple(map(str, header["seats"]))
        players = tuple(map(str, sitting["players"]))
        return Kept(
            path,
            datetime.fromtimestamp(path.stat().st_mtime),
            str(header["preset"]),
            int(told["turn"]),
            seats,
            tuple(seat for seat, player in zip(seats, players, strict=True) if player == PERSON),
            bool(told["over"]),
            tuple(map(str, told["winners"])),
            players,
            tuple(Character(*map(str, one)) for one in told.get("characters", ())),
            (*map(str, header["packs"]), *(f"{name}={value}" for name, value in header["options"].items())),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
