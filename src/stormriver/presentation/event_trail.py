"""The trail of a game: for each event of its log the turn it happened in, and where a card came from.

It is computed once for all viewers, with all that is hidden; the event feed decides what each of them may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import Table


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
    """Where cards lay in the course of one game.

    Attributes:
        traces: one for each event that has been followed.
    """

    def __init__(self, table: Table, first: State | None = None) -> None:
        """Begin where a log begins.

        Args:
            table: the table of the game.
            first: the state before the first event; None if that is the first of the game.
        """
        self._first = (first or table.new_state(0)).clone()
        self._begin(self._first)

    def _begin(self, first: State) -> None:
        self.traces: list[Trace] = []
        self._seats = {first.turn: first.active} if first.turn else {}  # whose turn each was
        self._last: Event | None = None
        self._turn = first.turn
        self._place = first.place[:]

    def follow(self, events: Sequence[Event]) -> None:
        """Go on to the end of a log; from its beginning if answers have been taken back meanwhile."""
        done = len(self.traces)
        if done > len(events) or (done and events[done - 1] is not self._last):
            self._begin(self._first)
        for event in events[len(self.traces) :]:
            self.traces.append(self._trace(event))
            self._last = event

    def seat_of(self, turn: int) -> int:
        """Return whose turn a turn was, NONE before the first."""
        return self._seats.get(turn, NONE)

    def _trace(self, event: Event) -> Trace:
        source = NONE
        path = self._path(event)
        if event.kind == kinds.TURN:
            self._turn = event.data[0]
            self._seats[self._turn] = event.seat
        elif event.kind == kinds.CARD:
            card, zone = event.data[:2]
            source, self._place[card] = self._place[card], zone
        cause = self._place[event.card] if event.card != NONE else NONE
        return Trace(self._turn, source, cause, path)

    def _path(self, event: Event) -> tuple[int, ...]:
        """Return the spaces that something walks over, with what is noted of where it is."""
        return ()
