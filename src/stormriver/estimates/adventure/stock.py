"""Readings of cards fetched and bought, or burgled."""

from __future__ import annotations

from stormriver.adventure.analysis.decks import unseen
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.stats import form
from stormriver.adventure.words.stock import Fetch, Shop
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.estimates.adventure.strife import DIE
from stormriver.kernel.ask import verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(Fetch)
def fetch(reader: Reader, word: Fetch, context: Context) -> Changes:
    """The best card of the stocks that fits, or any of a face-down one; each as often as it says."""
    count = float(word.count.of(reader.game, context))
    if context.seat != reader.seat:
        return reader.of(context.seat, {"object": count})
    if word.of_:
        best = reader.best([_gained_of(reader, card) for card in word.wanted(reader.game, context)])
    else:
        best = reader.best([_stock(reader, deck, int(word.card)) for deck in word.from_])
    if not best:
        return reader.effect(word.else_, context)
    total = {name: amount * count for name, amount in best.items()}
    add(total, reader.effect(word.then, context))
    return total


def _gained_of(reader: Reader, card: int) -> Changes:
    """Return what taking a card from a discard pile or out of a deck changes."""
    return {"spell": 1.0} if "spell" in reader.card_names(card) else gained(reader, card)


def _stock(reader: Reader, deck: int, wanted: int) -> Changes:
    """Return what a card of a deck brings: the best of an open one, the mean of a face-down one."""
    table = reader.table
    pile = reader.state.zones[table.deck_zone[deck]]
    if table.decks[deck].hidden:
        return unknown_top(reader, deck) if pile else {}
    kinds: dict[int, int] = {}
    for card in pile:
        kind = table.definition_of[card]
        if wanted in (NONE, kind) and kind not in kinds and may_have(reader.game, reader.seat, card):
            kinds[kind] = card
    return reader.best([gained(reader, card) for card in kinds.values()])


def unknown_top(reader: Reader, deck: int) -> Changes:
    """Return what the top card of a face-down deck brings: the mean of those that may be it."""
    return reader.mean([gained(reader, card) for card in unseen(reader.game, deck)])


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


def burgled(reader: Reader, name: str, argument: int) -> Changes:
    """Return what an attempt to burgle changes: the Object or a lost turn, by the die, the price and Craft."""
    from stormriver.adventure.procedures.stats import craft

    word = reader.word
    if not isinstance(word, Shop):
        return {}
    price = word.price(argument) if name == "burgle" else DIE
    chance = max(0.0, min(1.0, (craft(reader.game, reader.seat) - price) / 6))
    changes: Changes = {"turn": -(1 - chance)}
    add(changes, gained(reader, argument) if name == "burgle" else {"object": 1.0}, chance)
    return changes


def fetched(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking a card from a stock changes, or the unknown top card of one."""
    table = reader.game.table
    if name == "take":
        return _gained_of(reader, argument)
    word = reader.word
    if name != "top" or not isinstance(word, Fetch):
        return {}
    deck = next(n for n in word.from_ if table.decks[n].id == table.names[argument])
    return unknown_top(reader, deck)
