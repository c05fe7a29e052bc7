"""The shelf of adventure games: what the lists say of their cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stormriver.adventure.model.definitions import Card
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.spoken import card_text
from stormriver.language.message import note_in
from stormriver.presentation.adventure.ids import action_of
from stormriver.presentation.names import named_in
from stormriver.scenario.explanation import example_in_short

NUMBERS = ("strength", "craft", "life", "fate", "gold", "spells", "cost")
"""The numbers that a card may have printed on it."""


def kinds(card: Card) -> frozenset[str]:
    """Return all that a card is: its kind, its classes and tags."""
    return frozenset(card.names) - {card.id}


def decks(table: AdventureTable) -> list[str]:
    """Return the decks that cards are drawn from."""
    return [deck.id for deck in table.decks]


def copies(table: AdventureTable, card: Card) -> dict[str, int]:
    """Return how many copies of a card each deck holds."""
    backs = [back for same, back in zip(table.cards, table.backs, strict=True) if same.id == card.id]
    return {deck.id: backs.count(number) for number, deck in enumerate(table.decks) if number in backs}


def facts(table: AdventureTable, card: Card, language: str = "en") -> dict[str, Any]:
    """Return all that is known of a card as plain data, fit for JSON."""
    return {
        "id": card.id,
        "name": table.name_of(card, language),
        "kind": card.kind,
        "kind_name": table.name_of(table.kinds[card.kind], language),
        "deck": card.deck,
        "copies": copies(table, card),
        "numbers": {name: getattr(card, name) for name in NUMBERS if getattr(card, name)},
        "alignment": card.alignment or None,
        "tags": list(card.tags),
        "action": action_of(table, card),
        "text": card_text(table, card, language),
        "note": note_in(language, card.note),
        "provenance": card.provenance,
        "examples": [example_in_short(node, language) for node in card.examples],
    }


def counts(table: AdventureTable) -> Counter[str]:
    """Return how many cards of each deck, spaces, Regions and kinds of marks a table has."""
    found = Counter({f"cards of {deck.name}": table.backs.count(number) for number, deck in enumerate(table.decks)})
    found.update({"spaces": len(table.spaces), "Regions": len(table.regions), "marks": len(table.marks)})
    return found


def deck_in(table: AdventureTable, deck: str, language: str) -> str:
    """Return what a deck, given by its name, is called in a language."""
    return next(named_in(language, "deck", one.id, deck) for one in table.decks if one.name == deck)
