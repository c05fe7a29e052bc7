"""The text of a card, space or mark in plain English, generated from what it does."""

from __future__ import annotations

from stormriver.adventure import english
from stormriver.adventure.definitions import Card
from stormriver.adventure.view import View


def card_text(view: View, card: Card) -> str:
    """Return what a card says, in one paragraph."""
    found = getattr(english, "card_text", None)
    return str(found(card)) if found else ""
