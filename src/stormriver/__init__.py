"""Stormriver: a rules engine for a family of fantasy adventure board games.

import stormriver
game = stormriver.new_game("revised4", seats=4, seed=7)
while (ask := game.ask) is not None:
    game.answer(next(iter(ask.options)))
"""

from stormriver.api import load, new_game, presets, table_for
from stormriver.kernel.ask import Ask, Option
from stormriver.kernel.errors import BadAnswer, BadContent, BadRecord, EngineError, StormriverError
from stormriver.kernel.game import Game

__version__ = "0.1.0"

__all__ = [
    "Ask",
    "BadAnswer",
    "BadContent",
    "BadRecord",
    "EngineError",
    "Game",
    "Option",
    "StormriverError",
    "load",
    "new_game",
    "presets",
    "table_for",
]
