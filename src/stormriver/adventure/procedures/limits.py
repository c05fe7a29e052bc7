"""Parting with what exceeds a limit, exchanging trophies, and ditching (leaving things behind at will)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import CRAFT, GOLD, SPACE, STRENGTH
from stormriver.adventure.model.frames import Ditch, Exchange, Surplus
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import (
    discard,
    drop,
    objects,
    partable,
    surplus_objects,
    surplus_spells,
)
from stormriver.adventure.procedures.fortune import gain, lay_gold, lose, stock_left
from stormriver.adventure.procedures.stats import is_playing
from stormriver.kernel.ask import CARD, PASS, verb, verb_of
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.program import Steps

DITCH_KEY: Final = verb("ditch", CARD)
DISCARD: Final = verb("discard", CARD)
FOR_STRENGTH: Final = verb("strength")
FOR_CRAFT: Final = verb("craft")
HAND_IN: Final = verb("hand_in", CARD)
DONE: Final = verb("done")


# surplus


def choose_surplus(game: AdventureGame, frame: Surplus) -> None:
    """Who carries or holds too much chooses what goes (objects.excess, spells.surplus)."""
    game.state.answer = PASS
    if not is_playing(game, frame.seat):
        return
    if surplus_objects(game, frame.seat) > 0:
        cards = [c for c in objects(game, frame.seat)]
        game.pose(frame.seat, asks.SURPLUS, [DITCH_KEY + card for card in cards])
    elif surplus_spells(game, frame.seat) > 0:
        hand = game.state.zones[game.table.hand + frame.seat]
        game.pose(frame.seat, asks.SURPLUS, [DISCARD + card for card in hand])


def part_with_surplus(game: AdventureGame, frame: Surplus) -> None:
    """Leave the Object on the space or discard the Spell, and look again."""
    answer = game.state.answer
    if answer == PASS:
        return
    game.restart(frame)
    name, _, card = verb_of(answer)
    if name == "discard":
        discard(game, card, frame.seat)
    else:
        drop(game, frame.seat, card)


SURPLUS_STEPS: Final[Steps] = (
    ("objects.excess", choose_surplus),
    ("objects.excess", part_with_surplus),
)


# trophies


def trophies(game: AdventureGame, seat: int, column: int) -> list[int]:
    """Return the trophies that count for Strength or Craft."""
    table = game.table
    won = game.state.zones[table.trophies + seat]
    if column == STRENGTH:
        return [card for card in won if table.cards[card].strength]
    return [card for card in won if table.cards[card].craft]


def worth(game: AdventureGame, seat: int, column: int) -> int:
    """Return the points of a character's trophies for Strength or Craft."""
    table = game.table
    won = game.state.zones[table.trophies + seat]
    if column == STRENGTH:
        return sum([table.cards[card].strength for card in won])
    return sum([table.cards[card].craft for card in won])


