"""Gestures: an answer and those to the questions to which it leads at once, put and given as one."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.kernel.game import Game
from stormriver.presentation.further import next_question
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.session.attention import Attention
from stormriver.session.settling import Asked

MOST = 12
"""So many options are put as one question at the most."""


class Onward(NamedTuple):
    """The question to which an option leads at once.

    Attributes:
        keys: the key of the option, and those that settle what is asked in between.
        game: a copy of the game, at the question.
    """

    keys: tuple[str, ...]
    game: Game


def onward(game: Game, orders: Orders, attention: Attention) -> dict[str, Onward]:
    """Return the questions that are put together with the pending one, by the key that leads there.

    Such a question follows at once, is one for a person, and all options are few enough to be seen at a glance.

    Args:
        game: at a question.
        orders: the standing orders of the seat that is asked.
        attention: what that seat wants to be asked.
    """
    ask = game.ask
    assert ask is not None
    verbs = presentation_of(game.table).onward
    found: dict[str, Onward] = {}
    many = len(ask.keys)
    for key, option in ask.options.items():
        if many > MOST:
            return {}
        then = _from(game, key, orders, attention) if option.verb in verbs else None
        if then is not None and then.game.ask is not None:
            found[key] = then
            many += len(then.game.ask.keys) - 1
    return found if many <= MOST else {}


def _from(game: Game, key: str, orders: Orders, attention: Attention) -> Onward | None:
    """Return the question for a person to which an answer leads, with what is passed over in between; None if none."""
    keys = [key]
    then = next_question(game, key)
    while then is not None and then.ask is not None:
        settled = Asked(then, then.view(then.ask.seat)).settled(orders, attention)
        only = then.ask.keys[0] if len(then.ask.keys) == 1 else ""
        if settled is None and not only:
            return Onward(tuple(keys), then)
        if len(keys) > MOST or (settled is not None and settled.told):
            return None  # its person is to be told of that
        keys.append(only if settled is None else settled.key)
        then = next_question(then, keys[-1])
    return None
