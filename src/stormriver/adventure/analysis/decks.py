"""The cards of decks, wherever they lie, and those that may still be in one."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureGame
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table, once_a_table


@once_a_table
def cards_of_decks(table: Table) -> dict[int, tuple[int, ...]]:
    """Return the cards that belong to each deck, by its number."""
    found: dict[int, list[int]] = {}
    for card, back in enumerate(table.backs):
        found.setdefault(back, []).append(card)
    return {deck: tuple(cards) for deck, cards in found.items()}


def unseen(game: AdventureGame, deck: int) -> list[int]:
    """Return the cards of a deck of which the seat of a masked game does not know where they are."""
    place = game.state.place
    return [card for card in cards_of_decks(game.table).get(deck, ()) if place[card] == NONE]
