"""The squares that a spell covers beyond the first: how many can be chosen together, as one row of answers."""

from __future__ import annotations

from stormriver.kernel.ask import verb_of
from stormriver.presentation.wargame.facts import Covering
from stormriver.wargame.model import asks
from stormriver.wargame.procedures.casting import DONE, ON, covered, spell_under_way
from stormriver.wargame.view import View


def covering_of(view: View) -> Covering | None:
    """Return how the viewer may choose several squares for a spell at once; None if nobody asks them for several."""
    ask = view.ask
    if ask is None or ask.seat != view.seat or ask.kind != asks.COVER:
        return None
    table, casting = view.game.table, spell_under_way(view.game)
    squares = covered(casting)
    most = table.spell[casting.card].covers - len(squares)
    if most < 2:
        return None  # one answer is enough
    return Covering(
        most=most,
        covered=tuple(table.spaces[square].id for square in squares),
        key=f"{verb_of(ON)[0]}:",
        done=verb_of(DONE)[0],
    )
