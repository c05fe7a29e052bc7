"""Seats as they stand on the screen: each in its colour."""

from __future__ import annotations

from rich.text import Text

from stormriver.cli.screen import palette
from stormriver.cli.screen.view import View
from stormriver.presentation.names import seat_name


def seat_text(view: View, seat: int) -> Text:
    """Return the name of a seat in its colour."""
    return Text(seat_name(view, seat), palette.of_seat(seat))
