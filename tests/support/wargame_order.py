"""What must be in order at any decision of a wargame: tiles, units, stacks, cups, tokens and purses.

As in `contract.py`, each function raises Broken where it does not hold.
"""

from __future__ import annotations

import random

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.wargame.model.columns import COLUMNS, NEUTRAL
from stormriver.wargame.model.frames import Cast
from stormriver.wargame.procedures.forces import all_units, items_of, owner, stack
from stormriver.wargame.procedures.marks import disease, on_unit, wounds
from stormriver.wargame.procedures.strength import given_of, limit_of
from support.random_games import Broken, Check

TOKENS = frozenset({"block", "ruin"})
"""The marks that lie on squares."""


def squares_are_whole(game: Game, rng: random.Random) -> None:
    """Once the map is laid each square has one tile of its region, and never more than one unit."""
    table, zones = game.table, game.state.zones
    laid = any(zones[table.tiles + square.number] for square in table.spaces)
    for square in table.spaces:
        tiles, units = zones[table.tiles + square.number], zones[table.units + square.number]
        if [table.cards[tile].deck for tile in tiles] != [f"{square.side}_tiles"] * laid:
            raise Broken(f"{square.id} has the tiles {[table.cards[tile].id for tile in tiles]}")
        if len(units) > 1 or any(table.cards[unit].group != "unit" for unit in units):
            raise Broken(f"on {square.id} stand {[table.cards[unit].id for unit in units]}")


def piles_are_pure(game: Game, rng: random.Random) -> None:
    """Cups and their piles hold chits of their own, hands hold spells, and no spell is left in the middle of a cast."""
    table, zones = game.table, game.state.zones
    groups = [*((name, table.cup[name]) for name in table.cup), *((name, table.spent[name]) for name in table.spent)]
    groups += [("spells", table.hand + seat) for seat in range(len(table.seats))]
    for name, zone in groups:
        wrong = [table.cards[card].id for card in zones[zone] if table.cards[card].deck != name]
        if wrong:
            raise Broken(f"in {table.zones[zone].name} lie {wrong}")
    if zones[table.casting] and game.under_way(Cast) is None:
        raise Broken("a spell lies there as if it were being cast")


def stacks_are_carried(game: Game, rng: random.Random) -> None:
    """Only units on the map have a stack: characters items, one of a sort, and whoever it be curses and boons."""
    table = game.table
    units = all_units(game)
    for unit in table.unit_cards:
        chits = [table.cards[card] for card in stack(game, unit)]
        name = table.cards[unit].id
        if chits and unit not in units:
            raise Broken(f"{name} is not on the map, but has {[chit.id for chit in chits]}")
        if any(chit.group == "spell" and not chit.lasts for chit in chits):
            raise Broken(f"{name} has a spell that is no curse or boon: {[chit.id for chit in chits]}")
        items = [table.cards[card] for card in items_of(game, unit)]
        slots = [item.slot for item in items if item.slot]
        spare = sum(gift.hands for gift in given_of(game, unit, "hands")) if unit in units else 0
        if len(slots) - len(set(slots)) > spare or (items and table.cards[unit].type != "character"):
            raise Broken(f"{name} carries {[item.id for item in items]}")


def counters_are_right(game: Game, rng: random.Random) -> None:
    """No purse is negative; tokens lie on squares, other marks on units that live; who is neutral is controlled."""
    table, state = game.table, game.state
    for number, row in enumerate(state.seats):
        if min(row) < 0:
            raise Broken(f"{table.seats[number]} has {dict(zip(COLUMNS, row, strict=True))}")
    first_card, first_space = len(table.seats), len(table.seats) + len(table.cards)
    for mark in state.marks:
        kind = table.marks[mark.kind].id
        on_square = mark.subject >= first_space
        if mark.amount < 1 or mark.left < 1 or on_square != (kind in TOKENS):
            raise Broken(f"the mark {kind} makes no sense: {mark.values()}")
        if first_card <= mark.subject < first_space:
            zone = table.zones[state.place[mark.subject - first_card]]
            if not zone.name.startswith(("unit.", "on.", "drawn.")):  # drawn: stolen, and not yet handed on
                raise Broken(f"the mark {kind} lies on {table.cards[mark.subject - first_card].id} in {zone.name}")
    for unit in all_units(game):
        _demand_alive(game, unit)


def _demand_alive(game: Game, unit: int) -> None:
    name = game.table.cards[unit].id
    if wounds(game, unit) >= limit_of(game, unit) or disease(game, unit) > 1:
        raise Broken(f"{name} stands with {wounds(game, unit)} wounds")
    controlled = on_unit(game, unit, game.table.rule_marks.control)
    if bool(controlled) != (game.table.cards[unit].side == NEUTRAL) or owner(game, unit) == NONE or controlled > 2:
        raise Broken(f"{name} is controlled by {controlled}")


def memo_holds(game: Game, rng: random.Random) -> None:
    """What the memos of the position hold is what is found out anew."""
    anew = game.clone()
    for key, known in [*game.memo.items(), *game.lasting.items()]:
        anew.memo, anew.lasting = {}, {}
        find, about = key if isinstance(key, tuple) else (key, ())
        if find(anew, *about) != known:
            raise Broken(f"{find.__name__}{about} is remembered as {known}, and is {find(anew, *about)}")


IN_ORDER: tuple[Check, ...] = (squares_are_whole, piles_are_pure, stacks_are_carried, counters_are_right, memo_holds)
"""What holds of chits and counters at any decision."""
