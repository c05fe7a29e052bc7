"""Chance: a counter-based generator whose whole state is one 64-bit integer (splitmix64).

Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

from typing import Final

MASK: Final = 0xFFFFFFFFFFFFFFFF
STRIDE: Final = 0x9E3779B97F4A7C15
GENERATOR: Final = "splitmix64"
"""The name of this generator in files."""


def advance(dice: int) -> int:
    """Return the generator state that follows `dice`, for the next number."""
    return (dice + STRIDE) & MASK


def number(dice: int, sides: int) -> int:
    """Return the number from 0 to `sides` - 1 that the state `dice` stands for (sides at least 1)."""
    mixed = ((dice ^ (dice >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return ((mixed ^ (mixed >> 31)) * sides) >> 64


def seeded(seed: int) -> int:
    """Return the first state for a seed (any integer)."""
    return advance(seed & MASK)


def shuffled(dice: int, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the generator state after shuffling `cards`, and the cards in their new order."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        dice = advance(dice)
        other = number(dice, last + 1)
        order[last], order[other] = order[other], order[last]
    return dice, tuple(order)
