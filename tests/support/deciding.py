"""Games played by computer players, or on to an ask, and what one answers there."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel.game import Game
from stormriver.players import Player

CAP = 30_000
"""After so many decisions a game counts as one that will not end."""


def play(game: Game, players: Sequence[Player], most: int = CAP) -> int:
    """Let players answer until the game is over or has seen so many decisions; return how many it saw."""
    decisions = 0
    while game.ask is not None and decisions < most:
        ask = game.ask
        view = game.view(ask.seat)
        game.play(ask.keys.index(players[ask.seat](view, view.ask)))
        decisions += 1
    return decisions


def at_ask(game: Game, kind: str, *keys: str) -> Game:
    """Play on to an ask of a kind: with these keys where they are offered, else passing or as there is no choice."""
    wanted = list(keys)
    while game.ask is not None and (wanted or game.ask.kind != kind):
        offered = game.ask.keys
        if wanted and wanted[0] in offered:
            game.answer(wanted.pop(0))
        else:
            game.answer("pass" if "pass" in offered else offered[0])
    assert game.ask is not None, f"there was no ask {kind!r}"
    return game


def answered(player: Player, game: Game, kind: str, *keys: str) -> str:
    """Return what a player answers to the first ask of a kind, see `at_ask`."""
    ask = at_ask(game, kind, *keys).ask
    assert ask is not None
    view = game.view(ask.seat)
    assert view.ask is not None
    return player(view, view.ask)
