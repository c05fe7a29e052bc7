"""Knowledge: which cards somebody knows, and whether a move or an answer lets anybody know more.

What has come out so cannot be taken back as if nothing had happened.
"""

from __future__ import annotations

from stormriver.kernel.state import EVERYBODY, NONE, State
from stormriver.kernel.table import HIDDEN, OPEN, Table


def bits_of(viewer: int) -> int:
    """Return the bits of `State.known` that tell what a viewer knows; NONE is an onlooker, who knows what all know."""
    return EVERYBODY if viewer == NONE else EVERYBODY | 1 << viewer


def knows_card(table: Table, state: State, viewer: int, card: int) -> bool:
    """Tell whether `viewer` (NONE: an onlooker) knows which card this is where it lies."""
    return bool(state.known[card] & bits_of(viewer)) or table.rulebook.sees(table, state, viewer, state.place[card])


def shows(table: Table, state: State, card: int, zone: int) -> bool:
    """Tell whether a move of a card to a zone shows it to somebody who does not know it where it lies."""
    before, after = table.zones[state.place[card]], table.zones[zone]
    if after.visible == HIDDEN or before.visible == OPEN:
        return False
    return not knows_card(table, state, NONE if after.visible == OPEN else after.owner, card)


def opens_hidden(table: Table, before: State, after: State) -> bool:
    """Tell whether somebody may look into a zone after an answer that was closed to them, and finds what is new."""
    for zone, cards in enumerate(after.zones):
        if cards and table.zones[zone].visible != OPEN:
            for seat in range(len(after.seats)):
                if table.rulebook.sees(table, after, seat, zone) and not all(
                    knows_card(table, before, seat, card) for card in cards
                ):
                    return True
    return False
