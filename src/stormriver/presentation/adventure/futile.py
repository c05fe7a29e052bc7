"""Futile options: those that may be chosen but would have no effect as things stand, and why."""

from __future__ import annotations

from stormriver.adventure.view import View
from stormriver.adventure.words.gold import Pay
from stormriver.adventure.words.stock import Shop
from stormriver.kernel import ask as kinds
from stormriver.kernel.frames import Context
from stormriver.language.grammar import NOTHING, Effect
from stormriver.presentation.adventure.ids import number, tell
from stormriver.presentation.adventure.option_odds import deeds

ENTERED = frozenset({"choose", "visit", "yes", "space"})
"""The verbs of options that take effect without a payment first: a visit, a choice, the text of a space."""


def vain(sight: View, code: int) -> str:
    """Return why an option of the viewer's ask would come to nothing now; empty if something may come of it."""
    if kinds.verb_of(code)[0] not in ENTERED:
        return ""
    found = [deed for deed in deeds(sight, code) if deed[0] is not NOTHING]
    if not found or any(effect.possible(sight.game, about) for effect, about in found):
        return ""
    return _reason(sight, *found[0])


def _reason(sight: View, effect: Effect, about: Context) -> str:
    """Return why an effect is not possible now."""
    have = number(sight.me.gold)
    if isinstance(effect, Pay) and effect.most(sight.game, about, effect.cost(sight.game, about, 1)):
        return tell(sight, "vain.price", price=number(effect.cost(sight.game, about, 1)), have=have)
    if isinstance(effect, Shop) and (costs := effect.costs(sight.game, about)):
        return tell(sight, "vain.cheapest", price=number(min(costs.values())), have=have)
    return tell(sight, "vain.usual")
