"""Readings of the words that put others together."""

from __future__ import annotations

from stormriver.adventure.outline.changes import Changes, add, going_on
from stormriver.adventure.outline.reader import Reader, reads
from stormriver.kernel.state import Frame
from stormriver.language.control import Choose, If, May, Repeat, Seq
from stormriver.language.grammar import Nothing

MOST_TIMES = 20
"""How often a repetition is followed at most."""


@reads(Nothing)
def nothing(reader: Reader, word: Nothing, frame: Frame) -> Changes:
    """Nothing changes."""
    return {}


@reads(Seq)
def seq(reader: Reader, word: Seq, frame: Frame) -> Changes:
    """One after the other; marks that are put on count for what follows."""
    total: Changes = {}
    with reader.sequence():
        for effect in word.effects:
            add(total, reader.effect(effect, frame))
    return total


@reads(If)
def if_(reader: Reader, word: If, frame: Frame) -> Changes:
    """The branch that holds at this moment."""
    return reader.effect(word.then if word.condition.test(reader.game, frame) else word.else_, frame)


@reads(May)
def may(reader: Reader, word: May, frame: Frame) -> Changes:
    """The effect, or nothing if that is better."""
    return reader.choice(frame.seat, [{}, reader.effect(word.effect, frame)])


@reads(Choose)
def choose(reader: Reader, word: Choose, frame: Frame) -> Changes:
    """The best of the choices."""
    return reader.choice(frame.seat, [reader.effect(effect, frame) for effect in word.choices.values()])


@reads(Repeat)
def repeat(reader: Reader, word: Repeat, frame: Frame) -> Changes:
    """The effect so many times, as long as the encounter goes on."""
    times = min(word.times.of(reader.game, frame), MOST_TIMES)
    if times <= 0:
        return {}
    once = reader.effect(word.do, frame)
    again = going_on(once)
    total: Changes = {}
    for time in range(times):
        add(total, once, again**time)
    return total
