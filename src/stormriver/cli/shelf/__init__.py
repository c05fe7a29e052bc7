"""Shelves: the interface by which the card lists describe the cards of each rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol


class Shelf(Protocol):
    """The shelf of one rulebook: a module with these functions."""

    def facts(self, table: Any, card: Any, language: str = "en") -> dict[str, Any]:
        """Return all that is known of a card as plain data, fit for JSON."""
        ...

    def copies(self, table: Any, card: Any) -> dict[str, int]:
        """Return how many copies of a card each deck holds."""
        ...

    def kinds(self, card: Any) -> frozenset[str]:
        """Return all that a card is: its kind, its classes and tags."""
        ...

    def decks(self, table: Any) -> list[str]:
        """Return the decks that cards are drawn from."""
        ...

    def counts(self, table: Any) -> Counter[str]:
        """Return how many things of each sort a table has."""
        ...

    def deck_in(self, table: Any, deck: str, language: str) -> str:
        """Return what a deck, named as `counts` does, is called in a language."""
        ...
