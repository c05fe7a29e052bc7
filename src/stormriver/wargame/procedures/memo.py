"""The memos of a position, which last until something changes on the map (see `Game.memo` and `Game.lasting`)."""

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


def kept_long(find: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """Decorator: the same for what does not depend on where units stand and who controls them (`Game.lasting`)."""
    return partial(_known_long, find)


def _known_long(find: Callable[..., T], game: WargameGame, *about: Any) -> T:
    known: T | None = game.lasting.get((find, about))
    if known is None:
        known = game.lasting[find, about] = find(game, *about)
    return known


def _known(find: Callable[..., T], game: WargameGame, *about: Any) -> T:
    memo = game.memo
    key = (find, about) if about else find
    known: T | None = memo.get(key)
    if known is None:
        known = memo[key] = find(game, *about)
    return known


class Supposed:
    """What has been found out of a supposition: its memos, and what is supposed further within it."""

    __slots__ = ("memo", "lasting", "within")

    def __init__(self) -> None:
        self.memo: dict[Any, Any] = {}
        self.lasting: dict[Any, Any] = {}
        self.within: Suppositions = {}


Suppositions = dict[tuple[int, ...], Supposed]
"""What has been found out of suppositions about one position, by integers that identify them."""
