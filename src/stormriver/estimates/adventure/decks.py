"""Readings of decks looked at, put in order and worked through."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.analysis.decks import cards_of_decks, unseen
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.words.decks import Arrange, Delve, Draw, KeepBack, Peek, PutBack
from stormriver.estimates.adventure.changes import Changes, add, going_on
from stormriver.estimates.adventure.meeting import first_met, mean_met
from stormriver.estimates.adventure.reader import LEAST_CHANCE, Reader, reads
from stormriver.kernel.frames import NONE, Context


@reads(Peek)
def peek(reader: Reader, word: Peek, context: Context) -> Changes:
    """Knowing some cards has no value of its own."""
    return {"chance": 1.0}


@reads(KeepBack)
def keep_back(reader: Reader, word: KeepBack, context: Context) -> Changes:
    """Knowing a card that will come, and choosing when, has some value."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


@reads(PutBack)
def put_back(reader: Reader, word: PutBack, context: Context) -> Changes:
    """Nothing: when it is best to put the card back is not estimated."""
    return {}


@reads(Draw)
def draw(reader: Reader, word: Draw, context: Context) -> Changes:
    """The mean of what may be drawn; what a card drawn lets draw in turn is but a chance."""
    count = word.number_.of(reader.game, context)
    if context.seat != reader.seat or reader.row[SPACE] == NONE or count <= 0:
        return {}
    if DRAWING in reader.memo:
        return {"chance": float(count)}
    reader.memo[DRAWING] = {}
    try:
        return _drawn(reader, word, 1 if word.one else min(count, MOST))
    finally:
        del reader.memo[DRAWING]


def _drawn(reader: Reader, word: Draw, count: int) -> Changes:
    deck = word.deck(reader.game, reader.row[SPACE])
    if word.discards:
        card = word.next(reader.game, deck)
        return first_met(reader, card) if card != NONE else {}
    cards = [card for card in unseen(reader.game, deck) if word.wanted(reader.game, card)]
    once = mean_met(reader, cards) if cards else {}
    total: Changes = {}
    for time in range(count):
        add(total, once, going_on(once) ** time)
    return total


DRAWING: Final = "drawing"
"""The key in a reader's memory that a card is being read which is drawn by a word."""
MOST: Final = 6
"""With at most this many cards all orders are enumerated."""


@reads(Delve)
def delve(reader: Reader, word: Delve, context: Context) -> Changes:
    """The expectation over all orders of the cards, as far as one gets; for a large deck the mean of its cards."""
    return reader.leading_on(word, lambda: _delved(reader, word, context))


def _delved(reader: Reader, word: Delve, context: Context) -> Changes:
    table = reader.table
    own = cards_of_decks(table).get(word.from_deck, ())
    count = min(word.count.of(reader.game, context), len(own))
    met = [reader.effect(table.cards[n].meet, Context(context.seat, n, space=context.space)) for n in own]
    others = frozenset(i for i, n in enumerate(own) if table.definition_of[n] != word.last)
    if len(others) > MOST:
        return reader.mean(met)
    last = next((met[i] for i in range(len(own)) if i not in others), {})
    return _expected(met, others, count, last)


def _expected(met: list[Changes], left: frozenset[int], count: int, last: Changes) -> Changes:
    """Return what turning up so many of the cards that are left changes, each as likely as the others, then the last.

    Args:
        met: what meeting each card changes.
        left: the places in `met` of the cards still in the deck.
        count: how many of them are turned up.
        last: what the card changes that comes after them.
    """
    if not count or not left:
        return last
    total: Changes = {}
    for card in left:
        add(total, met[card], 1 / len(left))
        on = going_on(met[card])
        if on > LEAST_CHANCE:
            add(total, _expected(met, left - {card}, count - 1, last), on / len(left))
    return total


@reads(Arrange)
def arrange(reader: Reader, word: Arrange, context: Context) -> Changes:
    """Knowing what comes next has some value."""
    return {"chance": 1.0} if context.seat == reader.seat else {}
