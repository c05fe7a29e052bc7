"""Readings of what is done to one of those who fight."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import fight_under_way
from stormriver.adventure.words.fights import AT, CREATURE, AtEither
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(AtEither)
def at_either(reader: Reader, word: AtEither, context: Context) -> Changes:
    """The better of the sides."""
    choices = [_at(reader, word, context, side) for side in word.among(reader.game, context)]
    return reader.choice(context.seat, choices or [{}])


def _at(reader: Reader, word: AtEither, context: Context, side: int) -> Changes:
    if side == CREATURE:
        fight = fight_under_way(reader.game)
        return reader.effect(word.creature, context.facing(NONE if fight is None else fight.seat))
    return reader.effect(word.or_character, context.facing(side - AT))


def chosen_side(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a side of the fight changes."""
    word = reader.word
    if not isinstance(word, AtEither):
        return {}
    return _at(reader, word, reader.context, CREATURE if name == "creature" else AT + argument)
