"""Columns of whole numbers, packed as a processor keeps them.

Compiled, a number is read, written and compared without an object; a copy takes all of them in one go. In plain Python
they are about as quick as lists and tuples.
"""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import i16, i64


def row_of(numbers: Iterable[int]) -> vec[i64]:
    """Return the numbers of a seat as a state keeps them."""
    return vec[i64](numbers)


def places_of(zones: Iterable[int]) -> vec[i16]:
    """Return the zone of each card as a state keeps it."""
    return vec[i16](zones)
