"""Readings of what is done to one of those who fight."""

from __future__ import annotations

from stormriver.adventure.outline.changes import Changes
from stormriver.adventure.outline.reader import Reader, reads
from stormriver.adventure.procedures import fights
from stormriver.adventure.words.sides import AT, CREATURE, AtEither, aimed
from stormriver.kernel.state import Frame


@reads(AtEither)
def at_either(reader: Reader, word: AtEither, frame: Frame) -> Changes:
    """The better of the sides."""
    choices = [_at(reader, word, frame, side) for side in word.among(reader.game, frame)]
    return reader.choice(frame.seat, choices or [{}])


def _at(reader: Reader, word: AtEither, frame: Frame, side: int) -> Changes:
    if side == CREATURE:
        return reader.effect(word.creature, aimed(frame, fights.fight_under_way(reader.game).seat))
    return reader.effect(word.or_character, aimed(frame, side - AT))


def chosen_side(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a side of the fight changes."""
    frame = reader.state.frames[-1]
    word = reader.table.words[frame.word]
    if not isinstance(word, AtEither):
        return {}
    return _at(reader, word, frame, CREATURE if name == "creature" else AT + argument)
