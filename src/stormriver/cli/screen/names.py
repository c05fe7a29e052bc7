"""Seats as they stand on the screen: each in its colour."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.presentation.adventure.names import card_name, seat_name


def seat_text(view: View, seat: int) -> Text:
    """Return the name of a seat in its colour."""
    return Text(seat_name(view, seat), palette.of_seat(seat))


def who(view: View, seat: int) -> Text:
    """Return a seat with its character: `Ann, the Dwarf`."""
    found = view.seats[seat]
    line = seat_text(view, seat)
    if found.character is not None:
        line.append(f", the {card_name(view, found.character)}", "default")
    return line
