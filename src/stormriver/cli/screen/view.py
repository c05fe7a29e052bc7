"""What the pages are drawn from: a view, and the ask that the viewer must answer."""

from __future__ import annotations

from typing import Any

from stormriver.kernel.ask import Ask

View = Any
"""What a seat sees of a game, by whichever rulebook it is played."""


def pending(view: View) -> Ask:
    """Return the ask the viewer must answer."""
    ask: Ask = view.ask
    assert ask is not None and ask.seat == view.seat
    return ask
