"""Chance: a counter-based generator whose whole state is one 64-bit integer (splitmix64).

Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stormriver.kernel.compiled import COMPILED
from stormriver.kernel.errors import StormriverError

MASK: Final = 0xFFFFFFFFFFFFFFFF
STRIDE: Final = 0x9E3779B97F4A7C15
GENERATOR: Final = "splitmix64"
"""The name of this generator in files."""


def check_seed(seed: object) -> None:
    """Refuse what is no seed, by a StormriverError: a seed is any integer."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise StormriverError("A seed is a whole number, not {seed!r}.", seed=seed)


def advance(dice: int) -> int:
    """Return the generator state that follows `dice`, for the next number."""
    return (dice + STRIDE) & MASK


def number(dice: int, sides: int) -> int:
    """Return the number from 0 to `sides` - 1 that the state `dice` stands for (sides from 1 to 2**31 - 1)."""
    if COMPILED:
        return native_number(dice, sides)
    mixed = ((dice ^ (dice >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return ((mixed ^ (mixed >> 31)) * sides) >> 64


def native_number(dice: int, sides: int) -> int:
    """Return what `number` does; for the compiled engine alone, whose products of 64 bits wrap around by themselves.

    Plain Python keeps all their bits, of which none above the 64th is looked at, and so needs longer than `number`, as
    that does in the compiled engine. The factors are those of `number`, with the sign that their highest bit means.
    """
    high: i64 = dice >> 32
    low: i64 = dice & 0xFFFFFFFF
    mixed = high << 32 | low
    mixed = (mixed ^ (mixed >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
    mixed = (mixed ^ (mixed >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    mixed ^= mixed >> 31 & 0x1FFFFFFFF
    most: i64 = sides
    return ((mixed >> 32 & 0xFFFFFFFF) * most + ((mixed & 0xFFFFFFFF) * most >> 32)) >> 32


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
