"""The trail of an adventure game: where cards came from, and which spaces figures walked over."""

from __future__ import annotations

from stormriver.adventure.analysis.bouts import Bout, Bouts
from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureTable
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE, State
from stormriver.presentation import event_trail
from stormriver.presentation.event_trail import Trace

WALKS = frozenset(kind.name for kind in (events.MOVED, events.CROSSED, events.TELEPORTED, events.CONFINED))
"""The kinds of events by which a figure comes to another space."""


class Trail(event_trail.Trail):
    """Where cards lay and figures stood in the course of one game, and which fight each event is part of.

    Attributes:
        bouts: the fight of each event that has been followed, None if it is part of none.
    """

    def __init__(self, table: AdventureTable, first: State | None = None) -> None:
        """Begin where a log begins.

        Args:
            table: the table of the game.
            first: the state before the first event; None if that is the first of the game.
        """
        self._table = table
        super().__init__(table, first)

    def _begin(self, first: State) -> None:
        super()._begin(first)
        self._space = [row[SPACE] for row in first.seats]
        self._left = [0] * len(first.seats)  # how much of a roll is still to be walked
        self.bouts: list[Bout | None] = []
        self._fights = Bouts(self._table, first)

    def _trace(self, event: Event) -> Trace:
        self.bouts.append(self._fights.after(event))
        return super()._trace(event)

    def _path(self, event: Event) -> tuple[int, ...]:
        if event.kind == kinds.ROLLED and event.seat != NONE:
            self._left[event.seat] = sum(event.data)
        elif event.kind in WALKS:
            return self._walked(event)
        elif event.kind == kinds.SET and event.data[0] == SPACE and self._space[event.seat] == NONE:
            self._space[event.seat] = event.data[1]  # where a new character begins
        elif event.kind == kinds.SET and event.data == (SPACE, NONE):
            self._space[event.seat] = NONE
        return ()

    def _walked(self, event: Event) -> tuple[int, ...]:
        """Return the spaces a figure walked over, and note where it is now."""
        here, there = self._space[event.seat], event.data[0]
        self._space[event.seat] = there
        if here in (NONE, there):
            return (there,)
        way = self._way(here, there, self._left[event.seat]) if event.kind == events.MOVED.name else (here, there)
        self._left[event.seat] -= len(way) - 1
        return way

    def _way(self, here: int, there: int, steps: int) -> tuple[int, ...]:
        """Return the way from a space to another: of so many steps if there is one, else the shortest."""
        table = self._table
        if table.region_at[here].paths:
            paths = [(*walk.passed, there) for walk in table.walks(here, steps) if walk.end == there]
            return paths[0] if paths else (here, there)
        ways = []
        for side in range(len(table.next[here])):
            way = [here]
            while way[-1] != there and len(way) <= len(table.spaces) and side < len(table.next[way[-1]]):
                way.append(table.next[way[-1]][side])
            if way[-1] == there:
                ways.append(tuple(way))
        exact = [way for way in ways if len(way) - 1 == steps]
        return (exact or sorted(ways, key=len) or [(here, there)])[0]
