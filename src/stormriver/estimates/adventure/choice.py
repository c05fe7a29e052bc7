"""Readings of whom or what something is done to."""

from __future__ import annotations

from stormriver.adventure.model.columns import ALIGNMENT, SPACE
from stormriver.adventure.model.types import BESIDE
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import as_each, others_here
from stormriver.adventure.words.choice import AimAt, ByAlignment, Each, EachHere, PickCard
from stormriver.adventure.words.objects import Discard
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.meeting import first_met
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING


@reads(PickCard)
def pick_card(reader: Reader, word: PickCard, context: Context) -> Changes:
    """The best of the cards that may be chosen."""
    if context.seat != reader.seat or reader.row[SPACE] == NONE:
        return {}
    found = []
    for card in word.among(reader.game, context):
        found.append(reader.effect(word.do_, context.aimed(card)))
    return reader.best([{}, *found]) if found else {"chance": 1.0}


def picked(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a card lying on the board changes."""
    word = reader.word
    if name != "card" or not isinstance(word, PickCard):
        return {}
    if isinstance(word.do_, Discard):
        return {change: -amount for change, amount in first_met(reader, argument).items()}
    return reader.effect(word.do_, reader.context.aimed(argument))


@reads(AimAt)
def aim_at(reader: Reader, word: AimAt, context: Context) -> Changes:
    """The best of the characters; where nobody is yet on the space, whoever may come."""
    found = word.among(reader.game, context)
    if word.who == BESIDE and not found:
        found = [seat for seat in playing(reader.game) if seat != context.seat]
    choices = [_at(reader, word, context, seat) for seat in found]
    return reader.mean(choices or [{}]) if word.by_lot else reader.choice(context.seat, choices or [{}])


def _at(reader: Reader, word: AimAt, context: Context, seat: int) -> Changes:
    return reader.effect(word.do_, context.facing(seat))


def aimed_at(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing the character changes at whom a word is aimed."""
    word = reader.word
    return _at(reader, word, reader.context, argument) if name == "at" and isinstance(word, AimAt) else {}


@reads(EachHere)
def each_here(reader: Reader, word: EachHere, context: Context) -> Changes:
    """What each of those served does."""
    total: Changes = {}
    for other in others_here(reader.game, context.seat):
        add(total, reader.effect(word.do_, Context(other, context.card, context.seat, context.space)))
    return total


@reads(Each)
def each(reader: Reader, word: Each, context: Context) -> Changes:
    """The effect for each of the characters."""
    total: Changes = {}
    for seat in word.group(reader.game, context):
        each_one = as_each(context, seat)
        if word.if_.test(reader.game, each_one):
            add(total, reader.effect(word.do_, each_one))
    return total


@reads(ByAlignment)
def by_alignment(reader: Reader, word: ByAlignment, context: Context) -> Changes:
    """The effect for the character's alignment."""
    return reader.effect(word.effects.get(reader.state.seats[context.seat][ALIGNMENT], NOTHING), context)
