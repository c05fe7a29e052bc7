"""Which of the things that a seat could do now concern it, in a wargame (see session/attention.py).

Told from the seat's view alone: what it does not know can change nothing of it.
"""

from __future__ import annotations

from stormriver.kernel.ask import Option
from stormriver.players.wargame.steady import MARGIN, Steady
from stormriver.players.wargame.worth import Worth
from stormriver.players.weighed import promising
from stormriver.presentation.attention import Concern, Evident, Recurring
from stormriver.presentation.standing_orders import Matter
from stormriver.presentation.wargame.standing_orders import LEAVING
from stormriver.wargame.model import asks
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import items_of, units_of
from stormriver.wargame.procedures.shooting import targets, volley_targets
from stormriver.wargame.procedures.strength import casters_of, sources_of
from stormriver.wargame.procedures.turn import holds_goals
from stormriver.wargame.view import View

AT_LEISURE = frozenset({asks.ATTACKER, asks.HEAL, asks.MARTYR, asks.RETREAT, asks.SHOOTER})
"""The kinds of asks of the rules that only matter where one of their options promises a gain."""
RECURRING = frozenset({asks.BREAK_OFF, asks.EVADE, asks.MARTYR, asks.MOVES, asks.QUEST})
"""The kinds of asks that put a question again."""
HUNDREDTHS = 100
"""In what parts of a point two options are compared."""


def concerns(view: View, matter: Matter) -> Concern:
    """Return what of a matter concerns the viewer now: what promises a gain.

    It is pressing where it answers an attack, a move, a roll or a spell, not at the start of a phase. When the other
    side holds all that it must, and so is about to win, everything concerns the viewer, at leisure once in a turn.

    Args:
        view: of the seat that is asked.
        matter: what it is asked about.
    """
    found = _promising(view, matter.leaving)
    all_of_it = matter.things if _about_to_end(view) else frozenset()
    table = view.game.table
    at_leisure = not view.moments & ~(table.PHASE | table.ANOTHER_PHASE)
    return Concern(frozenset(), found, all_of_it) if at_leisure else Concern(all_of_it.union(found))


def evident(view: View) -> Evident | None:
    """Return the answer that goes without saying: to leave what promises nothing, or any order of what is all done.

    That is whom to strike first where all are struck, and who heals first: healing costs nothing, and whom is asked.
    A shot costs nothing either, where a unit can shoot at one foe alone, or at all, and has nothing better to do.
    """
    ask = view.ask
    if ask is None or ask.seat != view.seat or len(ask.keys) < 2:
        return None
    if ask.kind == asks.VOLLEY:
        return Evident(Steady().weighed(view, ask)[0].key, "evident_order")
    if ask.kind not in AT_LEISURE or LEAVING not in ask.keys or _about_to_end(view):
        return None
    found = Steady().weighed(view, ask)
    if not promising(found, LEAVING, MARGIN):
        return Evident(LEAVING, f"evident_{ask.kind}")
    if ask.kind == asks.HEAL:
        return Evident(found[0].key, "evident_healer")
    shoots = ask.kind == asks.SHOOTER and _shoots_for_nothing(view, ask.options[found[0].key])
    return Evident(found[0].key, "evident_shot") if shoots else None


def _shoots_for_nothing(view: View, option: Option) -> bool:
    """Tell whether a unit has nobody else to shoot at, and gives up neither a spell nor a battle of any promise."""
    game, unit = view.game, option.argument
    aimed = option.verb == "shoot" and len(targets(game, unit)) == 1 and not volley_targets(game, unit)
    if not (aimed or (option.verb == "volley" and not targets(game, unit))):
        return False
    spells = view.ask is not None and any(other.verb == "cast" for other in view.ask.options.values())
    return not (spells and unit in casters_of(game, view.seat)) and Worth(view).best_battle(unit) <= MARGIN


def _promising(view: View, leaving: str) -> dict[str, float]:
    assert view.ask is not None
    return promising(Steady().weighed(view, view.ask), leaving, MARGIN)


def _about_to_end(view: View) -> bool:
    """Tell whether the other side holds all that it must."""
    return any(holds_goals(view.game, seat.number) for seat in view.seats if seat.number != view.seat)


def recurring(game: WargameGame) -> Recurring | None:
    """Return the question that is put again in each round of each battle, or in each turn.

    Those are whether to fight on, to get away or to let a Martyr step in, whom to send on a quest, and whom to move.
    For each option speaks by how much a hint would prefer it to all others, from the strength, wounds and worth of the
    units. Whom to send or to move is another question each time, so only the answer to leave it can stand: to send
    nobody, and to move nobody else where no move promises a gain.

    Args:
        game: at any ask.
    """
    ask = game.ask
    if ask is None or ask.kind not in RECURRING or len(ask.keys) < 2:
        return None
    view = game.view(ask.seat)
    found = Steady().weighed(view, ask)
    if ask.kind == asks.MOVES and (promising(found, LEAVING, MARGIN) or _about_to_end(view)):
        return None
    worth = {one.key: round(HUNDREDTHS * one.worth) for one in found}
    standing = [LEAVING] if ask.kind in (asks.MOVES, asks.QUEST) else list(worth)
    reasons = {key: (worth[key] - max(worth[other] for other in worth if other != key),) for key in standing}
    return Recurring((ask.kind,), reasons)


def at_hand(view: View) -> tuple[str, ...]:
    """Return the ids of the viewer's spells, of their items that are used up, and of what gives them Fate."""
    game, seat = view.game, view.seat
    items = (item for unit in units_of(game, seat) for item in items_of(game, unit) if game.table.item[item].at)
    hand = [card for card in game.state.zones[game.table.hand + seat] if card >= 0]
    found = [*hand, *items, *sources_of(game, seat, "fate")]
    return tuple(dict.fromkeys(str(game.table.cards[card].id) for card in found))
