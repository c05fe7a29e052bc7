"""Readings of riding."""

from __future__ import annotations

from itertools import product

from stormriver.adventure.words.movement import Stride
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.rolls import SIDES
from stormriver.kernel.frames import Context


@reads(Stride)
def stride(reader: Reader, word: Stride, context: Context) -> Changes:
    """A move by the best of the dice."""
    if context.seat != reader.seat:
        return {}
    rolls = product(SIDES, repeat=word.dice)
    changes = dict(reader.mean([reader.best(strode(reader, "face", side) for side in dice) for dice in rolls]))
    add(changes, {"away": 1.0})
    return changes


def strode(reader: Reader, name: str, argument: int) -> Changes:
    """Return what moving by a die changes."""
    return {f"steps:{argument}": 1.0}
