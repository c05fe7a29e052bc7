"""Readings of places: carried elsewhere, through a gate, visiting."""

from __future__ import annotations

from stormriver.adventure.outline.changes import Changes, add
from stormriver.adventure.outline.reader import Reader, reads
from stormriver.adventure.words.common import one, seats
from stormriver.adventure.words.places import ConfineTo, Enter, Linger, Place, Places, Teleport, Visit
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Effect


@reads(Teleport)
def teleport(reader: Reader, word: Teleport, frame: Frame) -> Changes:
    """Another space, the best if there is a choice."""
    seat = one(reader.game, frame, word.who)
    if seat == NONE:
        return {}
    places: Places = word.to  # type: ignore[assignment]
    if seat != reader.seat:
        return reader.of(seat, {"away": 1.0})
    spaces = tuple(places.all(reader.game, seat, frame))
    return reader.once(spaces, lambda: reader.best(arrival(reader, space) for space in spaces))


def arrival(reader: Reader, space: int) -> Changes:
    """Return the changes of being carried to a space."""
    return {f"at:{reader.table.spaces[space].id}": 1.0, "away": 1.0}


HELD = 1.5
"""How many turns one is usually kept where one does not come away at will."""


@reads(ConfineTo)
def confined(reader: Reader, word: ConfineTo, frame: Frame) -> Changes:
    """Turns spent there, and in one's own turn its end."""
    total: Changes = {}
    for seat in seats(reader.game, frame, word.who):
        if seat == reader.seat:
            add(total, arrival(reader, word.to))
            add(total, {"turn": -HELD, "end": float(seat == reader.state.active)})
        else:
            add(total, reader.of(seat, {"turn": -HELD}))
    return total


@reads(Enter)
def enter(reader: Reader, word: Enter, frame: Frame) -> Changes:
    """The gate is passed."""
    return {"enter": 1.0}


@reads(Visit)
def visit(reader: Reader, word: Visit, frame: Frame) -> Changes:
    """The best of the people to visit."""
    return reader.choice(frame.seat, [reader.effect(effect, frame) for effect in word.people.values()])


@reads(Place)
@reads(Linger)
def laid(reader: Reader, word: Effect, frame: Frame) -> Changes:
    """A card lies on a space; what it does there is read when somebody comes to it."""
    return {}
