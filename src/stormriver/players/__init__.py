"""Computer players: whoever is shown a view and an ask, and answers with a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from stormriver.adventure.view import View
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import StormriverError
from stormriver.players.random_player import RandomPlayer
from stormriver.players.steady import Steady


class Player(Protocol):
    """Anything that can be called to decide for a seat, a plain function too."""

    def __call__(self, view: View, ask: Ask) -> str:
        """Return the key of the option to take.

        Args:
            view: what the seat may know of the game.
            ask: the pending ask, which is this seat's.
        """
        ...


_MAKERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "steady": Steady}

NAMES = tuple(_MAKERS)
"""The names of the computer players."""


def make(name: str, seed: int = 0) -> Player:
    """Return a new computer player.

    Args:
        name: one of `NAMES`.
        seed: any integer; the same player with the same seed decides the same in the same game.

    Raises:
        StormriverError: if no computer player has that name.
    """
    if name not in _MAKERS:
        raise StormriverError(f"There is no computer player {name!r}; there are {', '.join(NAMES)}.")
    return _MAKERS[name](seed)


__all__ = ["NAMES", "Player", "make"]
