"""Readings of cards taken, fetched, bought, sold, discarded and looked at."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.types import THAT, THIS
from stormriver.adventure.procedures.belongings import having, may_have
from stormriver.adventure.procedures.stats import form
from stormriver.adventure.procedures.targets import one, seats, the_card
from stormriver.adventure.words.decks import Peek
from stormriver.adventure.words.gold import Sell
from stormriver.adventure.words.objects import Discard, Take
from stormriver.adventure.words.stock import Fetch, Shop
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.ask import verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(Take)
def take(reader: Reader, word: Take, context: Context) -> Changes:
    """The best belonging of the other character, or gold."""
    victim = one(reader.game, context, word.from_)
    if victim == NONE:
        return {}
    if context.seat != reader.seat:
        return {"object": -1.0} if victim == reader.seat else {}
    choices = [
        gained(reader, card)
        for card in having(reader.game, victim, word.things)
        if card >= 0
        and may_have(reader.game, reader.seat, card)
        and word.except_.isdisjoint(reader.table.cards[card].names)
    ]
    if word.or_gold and reader.state.seats[victim][GOLD] and form(reader.game, context.seat) == NONE:
        choices.append({"gold": float(word.or_gold), "rival.gold": -float(word.or_gold)})
    return reader.best(choices)


@reads(Fetch)
def fetch(reader: Reader, word: Fetch, context: Context) -> Changes:
    """The best card of the stocks that fits, or any of a face-down one; each as often as it says."""
    count = float(word.count.of(reader.game, context))
    if context.seat != reader.seat:
        return reader.of(context.seat, {"object": count})
    best = reader.best(_stock(reader, deck, int(word.card)) for deck in word.from_)
    if not best:
        return reader.effect(word.else_, context)
    total = {name: amount * count for name, amount in best.items()}
    add(total, reader.effect(word.then, context))
    return total


def _stock(reader: Reader, deck: int, wanted: int) -> Changes:
    """Return what a card of a deck brings: the best of an open one, the mean of a face-down one."""
    table = reader.table
    pile = reader.state.zones[table.deck_zone[deck]]
    if table.decks[deck].hidden:
        unseen = [card for card, back in enumerate(table.backs) if back == deck and reader.state.place[card] == NONE]
        return reader.mean([gained(reader, card) for card in unseen]) if unseen and pile else {}
    kinds: dict[int, int] = {}
    for card in pile:
        kind = table.definition_of[card]
        if wanted in (NONE, kind) and kind not in kinds and may_have(reader.game, reader.seat, card):
            kinds[kind] = card
    return reader.best(gained(reader, card) for card in kinds.values())


@reads(Discard)
def discard(reader: Reader, word: Discard, context: Context) -> Changes:
    """As many of the cards as are there, the least dear first; a single card if the seat has it."""
    if word.things in (THIS, THAT):
        return discarded(reader, word, context)
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        spells = "spell" in word.things
        cards = word.cards(reader.game, context, seat)
        count = min(word.count.of(reader.game, context), len(cards))
        if spells or seat != reader.seat:
            name = "spell" if spells else "follower" if "follower" in word.things else "object"
            add(total, reader.of(seat, {name: -float(count)}))
        else:
            losses = sorted((lost(reader, card) for card in cards), key=reader.worth, reverse=True)
            for changes in losses[:count]:
                add(total, changes)
    return total


def discarded(reader: Reader, word: Discard, context: Context) -> Changes:
    """Return what discarding this or that card changes; which one `that` will be cannot always be foreseen."""
    card = the_card(context, word.things)
    if card == NONE:
        spell = context.card != NONE and "spell" in reader.card_names(context.card)
        return {} if word.things == THIS else {"chance": 1.0} if spell else {"object": -1.0}
    return lost(reader, card) if reader.state.place[card] == reader.table.play + reader.seat else {}


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


@reads(Shop)
def shop(reader: Reader, word: Shop, context: Context) -> Changes:
    """The best of the wares that the gold at hand pays for, if any is worth its price."""
    if context.seat != reader.seat or form(reader.game, context.seat) != NONE:
        return {}
    gold = reader.row[GOLD]
    costs = {code: cost for code, cost in word.costs(reader.game, about(context)).items() if cost <= gold}
    wares = [bought(reader, word, code, cost) for code, cost in costs.items()]
    return reader.best([*([] if word.must and wares else [{}]), *wares])


def bought(reader: Reader, word: Shop, code: int, cost: int) -> Changes:
    """Return what buying a ware changes: a card, or the unknown top card of a face-down deck."""
    name, _, argument = verb_of(code)
    changes = dict(gained(reader, argument) if name == "buy" else _stock(reader, word.deck_called(argument), NONE))
    add(changes, {"gold": -float(cost)})
    return changes


@reads(Peek)
def peek(reader: Reader, word: Peek, context: Context) -> Changes:
    """Knowing some cards has no value of its own."""
    return {"chance": 1.0}
