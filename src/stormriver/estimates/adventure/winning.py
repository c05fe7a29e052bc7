"""Readings of victory."""

from __future__ import annotations

from stormriver.adventure.words.winning import Win
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(Win)
def win(reader: Reader, word: Win, context: Context) -> Changes:
    """The game."""
    return reader.of(context.seat, {"win": 1.0})
