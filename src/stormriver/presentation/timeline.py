"""How a game of any rulebook went: its rounds, and the luck of the dice; a rulebook may tell more."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.game import SIDES
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
