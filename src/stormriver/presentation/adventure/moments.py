"""The moments at which the open window lets the viewer act, in words."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import open_moments
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.text.english import moments_text
from stormriver.adventure.view import View


def moments(view: View) -> list[str]:
    """Return the moments, by name, at which the window on top is open for the viewer; none if there is no window."""
    open_for = open_moments(view.game, view.seat)
    return [name for name, bit in BITS.items() if open_for & bit]


def in_words(names: list[str], language: str = "en") -> str:
    """Return moments in words: `when a Spell has just been cast`."""
    return moments_text(sum(BITS[name] for name in names), language)
