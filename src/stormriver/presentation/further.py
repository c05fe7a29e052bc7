"""Questions that follow at once: an answer after which nothing comes out before the same seat is asked again."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel.events import CARD
from stormriver.kernel.game import Game, T
from stormriver.kernel.knowledge import knows_card


def next_question(game: Game[T], key: str) -> Game[T] | None:
    """Return a copy of a game at the question that an answer leads its seat to; None if anything comes out before.

    Args:
        game: at the question to be answered; it may be masked.
        key: the key of the answer.
    """
    ask = game.ask
    if ask is None:
        return None
    copy = game.clone()
    copy.log = []
    copy.play(ask.keys.index(key))
    posed = copy.state.ask
    if posed is None or posed.seat != ask.seat or copy.state.dice != game.state.dice:
        return None
    own = sum(knows_card(game.table, game.state, ask.seat, event.data[0]) for event in copy.log if event.kind == CARD)
    return copy if copy.revealed <= own else None  # a card of their own tells its owner nothing


def question_after(game: Game[T], keys: Sequence[str]) -> Game[T] | None:
    """Return a copy of a game at the question to which several answers in a row lead at once; None if they do not."""
    found: Game[T] | None = game
    for key in keys:
        if found is None or found.ask is None or key not in found.ask.keys:
            return None
        found = next_question(found, key)
    return found
