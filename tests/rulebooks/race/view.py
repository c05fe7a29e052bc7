"""What a seat sees of a race."""

from __future__ import annotations

from typing import Any

from race.model import DISTANCE
from stormriver.kernel import view as kernel_view


class SeatView:
    """One seat as another sees it."""

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self.number = number
        self.name = view.game.table.seats[number]

    @property
    def distance(self) -> int:
        """How far it has run."""
        return self._view.game.state.seats[self.number][DISTANCE]

    @property
    def hand(self) -> list[str]:
        """The ids of its cards; `?` for what the viewer may not know."""
        table, state = self._view.game.table, self._view.game.state
        return [self._view.card_id(card) for card in state.zones[table.hand + self.number]]

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"name": self.name, "distance": self.distance, "hand": self.hand}


class View(kernel_view.View[SeatView]):
    """What a seat, or an onlooker, may know of a race."""

    def seat_at(self, number: int) -> SeatView:
        return SeatView(self, number)

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data."""
        table, zones = self.game.table, self.game.state.zones
        return {
            "seats": [seat.facts() for seat in self.seats],
            "goal": table.options["goal"],
            "left_to_draw": len(zones[table.deck]),
            "played": [self.card_id(card) for card in zones[table.discard]],
        }
