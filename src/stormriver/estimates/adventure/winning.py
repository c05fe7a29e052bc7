"""Readings of victory."""

from __future__ import annotations

from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.words.winning import Win
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(Win)
def win(reader: Reader, word: Win, context: Context) -> Changes:
    """The game; a part of it where several win together, and lost where it is others or nobody."""
    winners = seats(reader.game, context, word.who)
    if not winners:
        return {"win": -1.0 / len(reader.state.seats)}
    total: Changes = {}
    for seat in winners:
        add(total, reader.of(seat, {"win": 1.0 / len(winners)}))
    return total
