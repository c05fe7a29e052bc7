"""What has been found out about a position, for as long as it stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeVar

from stormriver.kernel.game import Game

K = TypeVar("K", int, str)
T = TypeVar("T")


def kept(find: Callable[[Game, K], T]) -> Callable[[Game, K], T]:
    """Let what a function finds out about a unit, seat or number be kept until a card or mark moves.

    Only for functions that hang on nothing but where cards and marks lie, and whose answers nobody changes.
    """

    @wraps(find)
    def found(game: Game, about: K) -> T:
        findings = game.findings
        key = find, about
        if key not in findings:
            findings[key] = find(game, about)
        known: T = findings[key]
        return known

    return found


@contextmanager
def supposing(game: Game, *what: int) -> Iterator[None]:
    """Keep what is found out while something is supposed by what is supposed, apart from what holds without it.

    Args:
        game: the game.
        what: any integers that tell this supposition from all others.
    """
    before = game.findings
    game.findings = before.setdefault((supposing, *what), {})
    try:
        yield
    finally:
        game.findings = before
