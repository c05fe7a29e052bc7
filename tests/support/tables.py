"""The tables of games, with their full type."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureTable
from stormriver.kernel.game import Game


def table_of(game: Game) -> AdventureTable:
    """Return the table of an adventure game."""
    table = game.table
    assert isinstance(table, AdventureTable)
    return table
