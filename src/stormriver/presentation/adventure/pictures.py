"""The pictures of cards, spaces and forms: what they say of them, completed by what they are."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card, MarkKind, Space
from stormriver.art.compose import picture_of
from stormriver.art.derive import completed
from stormriver.art.vocabulary import NO_ART, Art


def card_art(card: Card) -> Art:
    """Return what the picture of a card shows."""
    return completed(card.art, card.id, card.kind, card.tags, max(card.strength, card.craft))


def space_art(space: Space) -> Art:
    """Return what the picture of a space shows."""
    return completed(space.art, space.id, "space", (space.kind,))


def card_picture(card: Card) -> str:
    """Return the name by which the picture of a card is fetched."""
    return picture_of(card_art(card))


def space_picture(space: Space) -> str:
    """Return the name by which the picture of a space is fetched."""
    return picture_of(space_art(space))


def form_picture(mark: MarkKind) -> str:
    """Return the name by which the picture of another form is fetched; none for any other mark."""
    return picture_of(completed(NO_ART, mark.id, "form")) if mark.is_form else ""
