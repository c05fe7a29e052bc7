"""Which asks of a wargame a standing order can settle: the windows at which a seat may respond."""

from __future__ import annotations

from functools import cache

from stormriver.language import rendering
from stormriver.language.clauses import Part
from stormriver.presentation.standing_orders import Matter, as_saved, declined, named
from stormriver.wargame.model import asks
from stormriver.wargame.model.moments import MOMENTS, at
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.spoken import thing_in_key
from stormriver.wargame.view import View

LEAVING = "pass"
WINDOW = "window "
"""How the names of windows begin; the moments at which they open follow, in English."""


def matter_of(view: View) -> Matter | None:
    """Return what a standing order can settle of the viewer's pending ask; None if it must be decided each time."""
    ask = view.ask
    if ask is None or ask.seat != view.seat or ask.kind != asks.WINDOW or len(ask.keys) < 2:
        return None
    moments = at(view.moments)
    known = rendering.language("en").say(moments)
    kind = named(f"{WINDOW}{known}", known)
    things = frozenset(key.partition("#")[0] for key in ask.keys if key != LEAVING)
    return Matter(kind, rendering.language(view.language).alone(moments), things, LEAVING)


def kind_of_ask(table: WargameTable, kind: str) -> Part:
    """Return a kind of ask in words, by its name in a save."""
    return _windows().get(kind.partition("|")[0].removeprefix(WINDOW)) or as_saved(kind)


def thing_declined(table: WargameTable, key: str) -> Part:
    """Return what an order declines, by the key of the option, as one does it: `cast Healing`."""
    verb, _, argument = key.partition(":")
    return declined(verb, thing_in_key(table, verb, argument) if argument else None)


@cache
def _windows() -> dict[str, Part]:
    """Return all moments at which a window may open, by what they are called in English."""
    said = map(at, range(1, 1 << len(MOMENTS)))
    return {rendering.language("en").say(moments): moments for moments in said}
