"""The moments at which the open window lets the viewer act."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import open_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.view import View


def moments(view: View) -> list[str]:
    """Return the moments, by name, at which the window on top is open for the viewer; none if there is no window."""
    open_for = open_moments(view.game, view.seat)
    return [name for name, bit in BITS.items() if open_for & bit]
