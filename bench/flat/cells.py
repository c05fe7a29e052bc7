"""Packed columns in plain Python: lists of whole numbers. `cells_i64.py` offers the same as vectors of machine numbers.

The study is compiled with either of the two as this module, see `measure.py`; nothing else differs.
"""

from __future__ import annotations

from stormriver.kernel.dice import advance as advance
from stormriver.kernel.dice import number as number

Int = int
"""A whole number."""
Cells = list[int]
"""Numbers one behind the other."""


def filled(values: list[int]) -> Cells:
    """Return cells with these values."""
    return values[:]


def copied(cells: Cells) -> Cells:
    """Return a copy of cells."""
    return cells[:]


def seeded(dice: int) -> Int:
    """Return a state of the generator, a number of 64 bits without sign, as it is kept here."""
    return dice


def unsigned(dice: Int) -> int:
    """Return a state of the generator as the engine writes it."""
    return dice
