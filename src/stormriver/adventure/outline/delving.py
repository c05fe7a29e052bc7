"""Readings of a deck that is worked through card by card."""

from __future__ import annotations

from stormriver.adventure.outline.changes import Changes
from stormriver.adventure.outline.reader import Reader, reads
from stormriver.adventure.stats import context
from stormriver.adventure.words.delving import Delve
from stormriver.kernel.state import Frame


@reads(Delve)
def delve(reader: Reader, word: Delve, frame: Frame) -> Changes:
    """The mean of the cards of the deck, for each that may come up."""
    cards = [card for card in reader.table.definitions if card.deck == reader.table.decks[word.from_deck].id]
    return reader.mean([reader.effect(card.meet, context(frame.seat, space=frame.space)) for card in cards])
