"""The trail of a game: for each event of its log where a card came from, and which spaces a figure walked over.

It folds what lies where, and is followed once for all viewers; who may know what is settled when it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stormriver.adventure.columns import SPACE
from stormriver.adventure.table import AdventureTable
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE, State


class Trace(NamedTuple):
    """What an event does not say itself.

    Attributes:
        turn: the turn it happened in.
        source: the zone that its card came from.
        cause: the zone where the card that brought it about lay.
        path: the spaces a figure walked over, the one it stood on first.
    """

    turn: int
    source: int = NONE
    cause: int = NONE
    path: tuple[int, ...] = ()


class Trail:
    """What lay where in the course of one game.

    Attributes:
        traces: one for each event that has been followed.
    """

    def __init__(self, table: AdventureTable, first: State | None = None) -> None:
        """Begin where a log begins.

        Args:
            table: the table of the game.
            first: the state before the first event; None if that is the first of the game.
        """
        self._table = table
        self._first = (first or table.new_state(0)).clone()
        self._begin()

    def _begin(self) -> None:
        first = self._first
        self.traces: list[Trace] = []
        self._seats = {first.turn: first.active} if first.turn else {}  # whose turn each was
        self._last: Event | None = None
        self._turn = first.turn
        self._place = first.place[:]
        self._space = [row[SPACE] for row in first.seats]
        self._left = [0] * len(first.seats)  # how much of a roll is still to be walked

    def follow(self, events: Sequence[Event]) -> None:
        """Go on to the end of a log; from its beginning if answers have been taken back meanwhile."""
        done = len(self.traces)
        if done > len(events) or (done and events[done - 1] is not self._last):
            self._begin()
        for event in events[len(self.traces) :]:
            self.traces.append(self._trace(event))
            self._last = event

    def seat_of(self, turn: int) -> int:
        """Return whose turn a turn was, NONE before the first."""
        return self._seats.get(turn, NONE)

    def _trace(self, event: Event) -> Trace:
        source = NONE
        path: tuple[int, ...] = ()
        if event.kind == kinds.TURN:
            self._turn = event.data[0]
            self._seats[self._turn] = event.seat
        elif event.kind == kinds.CARD:
            card, zone = event.data[:2]
            source, self._place[card] = self._place[card], zone
        elif event.kind == kinds.ROLLED and event.seat != NONE:
            self._left[event.seat] = sum(event.data)
        elif event.kind in ("Moved", "Crossed", "Teleported", "Confined"):
            path = self._walked(event)
        elif event.kind == kinds.SET and event.data[0] == SPACE and self._space[event.seat] == NONE:
            self._space[event.seat] = event.data[1]  # where a new character begins
        elif event.kind == kinds.SET and event.data == (SPACE, NONE):
            self._space[event.seat] = NONE
        cause = self._place[event.card] if event.card != NONE else NONE
        return Trace(self._turn, source, cause, path)

    def _walked(self, event: Event) -> tuple[int, ...]:
        """Return the spaces a figure walked over, and note where it is now."""
        here, there = self._space[event.seat], event.data[0]
        self._space[event.seat] = there
        if here in (NONE, there):
            return (there,)
        way = self._way(here, there, self._left[event.seat]) if event.kind == "Moved" else (here, there)
        self._left[event.seat] -= len(way) - 1
        return way

    def _way(self, here: int, there: int, steps: int) -> tuple[int, ...]:
        """Return the way from a space to another: of so many steps if there is one, else the shortest."""
        table = self._table
        ways = []
        for side in range(len(table.next[here])):
            way = [here]
            while way[-1] != there and len(way) <= len(table.spaces) and side < len(table.next[way[-1]]):
                way.append(table.next[way[-1]][side])
            if way[-1] == there:
                ways.append(tuple(way))
        exact = [way for way in ways if len(way) - 1 == steps]
        return (exact or sorted(ways, key=len) or [(here, there)])[0]
