"""Readings of cards that lie on a card or space, of gold staked, of decks arranged, of trophies exchanged."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import supposed_stake
from stormriver.adventure.model.columns import GOLD, STRENGTH
from stormriver.adventure.procedures.belongings import having, may_have
from stormriver.adventure.procedures.fortune import due
from stormriver.adventure.procedures.limits import trophies
from stormriver.adventure.procedures.stats import form
from stormriver.adventure.words.decks import Arrange
from stormriver.adventure.words.gold import PAY, Stake
from stormriver.adventure.words.kept import LayOn, PickUp, PutOn, keeper
from stormriver.adventure.words.stock import Fetch
from stormriver.adventure.words.trophies import Exchange
from stormriver.estimates.adventure.cards import sold
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.prizes import cheapest, points
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(LayOn)
def laid_on(reader: Reader, word: LayOn, context: Context) -> Changes:
    """What lies there is read when somebody takes it."""
    return {}


@reads(PickUp)
def picked_up(reader: Reader, word: PickUp, context: Context) -> Changes:
    """The best of the cards that lie there, or all of them."""
    if context.seat != reader.seat or form(reader.game, context.seat) != NONE:
        return {}
    lying = reader.state.zones[keeper(reader.game, context)]
    found = [gained(reader, card) for card in lying if card >= 0 and may_have(reader.game, reader.seat, card)]
    found.sort(key=reader.worth, reverse=True)
    total: Changes = {}
    for changes in found[: word.count.of(reader.game, context)]:
        add(total, changes)
    return total


@reads(PutOn)
def put_on(reader: Reader, word: PutOn, context: Context) -> Changes:
    """The belonging that is least dear; for gold, each that is worth less than the gold."""
    if context.seat != reader.seat:
        return {}
    cards = [card for card in having(reader.game, context.seat, word.things) if card != context.card]
    if not word.for_:
        return dict(reader.best(lost(reader, card) for card in cards))
    total: Changes = {}
    for card in cards:
        add(total, reader.best([{}, sold(reader, card, word.for_)]))
    return total


def put_or_not(reader: Reader, name: str, argument: int) -> Changes:
    """Return what putting a belonging on a card or space changes."""
    word = reader.word
    return sold(reader, argument, word.for_) if name == "put" and isinstance(word, PutOn) else {}


@reads(Stake)
def stake(reader: Reader, word: Stake, context: Context) -> Changes:
    """The stake that is worth most."""
    stakes = word.payments(reader.game, context.seat, reader.state.seats[context.seat][GOLD])
    return reader.choice(context.seat, [staked(reader, word, context, code - PAY) for code in stakes])


def staked(reader: Reader, word: Stake, context: Context, gold: int) -> Changes:
    """Return what staking so much gold changes."""
    with supposed_stake(reader.game, word, context, gold):
        changes = dict(reader.effect(word.do_, context))
    add(changes, reader.of(context.seat, {"gold": -float(due(reader.game, context.seat, gold))}))
    return changes


def paid_down(reader: Reader, name: str, argument: int) -> Changes:
    """Return what the stake that is chosen changes."""
    word = reader.word
    return staked(reader, word, reader.context, argument) if name == "pay" and isinstance(word, Stake) else {}


@reads(Exchange)
def exchange(reader: Reader, word: Exchange, context: Context) -> Changes:
    """The counters for the trophies at hand, in the way that wastes least."""
    if context.seat != reader.seat:
        return {}
    name = "strength" if word.column == STRENGTH else "craft"
    won = points(reader.table, trophies(reader.game, reader.seat, word.column), word.column)
    handed = cheapest(tuple(sorted(won)), word.rate)
    return {name: float(handed // word.rate), f"trophy.{name}": -float(handed)} if handed else {}


@reads(Arrange)
def arrange(reader: Reader, word: Arrange, context: Context) -> Changes:
    """Knowing what comes next has some value."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


def fetched(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking a card from a stock changes, or the unknown top card of one."""
    table = reader.game.table
    if name == "take":
        return gained(reader, argument)
    word = reader.word
    if name != "top" or not isinstance(word, Fetch):
        return {}
    deck = next(n for n in word.from_ if table.decks[n].id == table.names[argument])
    unseen = [card for card, back in enumerate(table.backs) if back == deck and reader.state.place[card] == NONE]
    return reader.mean([gained(reader, card) for card in unseen]) if unseen else {}
