"""Gestures: an answer and those to the questions to which it leads at once, put and given as one."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.presentation.further import next_question
from stormriver.presentation.showing import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.session.attention import Attention
from stormriver.session.settling import Asked

MOST = 12
"""So many options are put as one question at the most."""


def onward(game: Game, orders: Orders, attention: Attention) -> dict[str, Game]:
    """Return the games at the questions that are put together with the pending one, by the key that leads there.

    Such a question follows at once, is one for a person, and all options are few enough to be seen at a glance.

    Args:
        game: at a question.
        orders: the standing orders of the seat that is asked.
        attention: what that seat wants to be asked.
    """
    ask = game.ask
    assert ask is not None
    verbs = presentation_of(game.table).onward
    found: dict[str, Game] = {}
    for key, option in ask.options.items():
        then = next_question(game, key) if option.verb in verbs else None
        if then is None or then.ask is None or len(then.ask.keys) < 2:
            continue
        if Asked(then, then.view(ask.seat)).settled(orders, attention) is None:
            found[key] = then
    many = len(ask.keys) + sum(len(then.ask.keys) - 1 for then in found.values() if then.ask is not None)
    return found if many <= MOST else {}
