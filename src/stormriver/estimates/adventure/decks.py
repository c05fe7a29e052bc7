"""Readings of decks looked at, put in order and worked through."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.analysis.decks import cards_of_decks
from stormriver.adventure.words.decks import Arrange, Delve, KeepBack, Peek, PutBack
from stormriver.estimates.adventure.changes import Changes, add, going_on
from stormriver.estimates.adventure.reader import LEAST_CHANCE, Reader, reads
from stormriver.kernel.frames import Context


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
