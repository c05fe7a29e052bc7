"""Moments at which something may be done, as a rulebook names them: each is one bit, and several are a bitmask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stormriver.language.source import Node


def numbered(moments: Iterable[str], groups: Mapping[str, tuple[str, ...]]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the bit of each moment, and the bitmasks of all names: those of single moments and of groups.

    Args:
        moments: the names of the moments.
        groups: names for several moments, with the names of these.
    """
    bits = {name: 1 << number for number, name in enumerate(moments)}
    return bits, {**bits, **{name: sum(bits[moment] for moment in several) for name, several in groups.items()}}


def read_moments(node: Node, known: Mapping[str, int]) -> int:
    """Return the bitmask of the moments named in a node; BadContent for an unknown name."""
    found = 0
    for item in node.many():
        if item.text() not in known:
            item.misspelt("no moment is called {name!r}", item.text(), known)
        found |= known[item.text()]
    return found
