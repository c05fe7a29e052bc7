"""Readings of places: carried elsewhere, through a gate, visiting."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Gate
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.words.movement import ConfineTo, Enter, Land, Teleport
from stormriver.adventure.words.places import Linger, Places, Visit
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING, Effect


@reads(Teleport)
def teleport(reader: Reader, word: Teleport, context: Context) -> Changes:
    """Another space, the best if there is a choice."""
    seat = one(reader.game, context, word.who)
    if seat == NONE:
        return {}
    places: Places = word.to  # type: ignore[assignment]
    if seat != reader.seat:
        return reader.of(seat, {"away": 1.0})
    spaces = tuple(places.all(reader.game, seat, context))
    return reader.once(spaces, lambda: reader.best(arrival(reader, space) for space in spaces))


@reads(Land)
def land(reader: Reader, word: Land, context: Context) -> Changes:
    """That space."""
    return reader.of(context.seat, {"away": 1.0}) if context.seat != reader.seat else arrival(reader, word.to)


def arrival(reader: Reader, space: int) -> Changes:
    """Return the changes of being carried to a space."""
    return {f"at:{reader.table.spaces[space].id}": 1.0, "away": 1.0}


HELD = 1.5
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
    with reader.at(space):
        return reader.effect(reader.table.spaces[space].stay, Context(reader.seat, space=space))


def tried(reader: Reader, gate: Gate, space: int) -> Changes:
    """Return what trying a gate from the space before it changes; without a bar it is passed."""
    if gate.pass_ is NOTHING:
        return {"enter": 1.0}
    with reader.at(space):
        return reader.effect(gate.pass_, Context(reader.seat, space=space))


@reads(Visit)
def visit(reader: Reader, word: Visit, context: Context) -> Changes:
    """The best of the people to visit."""
    return reader.choice(context.seat, [reader.effect(effect, context) for effect in word.people.values()])


@reads(Linger)
def laid(reader: Reader, word: Effect, context: Context) -> Changes:
    """A card lies on a space; what it does there is read when somebody comes to it."""
    return {}
