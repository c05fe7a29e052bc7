"""Where a unit could go, and what it could strike at: for whoever looks at the map."""

from __future__ import annotations

from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.attack import may_act
from stormriver.wargame.procedures.grid import around, beside, square_of
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.movement import destinations
from stormriver.wargame.procedures.shooting import is_armed
from stormriver.wargame.procedures.strength import forbidden


@kept
def reach(game: WargameGame, unit: int) -> tuple[int, ...]:
    """Return the squares to which a unit could move, the nearest first; none if something forbids it to."""
    return () if forbidden(game, unit, "move") else tuple(destinations(game, unit))


def threatened(game: WargameGame, unit: int) -> tuple[int, ...]:
    """Return the squares a unit could strike at from where it stands; none if it has done so or may not this turn."""
    if not may_act(game, unit):
        return ()
    here = square_of(game, unit)
    return around(here) if is_armed(game, unit) else beside(here)
