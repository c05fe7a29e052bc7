"""Readings of belongings taken, given, swapped, discarded and left behind."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.types import ANYTHING, SPELL, TARGET, THAT, THIS, YOU
from stormriver.adventure.procedures.belongings import having, may_have, partable
from stormriver.adventure.procedures.stats import form
from stormriver.adventure.procedures.targets import one, seats, the_card
from stormriver.adventure.words.board import Remove
from stormriver.adventure.words.objects import Discard, Ditch, Give, Swap, Take
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.prizes import ditched
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.trophies import given_trophy
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(Take)
def take(reader: Reader, word: Take, context: Context) -> Changes:
    """The best belonging of the other character, or gold."""
    victim = one(reader.game, context, word.from_)
    if victim == NONE:
        return {}
    if word.things == SPELL:
        if not word.among(reader.game, context):
            return {}
        return reader.of(context.seat, {"spell": 1.0}) if victim != reader.seat else {"spell": -1.0}
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


@reads(Discard)
@reads(Remove)
def discard(reader: Reader, word: Discard, context: Context) -> Changes:
    """As many of the cards as are there, the least dear first; a single card if the seat has it."""
    if word.things in (THIS, THAT):
        return discarded(reader, word, context)
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        spells = "spell" in word.things
        cards = word.cards(reader.game, context, seat)
        count = min(word.count.of(reader.game, context), len(cards))
        if word.of_:
            given_up = sorted((given_trophy(reader, card) for card in cards), key=reader.worth, reverse=True)
            for changes in given_up[:count]:
                add(total, reader.of(seat, changes))
            continue
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


@reads(Give)
def give(reader: Reader, word: Give, context: Context) -> Changes:
    """Gold if it may be that, else the belonging that is least dear to the giver, and any of them to the taker."""
    taker = one(reader.game, context, word.to)
    giver = one(reader.game, context, TARGET) if word.to == YOU else context.seat
    if word.what.gold is not None:
        return paid_over(reader, giver, taker, word.what.gold.of(reader.game, context))
    if giver in (NONE, taker) or reader.seat not in (giver, taker):
        return {}
    if word.what.cards in (THIS, THAT):
        return {"follower": -1.0} if giver == reader.seat else {}
    found = partable(reader.game, giver, word.what.cards)
    gold = word.or_gold if reader.state.seats[giver][GOLD] >= word.or_gold else 0
    if not found and not gold:
        return reader.effect(word.else_, context)
    mine = reader.seat == taker
    changes: Changes = {}
    if gold:
        changes = {"gold": float(gold), "rival.gold": -float(gold)} if mine else {"gold": -float(gold)}
    elif mine:
        fit = [card for card in found if card >= 0 and may_have(reader.game, taker, card)]
        changes = dict(reader.mean([gained(reader, card) for card in fit])) if fit else {}
    else:
        changes = dict(reader.best([lost(reader, card) for card in found]))
    add(changes, reader.effect(word.then, context))
    return changes


def paid_over(reader: Reader, giver: int, taker: int, amount: int) -> Changes:
    """Return what changes if gold goes from one character to another, as far as there is any."""
    if giver == NONE:
        return {}
    gold = float(min(amount, reader.state.seats[giver][GOLD]))
    changes = dict(reader.of(giver, {"gold": -gold}))
    if taker != NONE:
        add(changes, reader.of(taker, {"gold": gold}))
    return changes


def given_away(reader: Reader, name: str, argument: int) -> Changes:
    """Return what giving a belonging, or gold, to another character changes."""
    word = reader.word
    if name == "give_gold" and isinstance(word, Give):
        return {"gold": -float(word.or_gold)}
    return lost(reader, argument) if name == "give" else {}


@reads(Swap)
def swap(reader: Reader, word: Swap, context: Context) -> Changes:
    """The best of theirs for the least of one's own."""
    rival = one(reader.game, context, word.who)
    if rival == NONE or context.seat != reader.seat:
        return {}
    theirs = [card for card in having(reader.game, rival, word.things) if may_have(reader.game, reader.seat, card)]
    changes = dict(reader.best([gained(reader, card) for card in theirs]))
    add(changes, reader.best([lost(reader, card) for card in having(reader.game, reader.seat, word.things)]))
    return changes


@reads(Ditch)
def ditch(reader: Reader, word: Ditch, context: Context) -> Changes:
    """The card is lost, or the belonging worth least; which one was gained cannot always be foreseen."""
    if context.seat != reader.seat:
        return {}
    if word.what == ANYTHING:
        return ditched(reader, {})
    card = the_card(context, word.what)
    return lost(reader, card) if card != NONE else {"object": -1.0} if word.what == THAT else {}
