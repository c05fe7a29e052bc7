"""Stormriver: a rules engine for a family of fantasy adventure board games.

import stormriver
game = stormriver.new_game("revised4", seats=4, seed=7)
while not game.over:
    game.answer(game.ask.keys[0])

Beside these names there are modules to import: `adventure` and `wargame` with the views of their games, `players`,
`text`, `records`, `scenario` and `lab`.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stormriver.api import load, new_game, presets
    from stormriver.kernel.ask import Ask, Option
    from stormriver.kernel.errors import BadAnswer, BadContent, BadRecord, EngineError, StormriverError
    from stormriver.kernel.events import Event
    from stormriver.kernel.facade import Game
    from stormriver.kernel.script import Script

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
    "Event",
    "Game",
    "Option",
    "Script",
    "StormriverError",
    "load",
    "new_game",
    "presets",
]

_HOMES = {
    "api": ("load", "new_game", "presets"),
    "kernel.ask": ("Ask", "Option"),
    "kernel.errors": ("BadAnswer", "BadContent", "BadRecord", "EngineError", "StormriverError"),
    "kernel.events": ("Event",),
    "kernel.facade": ("Game",),
    "kernel.script": ("Script",),
}
"""Where each name is from. It is fetched when it is first used, so that a command is there at once."""
_MODULES = ("adventure", "lab", "players", "records", "scenario", "text", "wargame")
"""The modules for programs, which are there without being imported by name."""
_MOVED = {"table_for": "api"}
"""Names that were here once, and the module they are from; they go with the next version."""

if not TYPE_CHECKING:  # a type checker is to see a misspelt name

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version  # it takes a while, and few commands tell the version

            return globals().setdefault(name, version("stormriver"))
        for home, names in _HOMES.items():
            if name in names:
                return globals().setdefault(name, getattr(import_module(f"stormriver.{home}"), name))
        if name in _MODULES:
            return import_module(f"stormriver.{name}")
        if name in _MOVED:
            from stormriver.kernel.deprecation import warn_deprecated

            warn_deprecated(f"stormriver.{name}", f"stormriver.{_MOVED[name]}.{name}")
            return getattr(import_module(f"stormriver.{_MOVED[name]}"), name)
        raise AttributeError(f"module 'stormriver' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
