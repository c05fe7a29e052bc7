"""Packed columns as `librt` offers them to code compiled by mypyc: vectors of numbers of 64 bits.

It takes the place of `cells.py` where the study is compiled with packed vectors. As plain Python it is not used: there
numbers do not wrap around.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

if TYPE_CHECKING:  # at run time there is no such vector in plain Python
    Int = i64
    Cells = vec[i64]

SIGN: Final = 1 << 63
# what `kernel.dice` multiplies and adds, as numbers with a sign; written out, as only then they are compiled in
STRIDE: Final = -7046029254386353131
FIRST: Final = -4658895280553007687
SECOND: Final = -7723592293110705685


def filled(values: list[int]) -> vec[i64]:
    """Return cells with these values."""
    cells = vec[i64]()
    for value in values:
        cells = append(cells, i64(value))
    return cells


def copied(cells: vec[i64]) -> vec[i64]:
    """Return a copy of cells."""
    return cells[:]


def seeded(dice: int) -> i64:
    """Return a state of the generator, a number of 64 bits without sign, as it is kept here."""
    return i64(dice - (1 << 64) if dice >= SIGN else dice)


def unsigned(dice: i64) -> int:
    """Return a state of the generator as the engine writes it."""
    return int(dice) & ((1 << 64) - 1)


def shifted(value: i64, bits: i64) -> i64:
    """Return a number shifted to the right without its sign."""
    return (value >> bits) ^ ((value >> 63) << (64 - bits))


def advance(dice: i64) -> i64:
    """Return the generator state that follows `dice`, as `kernel.dice.advance` does."""
    return dice + STRIDE


def number(dice: i64, sides: i64) -> i64:
    """Return the number from 0 to `sides` - 1 that the state `dice` stands for, as `kernel.dice.number` does."""
    mixed = (dice ^ shifted(dice, 30)) * FIRST
    mixed = (mixed ^ shifted(mixed, 27)) * SECOND
    mixed ^= shifted(mixed, 31)
    low = (mixed & 0xFFFFFFFF) * sides
    return (shifted(mixed, 32) * sides + shifted(low, 32)) >> 32
