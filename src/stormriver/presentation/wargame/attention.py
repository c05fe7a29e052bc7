"""Which of the things that a seat could do now concern it, in a wargame (see session/attention.py).

Told from the seat's view alone: what it does not know can change nothing of it.
"""

from __future__ import annotations

from stormriver.estimates.wargame.lookahead import Lookahead
from stormriver.players.wargame.steady import MARGIN, Steady
from stormriver.players.weighed import promising
from stormriver.presentation.attention import ANYTHING, Concern, Recurring
from stormriver.presentation.standing_orders import Matter
from stormriver.wargame.analysis.under_way import attack_under_way
from stormriver.wargame.model import asks
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import items_of, units_of
from stormriver.wargame.procedures.strength import sources_of
from stormriver.wargame.procedures.turn import holds_goals
from stormriver.wargame.view import View


def concerns(view: View, matter: Matter) -> Concern:
    """Return what of a matter concerns the viewer now: what promises a gain.

    It is pressing where it answers an attack, a move, a roll or a spell, not at the start of a phase. When the other
    side holds all that it must, and so is about to win, everything might promise a gain.

    Args:
        view: of the seat that is asked.
        matter: what it is asked about.
    """
    ask = view.ask
    assert ask is not None
    if any(holds_goals(view.game, seat.number) for seat in view.seats if seat.number != view.seat):
        found = dict.fromkeys(matter.things, ANYTHING)
    else:
        found = promising(Steady().weighed(view, ask), matter.leaving, MARGIN)
    table = view.game.table
    at_leisure = not view.moments & ~(table.PHASE | table.ANOTHER_PHASE)
    return Concern(frozenset(), found) if at_leisure else Concern(frozenset(found))


def recurring(game: WargameGame) -> Recurring | None:
    """Return the question that each round of a battle puts again: whether to fight on or to get away.

    For fighting speaks a lead, one's own health, and how little of it the other has; for evading the lead of the
    attacker, and how little health is left. All of this is public.

    Args:
        game: at any ask.
    """
    ask = game.state.ask
    if ask is None or ask.kind not in (asks.EVADE, asks.BREAK_OFF):
        return None
    attack = attack_under_way(game)
    assert attack is not None  # it poses the ask
    clash = Lookahead(game).clash_of(attack)
    about = (game.state.turn, ask.seat, attack.attacker, attack.target)
    if ask.kind == asks.EVADE:
        fight = (-clash.first, clash.rival_health, -clash.health)
        return Recurring(about, {"fight": fight, "evade": (clash.first, -clash.rival_health)})
    return Recurring(about, {"go_on": (clash.first, clash.health, -clash.rival_health)})


def at_hand(view: View) -> tuple[str, ...]:
    """Return the ids of the viewer's spells, of their items that are used up, and of what gives them Fate."""
    game, seat = view.game, view.seat
    items = (item for unit in units_of(game, seat) for item in items_of(game, unit) if game.table.item[item].at)
    hand = [card for card in game.state.zones[game.table.hand + seat] if card >= 0]
    found = [*hand, *items, *sources_of(game, seat, "fate")]
    return tuple(dict.fromkeys(str(game.table.cards[card].id) for card in found))
