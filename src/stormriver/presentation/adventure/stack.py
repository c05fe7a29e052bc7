"""What is still to be resolved: each procedure under way in words, the topmost first."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.procedures import under_way
from stormriver.kernel.frames import NONE, Frame
from stormriver.kernel.game import Game
from stormriver.presentation.facts import Pending


def stack_of(game: Game, table: AdventureTable) -> tuple[Pending, ...]:
    """Return the procedures under way in a masked game, the topmost first."""
    return tuple(_pending(game, table, frame) for frame in reversed(game.state.frames))


def _pending(game: Game, table: AdventureTable, frame: Frame) -> Pending:
    behind = frame.card_behind()
    card = behind if behind != NONE and game.state.place[behind] != NONE else NONE
    return Pending(
        text=under_way(table, frame, card),
        rule=table.rule(frame.cause(table.first_word)),
        seat=frame.seat,
        card=table.cards[card].id if card != NONE else "",
    )
