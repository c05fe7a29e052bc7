"""What a computer player answers in a position."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.players import Player


def answered(player: Player, game: Game, kind: str, *keys: str) -> str:
    """Return what a player answers to the first ask of a kind, after these keys were given where they are offered."""
    wanted = list(keys)
    while game.ask is not None and (wanted or game.ask.kind != kind):
        offered = game.ask.keys
        if wanted and wanted[0] in offered:
            game.answer(wanted.pop(0))
        else:
            game.answer("pass" if "pass" in offered else offered[0])
    assert game.ask is not None, f"there was no ask {kind!r}"
    view = game.view(game.ask.seat)
    assert view.ask is not None
    return player(view, view.ask)
