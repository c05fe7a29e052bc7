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
    waiting = []
    for card in lying:
        if frame.met >> card & 1 or table.order[card] == NONE or (frame.unfought and not table.is_enemy[card]):
            continue
        if not left_by(game, frame.seat, table.subject_of_card(card)):
            waiting.append(card)
    if len(waiting) > 1:
        waiting.sort(key=table.order.__getitem__)
    return waiting


def waiting(game: AdventureGame) -> bool:
    """Tell whether in the turn under way other cards were still to be met (turn.lose)."""
    encounter = game.under_way(Encounter)
    return encounter is not None and bool(cards_waiting(game, encounter))
