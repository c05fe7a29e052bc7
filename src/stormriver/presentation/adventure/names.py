"""What things are called: seats, spaces and cards by the ids that a view gives."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure import stats
from stormriver.adventure.definitions import Card, Space
from stormriver.adventure.phrases import nouns
from stormriver.adventure.table import AdventureTable
from stormriver.adventure.view import View
from stormriver.language.english import listed, named


@lru_cache(maxsize=8)
def cards_of(table: AdventureTable) -> dict[str, Card]:
    """Return the definition of each card of a table, by its id."""
    return {card.id: card for card in table.definitions}


@lru_cache(maxsize=8)
def spaces_of(table: AdventureTable) -> dict[str, Space]:
    """Return the definition of each space of a table, by its id."""
    return {space.id: space for space in table.spaces}


def table_of(view: View) -> AdventureTable:
    """Return the table of a view, with its full type."""
    return stats.table_of(view.game)


def card_name(view: View, card: str) -> str:
    """Return the name of a card by its id; an unknown one has none."""
    found = cards_of(table_of(view)).get(card)
    return "a hidden card" if found is None else found.name


def counted(names: list[str]) -> str:
    """Return names as a list, equal ones counted: `2 Helmets` stays `Helmet ×2`."""
    return ", ".join(
        name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)
    )


def space_name(space: Space) -> str:
    """Return the name of a space, with a number where several are called the same: `Fields 3`."""
    number = space.id.rpartition("_")[2]
    return f"{space.name} {number}" if number.isdigit() else space.name


def place(view: View, space: str | None) -> str:
    """Return the name of a space by its id."""
    return "off the board" if space is None else space_name(spaces_of(table_of(view))[space])


def title(name: str) -> str:
    """Return the id of a thing as words: `magic_object` becomes `Magic object`."""
    return name.replace("_", " ").capitalize()


def action_of(table: AdventureTable, card: Card) -> str:
    """Return the word on a card that says what becomes of it, empty in games whose cards have no such word."""
    entries = table.ruleset.entries
    printed = entries["actions"].mapping() if "actions" in entries else ()
    return card.action if card.action in printed else ""


def initials(view: View) -> list[str]:
    """Return one sign for each seat: its first letter, or its number where two begin alike."""
    first = [seat.name[0].upper() for seat in view.seats]
    return [sign if first.count(sign) == 1 else str(i + 1) for i, sign in enumerate(first)]


def seat_name(view: View, seat: int) -> str:
    """Return the name of a seat as sentences have it: `Ann` for `ann`."""
    return named(view.seats[seat].name)


def named_all(names: list[str]) -> str:
    """Return the names of seats as a list: `Ann, Ben and Cleo`."""
    return listed([named(name) for name in names], "and")


def source_name(table: AdventureTable, source: int) -> str:
    """Return what carries a hook, by name: a card, a character, a space, a mark, or the rules."""
    if source < table.space_source:
        return nouns(table).card(source)
    if source < table.mark_source:
        return nouns(table).space(source - table.space_source)
    return table.marks[source - table.mark_source].name if source < table.rule_source else "the rules"
