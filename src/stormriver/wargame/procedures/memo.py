"""The memo of a position, which lasts until something changes on the map (see `Game.memo`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from stormriver.kernel.game import Game
from stormriver.wargame.model.table import WargameGame

P = ParamSpec("P")
T = TypeVar("T")


def kept(find: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """Decorator: keeps what a function returns about units, seats and the like in the memo of the position.

    Only for functions that depend on nothing but their arguments and what lies on the map, those marks left out
    that `WargameTable` sets aside; and whose results are not changed, and not None.
    """
    return partial(_known, find)


def _known(find: Callable[..., T], game: WargameGame, *about: Any) -> T:
    memo = game.memo
    key = (find, about) if about else find
    known: T | None = memo.get(key)
    if known is None:
        known = memo[key] = find(game, *about)
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
