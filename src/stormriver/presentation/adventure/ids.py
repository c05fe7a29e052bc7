"""Definitions and names of cards and spaces by the ids that a view gives."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card, Space
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.event_text import carrier
from stormriver.adventure.view import View
from stormriver.kernel.table import once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase


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


def say(view: View, part: Part, form: str = "") -> str:
    """Return a part in the words of the viewer's language; the form is a case."""
    return rendering.spoken(view.game.table, view.language).say(part, form)


def alone(view: View, part: Part) -> str:
    """Return a part that stands by itself, in the words of the viewer's language."""
    return rendering.spoken(view.game.table, view.language).alone(part)


def tell(view: View, key: str, **parts: Part) -> str:
    """Return a message of the adventure games in the viewer's language."""
    return rendering.spoken(view.game.table, view.language).message(f"adventure.{key}", **parts)


def number(value: int) -> Part:
    """Return a number as a part."""
    return Text(str(value))


def card_name(view: View, card: str) -> str:
    """Return the name of a card by its id, also of an unknown one."""
    table = table_of(view)
    found = cards_of(table).get(card)
    return say(view, phrase("hidden_card")) if found is None else table.name_of(found, view.language)


def place(view: View, space: str | None) -> str:
    """Return the name of a space by its id."""
    if space is None:
        return say(view, phrase("off_the_board"))
    table = table_of(view)
    return table.name_of(spaces_of(table)[space], view.language)


def action_of(table: AdventureTable, card: Card) -> str:
    """Return the word on a card that says what becomes of it, empty in games whose cards have no such word."""
    entries = table.ruleset.entries
    printed = entries["actions"].mapping() if "actions" in entries else ()
    return card.action if card.action in printed else ""


def source_name(table: AdventureTable, source: int) -> Part:
    """Return the name of what carries a hook: a card, a character, a space, a mark, or the rules."""
    return carrier(table, source) if source < table.rule_source else phrase("the_rules")
