"""Readings of the words that put others together."""

from __future__ import annotations

from typing import Final

from stormriver.estimates.adventure.changes import Changes, add, going_on
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.language.control import Choose, If, May, Must, Repeat, Seq
from stormriver.language.grammar import Nothing

MOST_TIMES: Final = 20
"""How often a repetition is followed at most."""


@reads(Nothing)
def nothing(reader: Reader, word: Nothing, context: Context) -> Changes:
    """Nothing changes."""
    return {}


@reads(Seq)
def seq(reader: Reader, word: Seq, context: Context) -> Changes:
    """One after the other; marks that are put on count for what follows."""
    total: Changes = {}
    with reader.sequence():
        for effect in word.effects:
            add(total, reader.effect(effect, context))
    return total


@reads(If)
def if_(reader: Reader, word: If, context: Context) -> Changes:
    """The branch that holds at this moment."""
    return reader.effect(word.then if word.condition.test(reader.game, context) else word.else_, context)


@reads(Must)
def must(reader: Reader, word: Must, context: Context) -> Changes:
    """What can be done at this moment, or what else follows."""
    return reader.effect(word.chosen(reader.game, context), context)


@reads(May)
def may(reader: Reader, word: May, context: Context) -> Changes:
    """The effect, or nothing if that is better."""
    return reader.choice(context.seat, [{}, reader.effect(word.effect, context)])


@reads(Choose)
def choose(reader: Reader, word: Choose, context: Context) -> Changes:
    """The best of the choices."""
    return reader.choice(context.seat, [reader.effect(effect, context) for effect in word.choices.values()])


@reads(Repeat)
def repeat(reader: Reader, word: Repeat, context: Context) -> Changes:
    """The effect so many times, as long as the encounter goes on."""
    times = min(word.times.of(reader.game, context), MOST_TIMES)
    if times <= 0:
        return {}
    once = reader.effect(word.do_, context)
    again = going_on(once)
    total: Changes = {}
    for time in range(times):
        add(total, once, again**time)
    return total
