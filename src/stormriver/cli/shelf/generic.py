"""The default shelf, for rulebooks without one of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stormriver.language import rendering


def facts(table: Any, card: Any, language: str = "en") -> dict[str, Any]:
    """Return what is known of a card as plain data."""
    return {
        "id": card.id,
        "name": table.name_of(card, language),
        "kind": "card",
        "kind_name": rendering.language(language).fragment("terminal.words.card"),
        "copies": copies(table, card),
        "numbers": {},
        "alignment": None,
        "tags": [],
        "action": "",
        "text": table.says(card, language),
        "note": "",
        "provenance": "",
        "examples": [],
    }


def copies(table: Any, card: Any) -> dict[str, int]:
    """Return how many copies of a card there are, in one deck."""
    return {"cards": sum(one is card for one in table.cards)}


def kinds(card: Any) -> frozenset[str]:
    """Return the one kind that all cards have here."""
    return frozenset({"card"})


def decks(table: Any) -> list[str]:
    """Return the one deck."""
    return ["cards"]


def counts(table: Any) -> Counter[str]:
    """Return how many cards there are."""
    return Counter({"cards": len(table.cards)})


def deck_in(table: Any, deck: str, language: str) -> str:
    """Return the name of a deck, which no catalogue has."""
    return deck
