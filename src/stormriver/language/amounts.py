"""How plain numbers are read: none is beyond what a game can bear, and few may be below 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.language.source import Node

if TYPE_CHECKING:
    from stormriver.language.grammar import Names

MOST = 1_000
"""The largest number that may be written, so that a slip of the pen cannot keep a game busy for ever."""


def read_integer(names: Names, node: Node) -> int:
    """Return the whole number in a node; BadContent if it is none, or beyond `MOST`."""
    if abs(node.integer()) > MOST:
        node.fail("{value} is more than anything comes to here, which is {most}", value=node.value, most=MOST)
    return node.integer()


def read_count(names: Names, node: Node) -> int:
    """Return the whole number in a node; BadContent if it is none, below 0, or beyond `MOST`."""
    found = read_integer(names, node)
    return node.fail_below_zero() if found < 0 else found
