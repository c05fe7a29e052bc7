"""Readings of all characters compared, of one among them chosen, and of gold that is due."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.types import BESIDE
from stormriver.adventure.procedures import fortune
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.words.choice import AimAt
from stormriver.adventure.words.dice import RollOff
from stormriver.adventure.words.gold import Owe, RichestGives
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context

MIDDLE = {"lowest": 2, "highest": 5}
"""The usual roll of the one singled out."""


@reads(RollOff)
def roll_off(reader: Reader, word: RollOff, context: Context) -> Changes:
    """Each is as likely as the others to be singled out."""
    found = seats(reader.game, context, word.who)
    roll = MIDDLE[word.which]
    return mixed([(1 / len(found), reader.effect(word.do_, about(context, seat, roll))) for seat in found])


@reads(RichestGives)
def level(reader: Reader, word: RichestGives, context: Context) -> Changes:
    """The gold that changes hands, as one would choose."""
    amount = float(word.gold.of(reader.game, context))
    return reader.choice(
        context.seat,
        [
            _passed_on(reader, giver, taker, amount)
            for giver in word.givers(reader.game)
            for taker in word.takers(reader.game, giver)
        ]
        or [{}],
    )


def _passed_on(reader: Reader, giver: int, taker: int, amount: float) -> Changes:
    changes = dict(reader.of(giver, {"gold": -amount}))
    add(changes, reader.of(taker, {"gold": amount}))
    return changes


@reads(AimAt)
def aim_at(reader: Reader, word: AimAt, context: Context) -> Changes:
    """The best of the characters; where nobody is yet on the space, whoever may come."""
    found = word.among(reader.game, context)
    if word.who == BESIDE and not found:
        found = [seat for seat in playing(reader.game) if seat != context.seat]
    choices = [_at(reader, word, context, seat) for seat in found]
    return reader.choice(context.seat, choices or [{}])


def _at(reader: Reader, word: AimAt, context: Context, seat: int) -> Changes:
    return reader.effect(word.do_, context.facing(seat))


@reads(Owe)
def due(reader: Reader, word: Owe, context: Context) -> Changes:
    """The gold, if it is there."""
    cost = fortune.due(reader.game, context.seat, word.gold)
    if reader.state.seats[context.seat][GOLD] >= cost:
        changes = dict(reader.of(context.seat, {"gold": -float(cost)}))
        add(changes, reader.effect(word.then, context))
        return changes
    return reader.effect(word.else_, context)


# what is chosen


def aimed_at(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing the character changes at whom a word is aimed."""
    word = reader.word
    return _at(reader, word, reader.context, argument) if name == "at" and isinstance(word, AimAt) else {}


def giver_chosen(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing the character changes who gives gold away."""
    return reader.of(argument, {"gold": -1.0})


def receiver_chosen(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing the character changes who receives gold."""
    return reader.of(argument, {"gold": 1.0})


def owed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what not paying what is due changes."""
    word = reader.word
    return reader.effect(word.else_, reader.context) if name == "done" and isinstance(word, Owe) else {}
