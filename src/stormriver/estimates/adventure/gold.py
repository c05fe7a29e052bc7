"""Readings of gold paid, staked, owed and earned."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.procedures import fortune
from stormriver.adventure.procedures.fortune import due
from stormriver.adventure.words.gold import PAY, Owe, Pay, RichestGives, Sell, Stake
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import lost
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context


@reads(Sell)
def sell(reader: Reader, word: Sell, context: Context) -> Changes:
    """What is worth less than the gold for it is sold."""
    if context.seat != reader.seat:
        return {}
    total: Changes = {}
    for card in word.cards(reader.game, context):
        add(total, reader.best([{}, sold(reader, card, word.for_)]))
    return total


def sold(reader: Reader, card: int, price: int) -> Changes:
    """Return what giving a card away for gold changes."""
    changes = dict(lost(reader, card))
    add(changes, {"gold": float(price)})
    return changes


@reads(RichestGives)
def richest_gives(reader: Reader, word: RichestGives, context: Context) -> Changes:
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


@reads(Owe)
def owe(reader: Reader, word: Owe, context: Context) -> Changes:
    """The gold, if it is there."""
    cost = fortune.due(reader.game, context.seat, word.gold)
    if reader.state.seats[context.seat][GOLD] >= cost:
        changes = dict(reader.of(context.seat, {"gold": -float(cost)}))
        add(changes, reader.effect(word.then, context))
        return changes
    return reader.effect(word.else_, context)


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


MOST_BOUGHT: Final = 6


@reads(Pay)
def pay(reader: Reader, word: Pay, context: Context) -> Changes:
    """The number of times that is worth most."""
    most = min(word.most(reader.game, context, reader.state.seats[context.seat][GOLD]), MOST_BOUGHT)
    least = min(most, int(word.must))
    once = reader.effect(word.for_, about(context)) if most else {}
    return reader.choice(context.seat, [bought(reader, word, context, n, once) for n in range(least, most + 1)])


def bought(reader: Reader, word: Pay, context: Context, times: int, once: Changes) -> Changes:
    """Return what buying something several times changes: the price each time, and what one brings."""
    total: Changes = {}
    if times > 0:
        add(total, reader.of(context.seat, {"gold": -float(word.cost(reader.game, context, times))}))
        add(total, once, times)
    return total


def paid(reader: Reader, name: str, argument: int) -> Changes:
    """Return what buying something so many times changes."""
    word = reader.word
    if not isinstance(word, Pay):
        return {}
    return bought(reader, word, reader.context, argument, reader.effect(word.for_, about(reader.context)))


@reads(Stake)
def stake(reader: Reader, word: Stake, context: Context) -> Changes:
    """The stake that is worth most."""
    stakes = word.payments(reader.game, context.seat, reader.state.seats[context.seat][GOLD])
    return reader.choice(context.seat, [staked(reader, word, context, code - PAY) for code in stakes])


def staked(reader: Reader, word: Stake, context: Context, gold: int) -> Changes:
    """Return what staking so much gold changes."""
    with reader.staked(word, context, gold):
        changes = dict(reader.effect(word.do_, context))
    add(changes, reader.of(context.seat, {"gold": -float(due(reader.game, context.seat, gold))}))
    return changes


def paid_down(reader: Reader, name: str, argument: int) -> Changes:
    """Return what the stake that is chosen changes."""
    word = reader.word
    return staked(reader, word, reader.context, argument) if name == "pay" and isinstance(word, Stake) else {}
