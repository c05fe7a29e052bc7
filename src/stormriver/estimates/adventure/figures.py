"""Readings of what characters are able to do: serving, joining others, trophies seized, clockwork."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import fight_under_way
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.targets import one, others_here
from stormriver.adventure.words.choice import EachHere
from stormriver.adventure.words.dice import Roll
from stormriver.adventure.words.fights import Kill
from stormriver.adventure.words.kept import RedrawHere
from stormriver.adventure.words.movement import BeginBeside, Join, Steer
from stormriver.adventure.words.stock import Shop
from stormriver.adventure.words.trophies import Seize
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.meeting import first_met, mean_draw
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.strife import DIE
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(BeginBeside)
def begin_beside(reader: Reader, word: BeginBeside, context: Context) -> Changes:
    """One place to begin is as good as another."""
    return {}


@reads(Join)
def join(reader: Reader, word: Join, context: Context) -> Changes:
    """The space of any of the others."""
    here = reader.row[SPACE]
    spaces = {row[SPACE] for row in reader.state.seats if row[SPACE] not in (here, NONE)}
    region = reader.table.spaces[here].region
    near = [space for space in spaces if reader.table.spaces[space].region == region]
    return reader.best({f"at:{reader.table.spaces[space].id}": 1.0, "away": 1.0} for space in near)


def joined(reader: Reader, name: str, argument: int) -> Changes:
    """Return what going to the space of another character changes."""
    space = reader.state.seats[argument][SPACE]
    return {f"at:{reader.table.spaces[space].id}": 1.0} if name == "at" and space != NONE else {}


def set_out_at(reader: Reader, name: str, argument: int) -> Changes:
    """Return what setting out at a space changes."""
    return {f"at:{reader.table.spaces[argument].id}": 1.0}


@reads(EachHere)
def serve(reader: Reader, word: EachHere, context: Context) -> Changes:
    """What each of those served does."""
    total: Changes = {}
    for other in others_here(reader.game, context.seat):
        add(total, reader.effect(word.do_, Context(other, context.card, context.seat, context.space)))
    return total


@reads(Steer)
def led(reader: Reader, word: Steer, context: Context) -> Changes:
    """A choice less for one."""
    return reader.of(context.seat, {"chance": -1.0})


@reads(Seize)
def seize(reader: Reader, word: Seize, context: Context) -> Changes:
    """The best of the trophies."""
    other = one(reader.game, context, word.who)
    if other == NONE or context.seat != reader.seat:
        return {}
    return reader.best(trophy(reader, card) for card in reader.state.zones[reader.table.trophies + other])


def trophy(reader: Reader, card: int) -> Changes:
    """Return what having a trophy changes."""
    definition = reader.table.cards[card]
    if definition.craft:
        return {"trophy.craft": float(definition.craft)}
    return {"trophy.strength": float(definition.strength)}


def seized(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking a trophy changes."""
    return trophy(reader, argument) if argument >= 0 else {}


@reads(Kill)
def slay(reader: Reader, word: Kill, context: Context) -> Changes:
    """A creature beaten for certain."""
    from stormriver.adventure.procedures.fights import meant

    if fight_under_way(reader.game) is None:
        return {"chance": 1.0}
    found = meant(reader.game, context, word.things)
    changes = trophy(reader, found[0]) if found else {}
    return {**changes, "evade": 1.0}


@reads(RedrawHere)
def redraw_here(reader: Reader, word: RedrawHere, context: Context) -> Changes:
    """Other cards instead of the worst one, for a belonging."""
    if context.seat != reader.seat:
        return {}
    lying = [card for card in reader.state.zones[reader.table.lying + reader.row[SPACE]] if card >= 0]
    changes = dict(reader.best(lost(reader, card) for card in having(reader.game, context.seat, word.things)))
    worst = reader.best({name: -amount for name, amount in first_met(reader, card).items()} for card in lying)
    add(changes, worst)
    add(changes, mean_draw(reader))
    return changes


# options


def result_chosen(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a result of a table that is chosen changes."""
    word = reader.word
    return reader.effect(word.following(argument), reader.context) if isinstance(word, Roll) else {}


def first_of(reader: Reader, name: str, argument: int) -> Changes:
    """Return what meeting a card first changes: what ends the encounter is better met last."""
    return first_met(reader, argument)


def burgled(reader: Reader, name: str, argument: int) -> Changes:
    """Return what an attempt to burgle changes: the Object or a lost turn, by the die, the price and Craft."""
    from stormriver.adventure.procedures.stats import craft

    word = reader.word
    if not isinstance(word, Shop):
        return {}
    price = word.price(argument) if name == "burgle" else DIE
    chance = max(0.0, min(1.0, (craft(reader.game, reader.seat) - price) / 6))
    changes: Changes = {"turn": -(1 - chance)}
    add(changes, gained(reader, argument) if name == "burgle" else {"object": 1.0}, chance)
    return changes


__all__ = ["burgled", "first_of", "joined", "result_chosen", "seized", "set_out_at"]
