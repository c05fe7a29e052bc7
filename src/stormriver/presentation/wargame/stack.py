"""What is still to be resolved in a wargame: each procedure under way in words, the topmost first."""

from __future__ import annotations

from stormriver.kernel.frames import Frame
from stormriver.kernel.state import NONE
from stormriver.presentation.facts import Pending
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.procedures import under_way
from stormriver.wargame.view import View


def stack_of(sight: View) -> tuple[Pending, ...]:
    """Return the procedures under way as an onlooker may know them, the topmost first."""
    table: WargameTable = sight.game.table
    return tuple(_pending(sight, table, frame) for frame in reversed(sight.game.state.frames))


def _pending(sight: View, table: WargameTable, frame: Frame) -> Pending:
    card = frame.card_behind()
    if card == NONE or sight.game.state.place[card] == NONE:  # its viewer may not know it
        card = NONE
    return Pending(
        text=under_way(table, frame, card),
        rule=table.rule(frame.cause(table.first_word)),
        seat=frame.seat,
        card=table.cards[card].id if card != NONE else "",
    )
