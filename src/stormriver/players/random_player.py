"""A player who takes any option, each equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from stormriver.kernel.ask import Ask


class RandomPlayer:
    """Chooses at random, from a generator of its own, so that its choices never touch the dice of the game."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def __call__(self, view: Any, ask: Ask) -> str:
        """Return any key of the ask."""
        return self._random.choice(ask.keys)
