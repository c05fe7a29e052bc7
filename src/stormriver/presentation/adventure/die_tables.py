"""The tables that spaces roll on, row by row, so that they can be shown as cells in place of their prose."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.adventure.model.definitions import Space
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.spoken import card_text
from stormriver.adventure.words.dice import Roll
from stormriver.kernel.game import SIDES
from stormriver.language import rendering
from stormriver.language.clauses import Rows
from stormriver.language.grammar import ZERO
from stormriver.language.rendering import Language
from stormriver.language.usage import words_in
from stormriver.presentation.adventure.facts import DieTable
from stormriver.presentation.facts import Chance


def die_tables(table: AdventureTable, space: Space, language: str = "en") -> tuple[DieTable, ...]:
    """Return the tables of a space in the order of its text, but for those that take something off their rolls."""
    text = card_text(table, space, language)
    speaker = rendering.spoken(table, language)
    found = [each for word in words_in(space) if isinstance(word, Roll) for each in _shown(word, speaker)]
    return tuple(sorted((each for each in found if each.said in text), key=lambda each: text.index(each.said)))


def _shown(word: Roll, speaker: Language) -> Iterator[DieTable]:
    part = word.clause()
    if not word.rows or word.minus is not ZERO or not isinstance(part, Rows):
        return
    if len(part.rows) != len(word.table_of_results):  # a table of two rows may be said in other words
        return
    chances = [
        Chance(_likelihood(word, low, high), speaker.sentence(deed), tuple(range(low, high + 1)))
        for (low, high, _), (_, deed) in zip(word.table_of_results, part.rows, strict=True)
    ]
    yield DieTable(speaker.rows_said(part), tuple(chances))


def _likelihood(word: Roll, low: int, high: int) -> float:
    """Return how likely a row is, 0 where that hangs on what is added or on how many dice there are."""
    plain = word.plus is ZERO and all(row[1] <= SIDES for row in word.table_of_results)
    return (high - low + 1) / SIDES if plain else 0.0
