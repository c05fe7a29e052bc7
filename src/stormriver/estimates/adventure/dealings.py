"""Readings of dealings with others, of trophies taken, of what lies on cards, and of cards kept face down."""

from __future__ import annotations

from stormriver.adventure.words.counters import Hold
from stormriver.adventure.words.decks import KeepBack, PutBack
from stormriver.adventure.words.places import Lead
from stormriver.adventure.words.trophies import TakeTrophy
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Effect


@reads(TakeTrophy)
def take_trophy(reader: Reader, word: TakeTrophy, context: Context) -> Changes:
    """The Enemy that is worth most."""
    if context.seat != reader.seat:
        return {}
    return dict(reader.best(trophy(reader, card) for card in word.among(reader.game, context)))


def trophy(reader: Reader, card: int) -> Changes:
    """Return what an Enemy is worth as a trophy."""
    definition = reader.table.cards[card]
    return {"trophy.craft" if definition.craft else "trophy.strength": float(definition.craft or definition.strength)}


def trophy_taken(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking an Enemy of the board as a trophy changes."""
    return trophy(reader, argument) if name == "card" else {}


@reads(Hold)
@reads(Lead)
def on_the_board(reader: Reader, word: Effect, context: Context) -> Changes:
    """What lies on the board is read when somebody comes to it."""
    return {}


@reads(KeepBack)
def keep_back(reader: Reader, word: KeepBack, context: Context) -> Changes:
    """Knowing a card that will come, and choosing when, has some value."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


@reads(PutBack)
def put_back(reader: Reader, word: PutBack, context: Context) -> Changes:
    """Nothing: when it is best to put the card back is not estimated."""
    return {}