def may_exchange(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character's trophies are worth a counter at the end of their turn (trophies.exchange)."""
    table = game.table
    if not game.state.zones[table.trophies + seat]:
        return False
    rate = int(table.options["trophy_points"])
    return worth(game, seat, STRENGTH) >= rate or worth(game, seat, CRAFT) >= rate


def rate_of(game: AdventureGame, frame: Exchange) -> int:
    """Return how many points are exchanged for one counter: as the place says where it is done, or as always."""
    return frame.rate or int(game.table.options["trophy_points"])


def offer_exchange(game: AdventureGame, frame: Exchange) -> None:
    """At the end of a turn trophies may be exchanged (trophies.exchange)."""
    seat = frame.seat
    rate = rate_of(game, frame)
    options = []
    for key, column in ((FOR_STRENGTH, STRENGTH), (FOR_CRAFT, CRAFT)):
        meant = frame.counters in (0, 1 << column)
        if meant and worth(game, seat, column) >= rate and stock_left(game, column, seat, 1):
            options.append(key)
    if options and is_playing(game, seat):
        game.pose(seat, asks.EXCHANGE, options if frame.must else [PASS, *options])
    else:
        game.state.frames.pop()


def choose_exchange(game: AdventureGame, frame: Exchange) -> None:
    """Note which counter the trophies are handed in for."""
    answer = game.state.answer
    if answer == PASS:
        game.finish(frame)
    else:
        frame.column = STRENGTH if answer == FOR_STRENGTH else CRAFT
        frame.points = 0
        frame.handed_in = 0


def choose_trophies(game: AdventureGame, frame: Exchange) -> None:
    """Choose trophies one by one; what is above a multiple of the rate is lost (trophies.strength, trophies.craft)."""
    rate = rate_of(game, frame)
    left = [c for c in trophies(game, frame.seat, frame.column) if not frame.handed_in >> c & 1]
    options = [HAND_IN + card for card in left]
    if frame.points >= rate:
        options.insert(0, DONE)
    game.pose(frame.seat, asks.TROPHIES, options)


def hand_in(game: AdventureGame, frame: Exchange) -> None:
    """Put a trophy to those handed in, or exchange them."""
    table = game.table
    answer = game.state.answer
    if answer == DONE:
        rate = rate_of(game, frame)
        for card in trophies(game, frame.seat, frame.column):
            if frame.handed_in >> card & 1:
                discard(game, card, frame.seat)
        gained = gain(game, frame.seat, frame.column, frame.points // rate)
        events.TROPHIES_EXCHANGED.tell(game, frame.seat, frame.column, frame.points, gained)
        game.restart(frame)
        frame.must = False
        return
    card = answer - HAND_IN
    frame.handed_in |= 1 << card
    trophy = table.cards[card]
    frame.points += trophy.strength if frame.column == STRENGTH else trophy.craft
    game.go_to(frame, choose_trophies)


EXCHANGE_STEPS: Final[Steps] = (
    ("trophies.exchange", offer_exchange),
    ("trophies.exchange", choose_exchange),
    ("trophies.strength", choose_trophies),
    ("trophies.strength", hand_in),
)


# ditching


def offer_ditch(game: AdventureGame, frame: Ditch) -> None:
    """Choose what to leave on the space; where gold may be left, it is left piece by piece."""
    options = [DITCH_KEY + card for card in partable(game, frame.seat)]
    if may_ditch_gold(game, frame.seat):
        options.append(DITCH_GOLD)
    game.pose(frame.seat, asks.DITCH, options)


def ditch(game: AdventureGame, frame: Ditch) -> None:
    """Leave it; it cannot be taken back this turn (objects.no_take_back)."""
    table = game.table
    if game.state.answer == DITCH_GOLD:
        space = game.state.seats[frame.seat][SPACE]
        lay_gold(game, space, lose(game, frame.seat, GOLD, 1))
        game.mark(table.rule_marks.ditched, table.subject_of_space(space), 1, TURN_END, frame.seat)
        return
    card = game.state.answer - DITCH_KEY
    drop(game, frame.seat, card)
    events.DITCHED.tell(game, frame.seat, card)


DITCH_STEPS: Final[Steps] = (
    ("objects.ditch", offer_ditch),
    ("objects.no_take_back", ditch),
)

DITCH_ANY: Final = verb("ditch")
DITCH_GOLD: Final = verb("gold")


def may_ditch_gold(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character may leave gold on their space."""
    return game.state.seats[seat][GOLD] > 0 and bool(game.table.options["ditch_gold"])


def may_ditch(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character has anything that they may leave on their space (objects.ditch)."""
    if may_ditch_gold(game, seat):
        return True
    return bool(game.state.zones[game.table.play + seat]) and bool(partable(game, seat))


def begin_ditch(game: AdventureGame, seat: int) -> None:
    """Let a character leave one of their belongings behind."""
    game.push(Ditch(seat))
