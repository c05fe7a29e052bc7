"""How people have done in the games that are kept: by name and rulebook, and their best games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from stormriver.cli.kept_games import NOBODY, PERSON, Character, Kept


class Won(NamedTuple):
    """A game that somebody has won.

    Attributes:
        game: what the list of games calls it.
        preset: its rulebook.
        name: who has won it.
        turn: after how many turns.
        character: what they played in the end.
        against: who played the other seats: people by their names, or which computer player.
        rules: what its set-up adds to the rulebook.
        when: when it ended.
    """

    game: str
    preset: str
    name: str
    turn: int
    character: Character
    against: tuple[str, ...]
    rules: tuple[str, ...]
    when: datetime


class Score(NamedTuple):
    """How a name has done at a rulebook.

    Attributes:
        games: how many games have ended; `won` how many of them they have won.
        soonest: after how many turns the soonest of these.
        average: how many turns a game had on average.
        in_a_row: how many of the games, one after the other, they have won at the most.
        character: what they have won most often with.
        best: the games that they have won, the soonest first.
    """

    preset: str
    name: str
    games: int
    won: int
    soonest: int | None
    average: float
    in_a_row: int
    character: Character
    best: tuple[Won, ...] = ()


def scores(games: Iterable[Kept]) -> list[Score]:
    """Return how people have done in the games that have ended, who won the most of a rulebook's games first."""
    ended = sorted((one for one in games if one.over), key=lambda one: one.when)
    named = dict.fromkeys((one.preset, name) for one in ended for name in one.people)
    found = [
        _score(name, [one for one in ended if one.preset == preset and name in one.people]) for preset, name in named
    ]
    return sorted(found, key=lambda score: (score.preset, -score.won, score.soonest or 0, score.name))


def best_games(table: Iterable[Score], most: int) -> list[Won]:
    """Return the games that anybody has won soonest, so many of each rulebook."""
    found: dict[str, list[Won]] = {}
    for score in table:
        found.setdefault(score.preset, []).extend(score.best)
    return [won for games in found.values() for won in sorted(games, key=lambda one: one.turn)[:most]]


def _score(name: str, games: Sequence[Kept]) -> Score:
    """Return how a name has done in games of one rulebook, which are given in the order in which they ended."""
    won = sorted((_won(name, one) for one in games if name in one.winners), key=lambda one: one.turn)
    return Score(
        games[0].preset,
        name,
        len(games),
        len(won),
        won[0].turn if won else None,
        sum(one.turn for one in games) / len(games),
        _in_a_row(name in one.winners for one in games),
        _most_often([one.character for one in won if one.character != NOBODY]),
        tuple(won),
    )


def _won(name: str, game: Kept) -> Won:
    seat = game.seats.index(name)
    others = [number for number in range(len(game.seats)) if number != seat]
    against = tuple(game.seats[n] if game.players[n] == PERSON else game.players[n] for n in others)
    character = game.characters[seat] if seat < len(game.characters) else NOBODY
    return Won(game.name, game.preset, name, game.turn, character, against, game.rules, game.when)


def _in_a_row(won: Iterable[bool]) -> int:
    """Return how many in a row were won at the most."""
    most = now = 0
    for one in won:
        now = now + 1 if one else 0
        most = max(most, now)
    return most


def _most_often(characters: Sequence[Character]) -> Character:
    """Return the one that stands there most often; of several the first."""
    return max(characters, key=characters.count, default=NOBODY)
