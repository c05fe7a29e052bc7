"""How a game of any rulebook went: its rounds, and the luck of the dice; a rulebook may tell more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event, fold
from stormriver.kernel.game import SIDES, Game
from stormriver.kernel.state import State
from stormriver.kernel.table import Table
from stormriver.presentation.facts import Course, Timeline

AVERAGE = (1 + SIDES) / 2


def timeline_of(table: Table, events: Sequence[Event], first: State | None = None, language: str = "en") -> Timeline:
    """Return how a game went.

    Args:
        table: the table of the game.
        events: its whole log.
        first: the state before the first event; None if that is the first of the game.
        language: the viewer's.
    """
    return Timeline(rounds(table, events), tuple(course(table, events, seat) for seat in range(len(table.seats))))


def rounds(table: Table, events: Sequence[Event]) -> int:
    """Return how many rounds were begun."""
    turns = [event.data[0] for event in events if event.kind == kinds.TURN]
    return -(-turns[-1] // len(table.seats)) if turns else 0


def course(table: Table, events: Sequence[Event], seat: int) -> Course:
    """Return the dice of a seat against what is to be expected of them."""
    rolled = [die for event in events if event.kind == kinds.ROLLED and event.seat == seat for die in event.data]
    name = table.seats[seat]
    return Course(seat, name, dice=len(rolled), pips=sum(rolled), expected=AVERAGE * len(rolled))


Curves = dict[str, tuple[int, ...]]
"""What a seat had at the end of each round, and before the first, by the name of a number."""


def curves(
    table: Table,
    events: Sequence[Event],
    first: State | None,
    names: Sequence[str],
    numbers: Callable[[Game, int], tuple[int, ...]],
) -> list[Curves]:
    """Return the curves of each seat; none if the log goes on from another state than it is said to.

    Args:
        table, events, first: as in `timeline_of`.
        names: of the numbers that are followed.
        numbers: what a seat has of them in a game as it stands.
    """
    state = (first or table.new_state(0)).clone()
    found: list[list[tuple[int, ...]]] = [[] for _ in table.seats]
    try:
        for event in events:
            if event.kind == kinds.TURN and (event.data[0] - 1) % len(table.seats) == 0:
                _note(Game(table, state), found, numbers)
            fold(state, event)
    except (ValueError, IndexError):
        return [{} for _ in table.seats]
    _note(Game(table, state), found, numbers)
    return [dict(zip(names, zip(*rows, strict=True), strict=True)) for rows in found]


def _note(game: Game, found: list[list[tuple[int, ...]]], numbers: Callable[[Game, int], tuple[int, ...]]) -> None:
    for seat, rows in enumerate(found):
        rows.append(numbers(game, seat))
