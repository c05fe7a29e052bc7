"""Readings of figures that roam."""

from __future__ import annotations

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.words.figures import Roam
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(Roam)
def roam(reader: Reader, word: Roam, context: Context) -> Changes:
    """What it does to those who are where it comes to: the best place to send it, or the mean where others choose."""
    found = [come_upon(reader, word, context, space) for space in word.among(reader.game, context)]
    return reader.mean(found) if word.by_lot and found else reader.choice(context.seat, found)


def sent(reader: Reader, verb: str, space: int) -> Changes:
    """What the figure under way does to those on a space that it may be sent to."""
    word = reader.word
    return come_upon(reader, word, reader.context, space) if isinstance(word, Roam) else {}


def come_upon(reader: Reader, word: Roam, context: Context, space: int) -> Changes:
    """What a figure does to those on a space to which it comes."""
    card = word.card(reader.game, context)
    total: Changes = {}
    if card != NONE:
        comes = reader.table.cards[card].comes
        for seat in playing(reader.game):
            if reader.state.seats[seat][SPACE] == space:
                add(total, reader.effect(comes, Context(seat, card, space=space)))
    return total
