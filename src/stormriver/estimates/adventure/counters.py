"""Readings of counters gained, lost, healed and taken from cards."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import COUNTERS, FATE, GOLD, LIFE
from stormriver.adventure.model.types import THIS_CARD_SPOT, Spot, Who
from stormriver.adventure.procedures.belongings import partable
from stormriver.adventure.procedures.fortune import can_carry_gold, counters_on, missing
from stormriver.adventure.procedures.stats import can_use, carriers, marks_on
from stormriver.adventure.procedures.targets import seats, spot_subject
from stormriver.adventure.words.counters import Collect, Gain, Heal, Hold, Lose, Replenish, Spend
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect, Value


@reads(Spend)
def spend(reader: Reader, word: Spend, context: Context) -> Changes:
    """What it is the price of; counters on a card are nobody's."""
    return reader.effect(word.for_, context)


@reads(Hold)
def laid_on_card(reader: Reader, word: Effect, context: Context) -> Changes:
    """What lies on the board is read when somebody comes to it."""
    return {}


COUNTER: Final = {column: name for name, column in COUNTERS.items()}


def counter(column: int) -> str:
    """Return the change that one counter of a kind more is; those of packs have one for all."""
    return COUNTER.get(column, "counter")


@reads(Gain)
def gain(reader: Reader, word: Gain, context: Context) -> Changes:
    """So many counters more."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        for column, value in word.what.items():
            if column != GOLD or can_carry_gold(reader.game, seat):
                add(total, reader.of(seat, {counter(column): float(value.of(reader.game, context))}))
    return total


@reads(Lose)
def lose(reader: Reader, word: Lose, context: Context) -> Changes:
    """So many counters less, as far as there are any; what is discarded to spare lives is chosen as the seat would."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        for column, value in word.what.items():
            amount = min(value.of(reader.game, context), reader.state.seats[seat][column])
            if column != LIFE:
                add(total, reader.of(seat, {counter(column): -float(amount)}))
            elif not replaced(reader, seat, context):
                add(total, reader.choice(seat, lives_lost(reader, seat, amount, word)))
    return total


def lives_lost(reader: Reader, seat: int, amount: int, word: Lose) -> list[Changes]:
    """Return what losing lives changes, for each number of belongings that are discarded instead."""
    spare = len(partable(reader.game, seat, word.sparing)) if word.sparing else 0
    return [
        reader.of(seat, {**life_lost(reader, seat, amount - n), **({"follower": -float(n)} if n else {})})
        for n in range(min(spare, amount) + 1)
    ]


def life_lost(reader: Reader, seat: int, amount: float) -> Changes:
    """Return what losing some lives changes for the seat itself; the last one is death."""
    if amount <= 0:
        return {}
    changes = {"life": -float(amount)}
    if amount >= reader.state.seats[seat][LIFE]:
        changes["death"] = 1.0
        changes["end"] = 1.0
    return changes


def replaced(reader: Reader, seat: int, context: Context) -> bool:
    """Tell whether a life that a card or space takes is saved by something the seat has."""
    table = reader.table
    rows = table.replaces.get("lose_life")
    if rows is None:
        return False
    if context.card != NONE:
        names = reader.card_names(context.card)
    else:
        names = table.spaces[context.space].names if context.space != NONE else frozenset()
    for source in carriers(reader.game, seat, rows):
        card = source if source < table.space_source else NONE
        if card != NONE and not can_use(reader.game, seat, card):
            continue
        for clause in rows.clauses[source]:
            if not clause.things.isdisjoint(names) and clause.when.test(reader.game, Context(seat, card)):
                return True
    return False


def _restored(reader: Reader, context: Context, who: Who, most: Value, column: int) -> Changes:
    total: Changes = {}
    for seat in seats(reader.game, context, who):
        amount = min(most.of(reader.game, context), missing(reader.game, seat, column))
        if amount > 0:
            add(total, reader.of(seat, {COUNTER[column]: float(amount)}))
    return total


@reads(Heal)
def heal(reader: Reader, word: Heal, context: Context) -> Changes:
    """The lives that are missing, as far as it goes."""
    return _restored(reader, context, word.who, word.lives, LIFE)


@reads(Replenish)
def replenish(reader: Reader, word: Replenish, context: Context) -> Changes:
    """The fate that is missing, as far as it goes."""
    return _restored(reader, context, word.who, word.fate, FATE)


@reads(Collect)
def collect(reader: Reader, word: Collect, context: Context) -> Changes:
    """What lies on the card, as far as it goes; on a card not yet drawn its counters will."""
    total: Changes = {}
    for column, value in word.what.items():
        if column != GOLD or can_carry_gold(reader.game, context.seat):
            wanted = value.of(reader.game, context)
            taken = min(wanted, lying(reader, context, column, word.from_))
            add(total, reader.of(context.seat, {counter(column): float(taken)}))
    return total


def lying(reader: Reader, context: Context, column: int, on: Spot) -> int:
    """Return how many counters, or how much gold, lies on the card of a context, or will when it is drawn."""
    table = reader.table
    if on != THIS_CARD_SPOT:
        return sum(mark.amount for mark in counters_on(reader.game, spot_subject(reader.game, context, on), column))
    if context.card == NONE:
        return 0 if column == GOLD else 1
    if reader.state.place[context.card] == NONE and column in table.cards[context.card].holds:
        return 1
    return marks_on(reader.game, table.subject_of_card(context.card), table.held_marks[column])
