"""Questions that follow at once: an answer after which nothing happens but that the same seat is asked again."""

from __future__ import annotations

from stormriver.kernel.game import Game


def next_question(game: Game, key: str) -> Game | None:
    """Return a copy of a game at the question that an answer leads its seat to; None if anything else comes of it.

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
    return copy if posed is not None and posed.seat == ask.seat and len(copy.log) == 1 else None
