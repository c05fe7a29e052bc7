"""The trail of a wargame: where chits came from, and which bout each event is part of."""

from __future__ import annotations

from stormriver.kernel.events import Event
from stormriver.kernel.state import State
from stormriver.presentation import event_trail
from stormriver.presentation.event_trail import Trace
from stormriver.wargame.analysis.bouts import Bout, Bouts
from stormriver.wargame.model.table import WargameTable


class Trail(event_trail.Trail):
    """Where chits lay in the course of one game, and which battle, ranged attack or quest each event is part of.

    Attributes:
        bouts: the bout of each event that has been followed, None if it is part of none.
    """

    def __init__(self, table: WargameTable, first: State | None = None) -> None:
        """Begin where a log begins.

        Args:
            table: the table of the game.
            first: the state before the first event; None if that is the first of the game.
        """
        self._table = table
        super().__init__(table, first)

    def _begin(self, first: State) -> None:
        super()._begin(first)
        self.bouts: list[Bout | None] = []
        self._fights = Bouts(self._table, first)

    def _trace(self, event: Event) -> Trace:
        self.bouts.append(self._fights.after(event))
        return super()._trace(event)
