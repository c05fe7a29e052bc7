"""Readings of the options to take, buy, sell, leave behind and exchange trophies."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stormriver.adventure.analysis.under_way import bought_before, exchange_under_way, spent_before
from stormriver.adventure.model.columns import CRAFT, GOLD, STRENGTH
from stormriver.adventure.procedures.belongings import partable
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.limits import trophies
from stormriver.adventure.words.gold import Sell
from stormriver.adventure.words.stock import BUY, TOP, Shop
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.gold import sold
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.stock import bought
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table

KEPT: Final = 1.15
"""The value of a counter now, as a factor of the points that it costs."""


def taken_or_not(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking a card or gold, from a space or another character, changes; or taking no more."""
    about = reader.context
    if name == "take":
        changes = dict(gained(reader, argument))
        if about.rival == NONE and reader.table.cards[argument].cost:
            add(changes, {"gold": -float(reader.table.cards[argument].cost)})
        return changes
    if name == "gold":
        found = reader.state.seats[about.rival][GOLD] if about.rival != NONE else gold_on(reader.game, about.space)
        return {"gold": float(max(1, found))}
    return {}


def bought_or_not(reader: Reader, name: str, argument: int) -> Changes:
    """Return what buying a ware changes."""
    word = reader.word
    if isinstance(word, Shop) and name in ("burgle", "burgle_top"):
        from stormriver.estimates.adventure.stock import burgled

        return burgled(reader, name, argument)
    if not isinstance(word, Shop) or name not in ("buy", "top"):
        return {}
    code = (BUY if name == "buy" else TOP) + argument
    costs = word.costs(reader.game, reader.context, bought_before(reader.game), spent_before(reader.game))
    return bought(reader, word, code, costs[code])


def sold_or_not(reader: Reader, name: str, argument: int) -> Changes:
    """Return what selling a belonging changes."""
    word = reader.word
    return sold(reader, argument, word.for_) if name == "sell" and isinstance(word, Sell) else {}


def ditched(reader: Reader, otherwise: Changes) -> Changes:
    """Return what leaving the least dear belonging behind changes, before going on as otherwise."""
    changes = dict(otherwise)
    add(changes, reader.best([lost(reader, card) for card in partable(reader.game, reader.seat)]))
    return changes


# trophies


def points(table: Table, cards: list[int], column: int) -> list[int]:
    """Return the points of trophies for Strength or Craft."""
    return [table.cards[card].strength if column == STRENGTH else table.cards[card].craft for card in cards]


def exchanged(reader: Reader, name: str, argument: int) -> Changes:
    """Return what exchanging trophies changes, in the way that wastes least."""
    if name == "pass":
        return {}
    column = STRENGTH if name == "strength" else CRAFT
    rate = int(reader.table.options["trophy_points"])
    won = points(reader.table, trophies(reader.game, reader.seat, column), column)
    handed = cheapest(tuple(sorted(won)), rate)
    return {name: float(handed // rate), f"trophy.{name}": -float(handed)}


def handed_in(reader: Reader, name: str, argument: int) -> Changes:
    """Return what handing in one more trophy, or stopping here, changes: counters gained and points wasted."""
    exchange = exchange_under_way(reader.game)
    assert exchange is not None  # it poses the ask
    column, amount = exchange.column, exchange.points
    counter = "strength" if column == STRENGTH else "craft"
    rate = int(reader.table.options["trophy_points"])
    if name == "done":
        return {counter: float(amount // rate), f"trophy.{counter}": -float(amount)}
    amount += points(reader.table, [argument], column)[0]
    rest = points(reader.table, [card for card in exchange.left if card != argument], column)
    handed = cheapest(tuple(sorted(rest)), rate, amount)
    return {counter: float(handed // rate), f"trophy.{counter}": -float(handed)}


@lru_cache(maxsize=4096)
def cheapest(won: tuple[int, ...], rate: int, begun: int = 0) -> int:
    """Return the points to hand in: those that gain most counters compared with their later value.

    Args:
        won: the points of the trophies that are left.
        rate: the points for one counter.
        begun: the points that are handed in already.
    """
    totals = {begun}
    for value in won:
        totals |= {total + value for total in totals}
    enough = [total for total in totals if total >= rate]
    return max(enough, key=lambda total: (total // rate * rate * KEPT - total, -total), default=begun)
