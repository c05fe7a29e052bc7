"""Readings of turns missed, gained and ended."""

from __future__ import annotations

from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.words.turns import EndTurn, ExtraTurn, MissTurn
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(MissTurn)
def miss_turn(reader: Reader, word: MissTurn, context: Context) -> Changes:
    """Turns missed; in one's own turn what remains of it goes as well."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        changes = {"turn": -float(word.turns.of(reader.game, context))}
        if seat == reader.state.active:
            changes["end"] = 1.0
        add(total, reader.of(seat, changes))
    return total


@reads(ExtraTurn)
def extra_turn(reader: Reader, word: ExtraTurn, context: Context) -> Changes:
    """Turns gained."""
    return reader.of(context.seat, {"turn": float(word.turns.of(reader.game, context))})


@reads(EndTurn)
def end_turn(reader: Reader, word: EndTurn, context: Context) -> Changes:
    """What remains of the turn under way is lost to the one whose turn it is."""
    return reader.of(reader.state.active, {"end": 1.0})
