"""Readings of cards that lie on a card or space."""

from __future__ import annotations

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.belongings import having, may_have
from stormriver.adventure.procedures.stats import form
from stormriver.adventure.words.kept import LayOn, PickUp, PutOn, RedrawHere, UseHere, keeper
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.gold import sold
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.meeting import drawn, first_met
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(UseHere)
def use_here(reader: Reader, word: UseHere, context: Context) -> Changes:
    """The best use of the cards that lie there."""
    if context.seat != reader.seat:
        return {}
    lying = [card for card in reader.state.zones[keeper(reader.game, context)] if card >= 0]
    return reader.best([{}, *[card_used(reader, card, context) for card in lying]])


def card_used(reader: Reader, card: int, context: Context) -> Changes:
    """Return the changes of the best use of a card that lies there."""
    seen = Context(reader.seat, card, space=context.space)
    acts = [act for act in reader.table.acts.get(card, ()) if act.at & reader.table.ENCOUNTER]
    return reader.best([reader.effect(act.do, seen) for act in acts if act.when.test(reader.game, seen)])


def used_kept(reader: Reader, name: str, argument: int) -> Changes:
    """Return what using a card that lies there changes, or using none."""
    return card_used(reader, argument, reader.context) if name == "use" else {}


@reads(RedrawHere)
def redraw_here(reader: Reader, word: RedrawHere, context: Context) -> Changes:
    """Other cards instead of the worst one, for a belonging."""
    if context.seat != reader.seat:
        return {}
    lying = [card for card in reader.state.zones[reader.table.lying + reader.row[SPACE]] if card >= 0]
    changes = dict(reader.best([lost(reader, card) for card in having(reader.game, context.seat, word.things)]))
    add(changes, reader.leading_on(word, lambda: rid_of_worst(reader, lying)))
    add(changes, drawn(reader))
    return changes


def rid_of_worst(reader: Reader, lying: list[int]) -> Changes:
    """Return what it changes that the worst of some cards need not be met."""
    return reader.best([{name: -amount for name, amount in first_met(reader, card).items()} for card in lying])


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
        return dict(reader.best([lost(reader, card) for card in cards]))
    total: Changes = {}
    for card in cards:
        add(total, reader.best([{}, sold(reader, card, word.for_)]))
    return total


def put_or_not(reader: Reader, name: str, argument: int) -> Changes:
    """Return what putting a belonging on a card or space changes."""
    word = reader.word
    return sold(reader, argument, word.for_) if name == "put" and isinstance(word, PutOn) else {}
