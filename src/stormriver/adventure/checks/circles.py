"""Numbers that depend on themselves: what adds to Craft while Craft is at least 4 could never be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stormriver.adventure.model.definitions import Card, Carrier
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.words.counters import Least, Stat
from stormriver.adventure.words.numbers import Margin, Number
from stormriver.language.grammar import Word
from stormriver.language.source import Where, each, fail_at
from stormriver.language.usage import words_in

HELD_BACK = ("use", "bonus")
"""What may be forbidden a card, so that it adds nothing."""
SCORED = ("strength", "craft", "battle", "psychic", "creature_attack")
"""The numbers that the scores of an attack are made of."""


class Dependence(NamedTuple):
    """A number that is asked for so that another can be told.

    Attributes:
        of: the name of the number to be told.
        on: the name of the one that is asked for.
        stands: where that is said.
    """

    of: str
    on: str
    stands: Where | None


def check_numbers(table: AdventureTable, carriers: Sequence[Carrier]) -> None:
    """Refuse what makes a number depend on itself, by whatever way; BadContent with all that do so.

    Args:
        table: the table, which knows the names of its numbers.
        carriers: all that has hooks, in the order in which it was read; the last that closes a circle is at fault.
    """
    known: dict[str, set[str]] = {}

    def add(one: Dependence) -> None:
        if not _leads(known, one.on, one.of):
            known.setdefault(one.of, set()).add(one.on)
        elif one.stands is not None:
            told = "this makes {number!r} depend on itself, so that it could never be told"
            fail_at(one.stands, told, number=one.of)

    each(_dependences(table, carriers), add)


def _dependences(table: AdventureTable, carriers: Sequence[Carrier]) -> Iterator[Dependence]:
    holders = [holder for carrier in carriers for holder in (carrier, *getattr(carrier, "abilities", ()))]
    for holder in holders:
        for hook in holder.modify:
            for on, stands in _asked(table, (hook.amount, hook.when)):
                yield Dependence(table.number_names[hook.number], on, stands)
    for holder in holders:
        for bar in holder.forbid:
            asked = list(_asked(table, (bar.when,))) if bar.action in HELD_BACK else []
            for number in _held_back(table, carriers, bar.things) if asked else ():
                for on, stands in asked:
                    yield Dependence(number, on, stands)


def _held_back(table: AdventureTable, carriers: Sequence[Carrier], things: frozenset[str]) -> list[str]:
    """Return the numbers to which cards add that are one of some things."""
    cards = [one for one in carriers if isinstance(one, Card) and (not things or things & one.names)]
    return sorted({table.number_names[hook.number] for card in cards for hook in card.modify})


def _asked(table: AdventureTable, parts: tuple[Word, ...]) -> Iterator[tuple[str, Where | None]]:
    """Yield the numbers that some words ask for, and where they do."""
    for word in words_in(parts):
        if isinstance(word, Number):
            yield table.number_names[word.which], word.stands
        elif isinstance(word, Margin):
            yield from ((name, word.stands) for name in SCORED)
        elif isinstance(word, Least) or (isinstance(word, Stat) and word.part == "total"):
            columns = word.amounts if isinstance(word, Least) else (word.column,)
            for name in (table.columns[column] for column in columns):
                if name in table.number_names:
                    yield name, word.stands


def _leads(known: dict[str, set[str]], start: str, wanted: str) -> bool:
    """Tell whether one number depends on another, by whatever way."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == wanted:
            return True
        new = known.get(here, set()) - seen
        seen |= new
        waiting += new
    return False
