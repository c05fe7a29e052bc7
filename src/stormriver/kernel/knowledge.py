"""Knowledge: which cards somebody knows, and whether a move or an answer reveals any.

An answer that revealed something is not free to undo.
"""

from __future__ import annotations

from stormriver.kernel.state import EVERYBODY, NONE, State
from stormriver.kernel.table import HIDDEN, OPEN, Table


def bits_of(viewer: int) -> int:
    """Return the bits of `State.known` that stand for a viewer; NONE is an onlooker, who knows what everybody knows."""
    return EVERYBODY if viewer == NONE else EVERYBODY | 1 << viewer


def knows_card(table: Table, state: State, viewer: int, card: int) -> bool:
    """Tell whether `viewer` (NONE: an onlooker) can identify a card where it lies now."""
    return bool(state.known.get(card, 0) & bits_of(viewer)) or table.rulebook.sees(
        table, state, viewer, state.place[card]
    )


def shows(table: Table, state: State, card: int, zone: int) -> bool:
    """Tell whether moving a card to a zone reveals it to somebody who does not know it where it lies now."""
    before, after = table.zones[state.place[card]], table.zones[zone]
    if after.visible == HIDDEN or before.visible == OPEN:
        return False
    return not knows_card(table, state, NONE if after.visible == OPEN else after.owner, card)


def opens_hidden(table: Table, before: State, after: State) -> bool:
    """Tell whether an answer let a seat look into a zone that holds cards the seat did not know before.

    Args:
        table: the table of the game.
        before: the state before the answer.
        after: the state after it.
    """
    for zone, cards in enumerate(after.zones):
        if cards and table.zones[zone].visible != OPEN:
            for seat in range(len(after.seats)):
                if table.rulebook.sees(table, after, seat, zone) and not all(
                    knows_card(table, before, seat, card) for card in cards
                ):
                    return True
    return False
