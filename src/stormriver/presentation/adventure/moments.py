"""Moments: at which one the viewer may answer something just now, in words."""

from __future__ import annotations

from stormriver.adventure.model.moments import BITS, MOMENTS
from stormriver.adventure.model.procedures import WINDOW
from stormriver.adventure.view import View


def moments(view: View) -> list[str]:
    """Return the moments, by name, at which the window on top is open for the viewer; none if there is no window."""
    frame = view.game.state.frames[-1]
    if frame.procedure != WINDOW:
        return []
    open_for = frame.target if view.seat in (frame.seat, frame.rival) else frame.group
    return [name for name, bit in BITS.items() if open_for & bit]


def in_words(names: list[str]) -> str:
    """Return moments in words: `when a Spell has just been cast`."""
    return " or ".join(MOMENTS[name] for name in names)
