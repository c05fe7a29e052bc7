"""Cards on a space that are still to be met by whoever encounters it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model.procedures import ENCOUNTER
from stormriver.adventure.procedures.belongings import left_by
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

UNFOUGHT = 1
"""The flag of an encounter in which an Enemy that did not attack was left alone."""


def cards_waiting(game: Game, frame: Frame) -> list[int]:
    """Return the cards on the space that are still to be met, in their order."""
    table: AdventureTable = game.table
    lying = game.state.zones[table.lying + frame.space]
    if not lying:
        return []
    waiting = [card for card in lying if not frame.group >> card & 1 and table.order[card] != NONE]
    waiting = [card for card in waiting if not left_by(game, frame.seat, table.subject_of_card(card))]
    if frame.flags & UNFOUGHT:
        waiting = [card for card in waiting if table.is_enemy[card]]
    waiting.sort(key=table.order.__getitem__)
    return waiting


def waiting(game: Game) -> bool:
    """Tell whether in the turn under way other cards were still to be met (turn.lose)."""
    for frame in reversed(game.state.frames):
        if frame.procedure == ENCOUNTER:
            return bool(cards_waiting(game, frame))
    return False
