"""Colours and signs of what lies on the board."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card
from stormriver.adventure.view import View
from stormriver.cli.screen import palette


def of_region(view: View, region: str) -> str:
    """Return the style of a Region."""
    level = view.game.table.regions[region].level
    return palette.REGIONS[min(level, len(palette.REGIONS) - 1)]


def of_card(card: Card) -> tuple[str, str]:
    """Return the sign and the style of a card that lies on the board."""
    if "enemy" in card.names:
        return palette.ENEMY, "bright_red"
    if "belonging" in card.names:
        return palette.BELONGING, "bright_green"
    return palette.OTHER, "bright_cyan"
