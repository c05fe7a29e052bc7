"""Readings of counters gained, lost, healed and taken from cards."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import COUNTERS, FATE, GOLD, LIFE, SPACE
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.model.types import THIS_CARD_SPOT, YOU, Spot, Who
from stormriver.adventure.procedures.belongings import partable
from stormriver.adventure.procedures.fortune import can_carry_gold, counters_on, missing
from stormriver.adventure.procedures.stats import can_use, carriers, marks_on
from stormriver.adventure.procedures.targets import seats, spot_subject
from stormriver.adventure.words.counters import Collect, Gain, Heal, Hold, Lose, Replenish, Spend
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language.control import Seq
from stormriver.language.grammar import Effect, Value

COUNTER: Final = {column: name for name, column in COUNTERS.items()}
HELD: Final = 0.5
"""What a counter is worth beside what it buys: it is not spent yet."""
LEAST: Final = 0.2
MOST: Final = 3.0
"""Within these bounds a counter of a pack is worth something to whoever holds it."""
UNPRICED: Final = 0.7
"""The worth of a counter of a pack with which nothing is paid."""
DEAREST: Final = 20
"""What costs more is no price: so much is written to take all that somebody has."""

Payment = tuple[Value, tuple[Effect, ...], int]
"""A price in counters, what is done for it, and the card on which that stands; NONE if it stands on none."""


@reads(Spend)
def spend(reader: Reader, word: Spend, context: Context) -> Changes:
    """What it is the price of; counters on a card are nobody's."""
    return reader.effect(word.for_, context)


@reads(Hold)
def laid_on_card(reader: Reader, word: Effect, context: Context) -> Changes:
    """What lies on the board is read when somebody comes to it."""
    return {}


def counted(reader: Reader, column: int, amount: float) -> Changes:
    """Return what so many counters of a kind more change; those of packs by what they can be spent on."""
    name = COUNTER.get(column)
    if name is not None:
        return {name: amount}
    found = reader.once(("counter", column), lambda: {"counter": bought_with(reader, column)})
    return {"counter": amount * found.get("counter", UNPRICED)}


def bought_with(reader: Reader, column: int) -> float:
    """Return what a counter of a pack is worth: the mean of all that it pays for, by what each costs."""
    found = []
    for price, effects, card in payments(reader.table).get(column, ()):
        context = Context(reader.seat, card, space=reader.row[SPACE])
        cost = price.of(reader.game, context)
        if 0 < cost <= DEAREST:
            bought: Changes = {}
            for effect in effects:
                add(bought, reader.effect(effect, context))
            found.append(reader.worth(bought) / cost)
    gains = [worth for worth in found if worth > 0]
    return min(MOST, max(LEAST, HELD * sum(gains) / len(gains))) if gains else UNPRICED


@once_a_table
def payments(table: AdventureTable) -> dict[int, list[Payment]]:
    """Return all that counters of packs pay for at a table, by their columns: as `cost`, or lost before all else."""
    found: dict[int, list[Payment]] = {}
    first = {card.id: number for number, card in reversed(list(enumerate(table.cards)))}
    for card in table.definitions:
        for act in (*card.act, *card.respond):
            for column, price in act.cost.items():
                found.setdefault(column, []).append((price, (act.do,), first[card.id]))
    for word in table.words:
        price_first = word.effects[0] if isinstance(word, Seq) else None
        if isinstance(word, Seq) and isinstance(price_first, Lose) and price_first.who == YOU:
            card_id = word.address.partition("/")[0]
            for column, price in price_first.what.items():
                found.setdefault(column, []).append((price, word.effects[1:], first.get(card_id, NONE)))
    return {column: paid for column, paid in found.items() if column in table.own_counters}


@reads(Gain)
def gain(reader: Reader, word: Gain, context: Context) -> Changes:
    """So many counters more."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        for column, value in word.what.items():
            if column != GOLD or can_carry_gold(reader.game, seat):
                add(total, reader.of(seat, counted(reader, column, float(value.of(reader.game, context)))))
    return total


@reads(Lose)
def lose(reader: Reader, word: Lose, context: Context) -> Changes:
    """So many counters less, as far as there are any; what is discarded to spare lives is chosen as the seat would."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        for column, value in word.what.items():
            amount = min(value.of(reader.game, context), reader.state.seats[seat][column])
            if column != LIFE:
                add(total, reader.of(seat, counted(reader, column, -float(amount))))
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
    if amount >= float(reader.state.seats[seat][LIFE]):
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
            add(total, reader.of(context.seat, counted(reader, column, float(taken))))
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
