"""Which asks of a wargame a standing order can settle: the windows at which a seat may respond."""

from __future__ import annotations

from stormriver.language import rendering
from stormriver.presentation.standing_orders import Matter, named
from stormriver.wargame.model import asks
from stormriver.wargame.model.moments import at
from stormriver.wargame.view import View

LEAVING = "pass"


def matter_of(view: View) -> Matter | None:
    """Return what a standing order can settle of the viewer's pending ask; None if it must be decided each time."""
    ask = view.ask
    if ask is None or ask.seat != view.seat or ask.kind != asks.WINDOW or len(ask.keys) < 2:
        return None
    moments = at(view.moments)
    known = rendering.language("en").say(moments)
    kind = named(f"window {known}", known)
    things = frozenset(key.partition("#")[0] for key in ask.keys if key != LEAVING)
    return Matter(kind, rendering.language(view.language).say(moments).lstrip(", "), things, LEAVING)
