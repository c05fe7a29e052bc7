"""What has been found out about a position, for as long as it stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from stormriver.kernel.game import Game
from stormriver.wargame.model.table import WargameGame

K = TypeVar("K", int, str)
T = TypeVar("T")


def kept(find: Callable[[Game, K], T]) -> Callable[[Game, K], T]:
    """Let what a function finds out about a unit, seat or number be kept until a card or mark moves.

    Only for functions that hang on nothing but where cards and marks lie, and whose answers nobody changes.
    """
    return partial(_known, find)


def _known(find: Callable[[Game, K], T], game: WargameGame, about: K) -> T:
    findings = game.findings
    key = find, about
    if key not in findings:
        findings[key] = find(game, about)
    known: T = findings[key]
    return known


class supposing:  # noqa: N801, it stands behind `with`
    """Keeps what is found out while something is supposed apart from what holds without it."""

    def __init__(self, game: WargameGame, *what: int) -> None:
        """Begin to suppose something.

        Args:
            game: the game.
            what: any integers that tell this supposition from all others.
        """
        self.game = game
        self.what = what
        self.before = game.findings

    def __enter__(self) -> None:
        self.game.findings = self.before.setdefault((supposing, *self.what), {})

    def __exit__(self, *broken_off: object) -> None:
        self.game.findings = self.before
