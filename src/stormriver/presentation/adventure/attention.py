"""Which of the things that a seat could do now concern it, in an adventure game (see session/attention.py).

Told from the seat's view alone: what it does not know can change nothing of it.
"""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import (
    exchange_under_way,
    fight_asked_about,
    peril_under_way,
    roll_under_way,
    spell_aimed_at,
)
from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import CRAFT, SPACE, STRENGTH
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import objects
from stormriver.adventure.procedures.limits import worth
from stormriver.adventure.procedures.stats import total
from stormriver.adventure.view import View
from stormriver.kernel.ask import CARD
from stormriver.players.adventure.steady import Steady
from stormriver.players.weighed import promising
from stormriver.presentation.adventure.matches import standing
from stormriver.presentation.adventure.standing_orders import AT_FIRST
from stormriver.presentation.attention import Concern, Evident, Recurring, makes_use
from stormriver.presentation.standing_orders import Matter

AT_HAND = frozenset({asks.WINDOW, asks.ROLL, asks.ROLLED, asks.FATE})
"""The kinds of asks that offer what a seat has at hand, whether or not it bears on what happens now."""
AFTER_A_ROLL = frozenset({asks.ROLLED, asks.FATE})
"""Those among them that answer a roll: what is let go at one roll may be wanted at the next."""
ONWARD = frozenset({"to", "cross", "stay", "strength", "craft"})
"""The verbs of options that are put as one with what they lead to: whom to encounter there, what to hand in for it."""
HUNDREDTHS = 100
"""In what parts of a point two options are compared."""
UNASKED = frozenset({key for keys in AT_FIRST.values() for key in keys})
"""What every seat declines by default; who has withdrawn that order wishes to be asked about it."""


def concerns(view: View, matter: Matter) -> Concern:
    """Return what of a matter concerns the viewer now.

    All that is no use of something at hand is a choice of the rules, and pressing; so is all that is at hand
    when something of the viewer's is at stake. Else it is what promises a gain, and where the game may be about to
    end, all of it once in a turn.

    Args:
        view: of the seat that is asked.
        matter: what it is asked about.
    """
    ask = view.ask
    assert ask is not None
    if (ask.kind not in AT_HAND and not _only_uses(ask.kind, matter)) or leads_on(view, matter):
        return Concern(matter.things)
    if _at_stake(view):
        return Concern(matter.things - _in_vain(view))
    wished = matter.things & UNASKED
    found = promising(Steady().weighed(view, ask), matter.leaving)
    if ask.kind in AFTER_A_ROLL:
        return Concern(wished | found.keys())
    return Concern(wished, found, matter.things - wished if _about_to_end(view) else frozenset())


def _only_uses(kind: str, matter: Matter) -> bool:
    """Tell whether there is nothing to be encountered but the space, while something at hand may be used."""
    return kind == asks.ENCOUNTER and all(makes_use(key) or key in UNASKED for key in matter.things)


def recurring(game: AdventureGame) -> Recurring | None:
    """Return the question that is put again on each visit or at the end of each turn: what to take, what to exchange.

    Who has left what lies somewhere leaves it as long as a hint finds no more in it; who has kept their trophies keeps
    them as long as they have no more.

    Args:
        game: at any ask.
    """
    ask = game.ask
    if ask is None or ask.kind not in (asks.TAKE, asks.EXCHANGE) or len(ask.keys) < 2:
        return None
    seat = ask.seat
    about: tuple[str | int, ...] = (ask.kind, *sorted(ask.codes))
    if ask.kind == asks.EXCHANGE:
        return Recurring(about, {"pass": (-worth(game, seat, STRENGTH), -worth(game, seat, CRAFT))})
    found = Steady().weighed(game.view(seat), ask)
    worths = {one.key: round(HUNDREDTHS * one.worth) for one in found}
    left = worths.pop("done", None)
    if left is None:
        return None
    return Recurring((*about, game.state.seats[seat][SPACE]), {"done": (left - max(worths.values()),)})


def evident(view: View) -> Evident | None:
    """Return the answer that goes without saying: to take what is free, or to hand in what alone is enough.

    Args:
        view: of the seat that is asked.
    """
    ask = view.ask
    if ask is None or ask.seat != view.seat or len(ask.keys) < 2:
        return None
    if ask.kind == asks.TROPHIES:
        return _handed_in(view)
    return _taken(view) if ask.kind == asks.TAKE and "done" in ask.keys else None


def _taken(view: View) -> Evident | None:
    """Return the answer to take what lies there for nothing and is of use, with room for all of it."""
    assert view.ask is not None
    table, seat = view.game.table, view.seat
    cards = [option.argument for option in view.ask.options.values() if option.kind == CARD]
    burdens = sum(table.is_burden[card] for card in cards)
    room = max(0, total(view.game, seat, table.CARRY)) - len(objects(view.game, seat))
    if burdens > room or any(table.cards[card].cost for card in cards):
        return None
    found = Steady().weighed(view, view.ask)
    return Evident(found[0].key, "evident_taken") if promising(found, "done") else None


def _handed_in(view: View) -> Evident | None:
    """Return the answer where all trophies left are needed for a counter, or can come to no further one."""
    found, ask = exchange_under_way(view.game), view.ask
    assert found is not None and ask is not None
    cards = view.game.table.cards
    left = [cards[card].strength if found.column == STRENGTH else cards[card].craft for card in found.left]
    most = found.points + sum(left)
    if "done" in ask.keys:
        return Evident("done", "evident_trophies") if most // found.rate == found.points // found.rate else None
    needed = most - min(left) < found.rate
    return Evident(Steady().weighed(view, ask)[0].key, "evident_trophies") if needed else None


def leads_on(view: View, matter: Matter) -> bool:
    """Tell whether an ask is the first half of where to move: whether to keep the roll for it."""
    roll = roll_under_way(view.game)
    return view.ask is not None and view.ask.kind == asks.ROLLED and roll is not None and roll.moves


def at_hand(view: View) -> tuple[str, ...]:
    """Return the ids of the viewer's Spells, and of those of their cards that they may make use of at some time."""
    table, zones = view.game.table, view.game.state.zones
    cards = [card for card in (*zones[table.hand + view.seat], *zones[table.play + view.seat]) if card >= 0]
    return tuple(dict.fromkeys(table.cards[card].id for card in cards if table.cast_at[card] or card in table.acts))


def _about_to_end(view: View) -> bool:
    """Tell whether it is the turn of another character who stands on the goal, from where the game is won."""
    active = view.active
    return active.number != view.seat and active.place == view.roads.summit


def _at_stake(view: View) -> bool:
    """Tell whether the ask is about a fight, a loss or a Spell that touches the viewer."""
    fight, peril = fight_asked_about(view.game), peril_under_way(view.game)
    return (
        (fight is not None and fight.concerns(view.seat))
        or (peril is not None and peril.seat == view.seat and peril.what != "enemy")
        or spell_aimed_at(view.game) == view.seat
    )


def _in_vain(view: View) -> frozenset[str]:
    """Return what is at stake in vain: fate that cannot make a fight better than the dice as they lie.

    Against another character even a victory may be made safer, as they may still answer.
    """
    fight, stands = fight_asked_about(view.game), standing(view)
    if fight is None or stands is None or stands.again is None or fight.against_character:
        return frozenset()
    win, draw, _ = stands.again
    level = fight.if_level(view.seat)
    now = _sign(stands.ahead) or level
    best = 1 if win else level if draw else -1
    assert view.ask is not None
    return frozenset(key for key in view.ask.keys if key.startswith("fate")) if best <= now else frozenset()


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)
