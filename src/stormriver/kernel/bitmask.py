"""Bitmasks: a set of small numbers as one integer, a bit for each member."""

from __future__ import annotations

from collections.abc import Iterable


def mask_of(members: Iterable[int]) -> int:
    """Return the bitmask of some numbers (each at least 0)."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def members(mask: int) -> list[int]:
    """Return the numbers in a bitmask (at least 0), lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
