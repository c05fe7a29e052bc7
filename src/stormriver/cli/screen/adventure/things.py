"""Seats of an adventure game as they stand on the screen."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.wording import words
from stormriver.language.clauses import Name
from stormriver.presentation.adventure.ids import cards_of, say, table_of


def who(view: View, seat: int) -> Text:
    """Return a seat with its character: `Ann, the Dwarf`."""
    found = view.seats[seat]
    line = seat_text(view, seat)
    if found.character is not None:
        card = cards_of(table_of(view))[found.character]
        character = Name("card", card.id, card.name, determiner="the")
        line.append(words(view, "as_character", character=say(view, character)), "default")
    return line
