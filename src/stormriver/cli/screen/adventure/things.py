"""Seats of an adventure game as they stand on the screen."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.presentation.adventure.ids import card_name


def who(view: View, seat: int) -> Text:
    """Return a seat with its character: `Ann, the Dwarf`."""
    found = view.seats[seat]
    line = seat_text(view, seat)
    if found.character is not None:
        line.append(f", the {card_name(view, found.character)}", "default")
    return line
