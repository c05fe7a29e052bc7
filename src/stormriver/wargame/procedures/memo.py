"""The memo of a position, which lasts until something changes on the map (see `Game.memo`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from stormriver.kernel.game import Game
from stormriver.wargame.model.table import WargameGame

K = TypeVar("K", int, str)
T = TypeVar("T")


def kept(find: Callable[[Game, K], T]) -> Callable[[Game, K], T]:
    """Decorator: caches what a function returns for a unit, seat or number in the memo of the position.

    Only for functions that depend on nothing but where cards and marks lie, and whose results are not changed.
    """
    return partial(_known, find)


def _known(find: Callable[[Game, K], T], game: WargameGame, about: K) -> T:
    memo = game.memo
    key = find, about
    if key not in memo:
        memo[key] = find(game, about)
    known: T = memo[key]
    return known


class supposing:  # noqa: N801, it stands behind `with`
    """Context manager: gives a supposition a cache of its own, so that results with and without it are kept apart."""

    def __init__(self, game: WargameGame, *what: int) -> None:
        """Set up the cache of a supposition.

        Args:
            game: the game.
            what: integers that identify the supposition.
        """
        self.game = game
        self.what = what
        self.before = game.memo

    def __enter__(self) -> None:
        self.game.memo = self.before.setdefault((supposing, *self.what), {})

    def __exit__(self, *broken_off: object) -> None:
        self.game.memo = self.before
