"""Which of the things that a seat could do now concern it, in a wargame (see session/attention.py).

Told from the seat's view alone: what it does not know can change nothing of it.
"""

from __future__ import annotations

from stormriver.players.wargame.steady import MARGIN, Steady
from stormriver.players.weighed import promising
from stormriver.presentation.attention import NONE_OF_THEM, Concern
from stormriver.presentation.standing_orders import Matter
from stormriver.wargame.procedures.forces import items_of, units_of
from stormriver.wargame.procedures.strength import sources_of
from stormriver.wargame.procedures.turn import holds_goals
from stormriver.wargame.view import View


def concerns(view: View, matter: Matter) -> Concern:
    """Return what of a matter concerns the viewer now: what promises a gain.

    It is pressing where it answers an attack, a move, a roll or a spell, not at the start of a phase. When the other
    side holds all that it must, and so is about to win, everything is pressing.

    Args:
        view: of the seat that is asked.
        matter: what it is asked about.
    """
    ask = view.ask
    assert ask is not None
    if any(holds_goals(view.game, seat.number) for seat in view.seats if seat.number != view.seat):
        return Concern(matter.things)
    found = promising(Steady().weighed(view, ask), matter.leaving, MARGIN)
    table = view.game.table
    at_leisure = not view.moments & ~(table.PHASE | table.ANOTHER_PHASE)
    return Concern(NONE_OF_THEM, found) if at_leisure else Concern(found)


def at_hand(view: View) -> tuple[str, ...]:
    """Return the ids of the viewer's spells, of their items that are used up, and of what gives them Fate."""
    game, seat = view.game, view.seat
    items = (item for unit in units_of(game, seat) for item in items_of(game, unit) if game.table.item[item].at)
    hand = [card for card in game.state.zones[game.table.hand + seat] if card >= 0]
    found = [*hand, *items, *sources_of(game, seat, "fate")]
    return tuple(dict.fromkeys(str(game.table.cards[card].id) for card in found))
