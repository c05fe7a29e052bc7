"""Definitions and names of cards and spaces by the ids that a view gives."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card, Space
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.view import View
from stormriver.kernel.table import once_a_table


@once_a_table
def cards_of(table: AdventureTable) -> dict[str, Card]:
    """Return the definition of each card of a table, by its id."""
    return {card.id: card for card in table.definitions}


@once_a_table
def spaces_of(table: AdventureTable) -> dict[str, Space]:
    """Return the definition of each space of a table, by its id."""
    return {space.id: space for space in table.spaces}


def table_of(view: View) -> AdventureTable:
    """Return the table of a view, with its full type."""
    table: AdventureTable = view.game.table
    return table


def card_name(view: View, card: str) -> str:
    """Return the name of a card by its id; the empty text for an unknown one."""
    found = cards_of(table_of(view)).get(card)
    return "a hidden card" if found is None else found.name


def space_name(space: Space) -> str:
    """Return the name of a space, with a number where several are called the same: `Fields 3`."""
    number = space.id.rpartition("_")[2]
    return f"{space.name} {number}" if number.isdigit() else space.name


def place(view: View, space: str | None) -> str:
    """Return the name of a space by its id."""
    return "off the board" if space is None else space_name(spaces_of(table_of(view))[space])


def action_of(table: AdventureTable, card: Card) -> str:
    """Return the word on a card that says what becomes of it, empty in games whose cards have no such word."""
    entries = table.ruleset.entries
    printed = entries["actions"].mapping() if "actions" in entries else ()
    return card.action if card.action in printed else ""


def source_name(table: AdventureTable, source: int) -> str:
    """Return the name of what carries a hook: a card, a character, a space, a mark, or the rules."""
    if source < table.space_source:
        return nouns(table).card(source)
    if source < table.mark_source:
        return nouns(table).space(source - table.space_source)
    return table.marks[source - table.mark_source].name if source < table.rule_source else "the rules"
