"""Readings of moves, being carried elsewhere, and gates."""

from __future__ import annotations

from itertools import product
from typing import Final

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.definitions import Gate
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.words.movement import BeginBeside, ConfineTo, Enter, Join, Land, Steer, Stride, Teleport, Walk
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.dice import SIDES
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING


@reads(Walk)
def walk(reader: Reader, word: Walk, context: Context) -> Changes:
    """A move of 1 space."""
    return {"steps:1": 1.0, "away": 1.0} if context.seat == reader.seat else {}


def gone_on(reader: Reader, name: str, argument: int) -> Changes:
    """Return what going on to the next space, or staying where the move ended, changes."""
    space = argument if name == "to" else reader.row[SPACE]
    return {f"at:{reader.game.table.spaces[space].id}": 1.0}


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
    return reader.best([{f"at:{reader.table.spaces[space].id}": 1.0, "away": 1.0} for space in near])


def joined(reader: Reader, name: str, argument: int) -> Changes:
    """Return what going to the space of another character changes."""
    space = reader.state.seats[argument][SPACE]
    return {f"at:{reader.table.spaces[space].id}": 1.0} if name == "at" and space != NONE else {}


def set_out_at(reader: Reader, name: str, argument: int) -> Changes:
    """Return what setting out at a space changes."""
    return {f"at:{reader.table.spaces[argument].id}": 1.0}


@reads(Steer)
def steer(reader: Reader, word: Steer, context: Context) -> Changes:
    """A choice less for one."""
    return reader.of(context.seat, {"chance": -1.0})


@reads(Stride)
def stride(reader: Reader, word: Stride, context: Context) -> Changes:
    """A move by the best of the dice."""
    if context.seat != reader.seat:
        return {}
    by_side = {side: strode(reader, "face", side) for side in SIDES}
    worth = {side: reader.worth(changes) for side, changes in by_side.items()}
    rolls = product(SIDES, repeat=word.dice)
    changes = dict(reader.mean([by_side[max(dice, key=worth.__getitem__)] for dice in rolls]))
    add(changes, {"away": 1.0})
    return changes


def strode(reader: Reader, name: str, argument: int) -> Changes:
    """Return what moving by a die changes."""
    return {f"steps:{argument}": 1.0}


@reads(Teleport)
def teleport(reader: Reader, word: Teleport, context: Context) -> Changes:
    """Another space, the best if there is a choice."""
    seat = one(reader.game, context, word.who)
    if seat == NONE:
        return {}
    if seat != reader.seat:
        return reader.of(seat, {"away": 1.0})
    spaces = tuple(word.to.all(reader.game, seat, context))
    return reader.once(spaces, lambda: reader.best([arrival(reader, space) for space in spaces]))


@reads(Land)
def land(reader: Reader, word: Land, context: Context) -> Changes:
    """That space."""
    return reader.of(context.seat, {"away": 1.0}) if context.seat != reader.seat else arrival(reader, word.to)


def arrival(reader: Reader, space: int) -> Changes:
    """Return the changes of being carried to a space."""
    return {f"at:{reader.table.spaces[space].id}": 1.0, "away": 1.0}


HELD: Final = 1.5
"""The usual number of turns in a place that is not left at will."""


@reads(ConfineTo)
def confined(reader: Reader, word: ConfineTo, context: Context) -> Changes:
    """Turns spent there, and in one's own turn its end."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        add(total, taken_away(reader, seat, word.to))
    return total


def taken_away(reader: Reader, seat: int, space: int) -> Changes:
    """Return what taking a character to a place against their will changes."""
    if seat != reader.seat:
        return reader.of(seat, {"turn": -HELD})
    return {**arrival(reader, space), "turn": -HELD, "end": float(seat == reader.state.active)}


@reads(Enter)
def enter(reader: Reader, word: Enter, context: Context) -> Changes:
    """The gate is passed."""
    return {"enter": 1.0}


def staying(reader: Reader, space: int) -> Changes:
    """Return what is done instead of moving on a space changes."""
    stay = reader.table.spaces[space].stay
    return reader.at(space, lambda: reader.effect(stay, Context(reader.seat, space=space)))


def tried(reader: Reader, gate: Gate, space: int) -> Changes:
    """Return what trying a gate from the space before it changes; without a bar it is passed."""
    if gate.pass_ is NOTHING:
        return {"enter": 1.0}
    return reader.at(space, lambda: reader.effect(gate.pass_, Context(reader.seat, space=space)))
