"""Computer players: callables that are given a view and an ask, and answer with a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.plugins import plugin
from stormriver.players.random_player import RandomPlayer


class Player(Protocol):
    """Anything that can be called to decide for a seat, a plain function too."""

    def __call__(self, view: Any, ask: Ask) -> str:
        """Return the key of the option to take.

        Args:
            view: what the seat may know of the game, in the form that its rulebook gives it.
            ask: the pending ask, which is this seat's.
        """
        ...


STEADY = "stormriver.players"
"""The group of entry points by which a rulebook names its steady player, see kernel/plugins.py."""


class Steady:
    """The steady player of the rulebook of the game; without one, a random player."""

    def __init__(self, seed: int = 0) -> None:
        """Begin a game; `seed` is any integer, and settles which of equal options is taken."""
        self._seed = seed
        self._player: Player | None = None

    def __call__(self, view: Any, ask: Ask) -> str:
        """Return the key that the steady player of the view's rulebook takes."""
        if self._player is None:
            make_player: Callable[[int], Player] = plugin(STEADY, view.game.table.rulebook.name) or RandomPlayer
            self._player = make_player(self._seed)
        return self._player(view, ask)


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
        raise StormriverError(
            "There is no computer player {name!r}; there are {known}.", name=name, known=", ".join(NAMES)
        )
    return _MAKERS[name](seed)


__all__ = ["NAMES", "Player", "make"]
