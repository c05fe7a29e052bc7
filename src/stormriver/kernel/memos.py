"""What a rulebook has found out about the position of a game, and when it is forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mypy_extensions import mypyc_attr


class Aside:
    """What nothing in a memo depends on: the cards in some zones, and some kinds of marks."""

    __slots__ = ("zones", "marks")

    def __init__(self, zones: Iterable[int] = (), marks: Iterable[int] = ()) -> None:
        self.zones = frozenset(zones)
        self.marks = frozenset(marks)


@mypyc_attr(allow_interpreted_subclasses=True)
class Memos:
    """The memos of a game. They hold nothing but what would be found out anew, and are no part of the state.

    Attributes:
        memo: what has been found out about the position. A new one is begun whenever a card or mark moves, but for
            those that the table sets aside (`Table.aside`); so copies share it.
        lasting: the same of what outlives more; all is set aside that is so for `memo`, and more
            (`Table.lasting_aside`).
    """

    __slots__ = ("memo", "lasting")

    def __init__(self) -> None:
        self.memo: dict[Any, Any] = {}
        self.lasting: dict[Any, Any] = {}

    def share_memos(self, other: Memos) -> None:
        """Use the memos of another game in the same position, or one in which only what is set aside differs."""
        self.memo = other.memo
        self.lasting = other.lasting

    def forget(self) -> None:
        """Begin new memos."""
        self.memo = {}
        self.lasting = {}

    def forget_card(self, aside: Aside, lasting_aside: Aside, old: int, zone: int) -> None:
        """Forget what may depend on a card that has moved from a zone to another, or within one."""
        if zone not in aside.zones or old not in aside.zones:
            self.memo = {}
            if self.lasting and (zone not in lasting_aside.zones or old not in lasting_aside.zones):
                self.lasting = {}

    def forget_mark(self, aside: Aside, lasting_aside: Aside, kind: int) -> None:
        """Forget what may depend on a mark of a kind that has been put on or taken off."""
        if kind not in aside.marks:
            self.memo = {}
            if self.lasting and kind not in lasting_aside.marks:
                self.lasting = {}
