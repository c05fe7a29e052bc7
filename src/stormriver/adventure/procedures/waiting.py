"""Cards on a space that are still to be met by whoever encounters it."""

from __future__ import annotations

from stormriver.adventure.model.frames import Encounter
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import left_by
from stormriver.kernel.state import NONE


def cards_waiting(game: AdventureGame, frame: Encounter) -> list[int]:
    """Return the cards on the space that are still to be met, in their order."""
    table = game.table
    lying = game.state.zones[table.lying + frame.space]
    if not lying:
        return []
    waiting = [card for card in lying if not frame.met >> card & 1 and table.order[card] != NONE]
    waiting = [card for card in waiting if not left_by(game, frame.seat, table.subject_of_card(card))]
    if frame.unfought:
        waiting = [card for card in waiting if table.is_enemy[card]]
    waiting.sort(key=table.order.__getitem__)
    return waiting


def waiting(game: AdventureGame) -> bool:
    """Tell whether in the turn under way other cards were still to be met (turn.lose)."""
    encounter = game.under_way(Encounter)
    return encounter is not None and bool(cards_waiting(game, encounter))
