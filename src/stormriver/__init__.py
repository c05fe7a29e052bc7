"""Stormriver: a rules engine for a family of fantasy adventure board games.

import stormriver
game = stormriver.new_game("revised4", seats=4, seed=7)
while (ask := game.ask) is not None:
    game.answer(next(iter(ask.options)))
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stormriver.api import load, new_game, presets, table_for
    from stormriver.kernel.ask import Ask, Option
    from stormriver.kernel.errors import BadAnswer, BadContent, BadRecord, EngineError, StormriverError
    from stormriver.kernel.game import Game

    __version__: str

if os.environ.get("STORMRIVER_PURE"):
    from stormriver.builds import run_sources

    run_sources()

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

_HOMES = {
    "api": ("load", "new_game", "presets", "table_for"),
    "kernel.ask": ("Ask", "Option"),
    "kernel.errors": ("BadAnswer", "BadContent", "BadRecord", "EngineError", "StormriverError"),
    "kernel.game": ("Game",),
}
"""Where each name is from. It is fetched when it is first used, so that a command is there at once."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # it takes a while, and few commands tell the version

        return globals().setdefault(name, version("stormriver"))
    for home, names in _HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(f"stormriver.{home}"), name))
    raise AttributeError(f"module 'stormriver' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
