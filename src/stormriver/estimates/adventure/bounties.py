"""Readings of bounties: trophies handed in for gold, cards that lie on a space made use of."""

from __future__ import annotations

from stormriver.adventure.words.kept import UseHere, keeper
from stormriver.adventure.words.trophies import Claim, Redeem, extra, matching, points_of
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.victory import contracts
from stormriver.kernel.frames import Context


@reads(Redeem)
def redeem(reader: Reader, word: Redeem, context: Context) -> Changes:
    """All trophies of the kind are handed in."""
    if context.seat != reader.seat:
        return {}
    changes = handed(reader, matching(reader.game, context.seat, word.things))
    add(changes, contracts(reader, context.card) if changes else {})
    return changes


def handed(reader: Reader, cards: list[int]) -> Changes:
    """Return what handing in these trophies for a bounty changes."""
    changes: Changes = {}
    for card in cards:
        definition = reader.table.cards[card]
        add(changes, {"gold": float(points_of(reader.game, card))})
        add(changes, {"trophy.craft" if definition.craft else "trophy.strength": -float(points_of(reader.game, card))})
    if cards:
        add(changes, {"gold": float(extra(reader.game, reader.seat))})
    return changes


def redeemed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what handing in one more trophy changes."""
    return handed(reader, [argument]) if name == "hand_in" else {}


@reads(Claim)
def bounty(reader: Reader, word: Claim, context: Context) -> Changes:
    """The gold."""
    gold = word.gold.of(reader.game, context) + extra(reader.game, context.seat)
    kept = contracts(reader, context.card) if context.seat == reader.seat else {}
    return reader.of(context.seat, {"gold": float(gold), **kept})


@reads(UseHere)
def use_kept(reader: Reader, word: UseHere, context: Context) -> Changes:
    """The best use of the cards that lie there."""
    if context.seat != reader.seat:
        return {}
    lying = [card for card in reader.state.zones[keeper(reader.game, context)] if card >= 0]
    return reader.best([{}, *(card_used(reader, card, context) for card in lying)])


def card_used(reader: Reader, card: int, context: Context) -> Changes:
    """Return the changes of the best use of a card that lies there."""
    seen = Context(reader.seat, card, space=context.space)
    acts = [act for act in reader.table.acts.get(card, ()) if act.at & reader.table.ENCOUNTER]
    return reader.best(reader.effect(act.do, seen) for act in acts if act.when.test(reader.game, seen))


def used_kept(reader: Reader, name: str, argument: int) -> Changes:
    """Return what using a card that lies there changes, or using none."""
    return card_used(reader, argument, reader.context) if name == "use" else {}
