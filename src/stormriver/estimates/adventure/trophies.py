"""Readings of trophies redeemed, claimed, taken and exchanged."""

from __future__ import annotations

from stormriver.adventure.model.columns import STRENGTH
from stormriver.adventure.procedures.limits import trophies
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.words.trophies import Claim, Exchange, Redeem, Seize, TakeTrophy, extra, matching, points_of
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.prizes import cheapest, points
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.victory import contracts
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


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
def claim(reader: Reader, word: Claim, context: Context) -> Changes:
    """The gold."""
    gold = word.gold.of(reader.game, context) + extra(reader.game, context.seat)
    kept = contracts(reader, context.card) if context.seat == reader.seat else {}
    return reader.of(context.seat, {"gold": float(gold), **kept})


@reads(TakeTrophy)
def take_trophy(reader: Reader, word: TakeTrophy, context: Context) -> Changes:
    """The Enemy that is worth most."""
    if context.seat != reader.seat:
        return {}
    return dict(reader.best([trophy(reader, card) for card in word.among(reader.game, context)]))


def trophy(reader: Reader, card: int) -> Changes:
    """Return what an Enemy is worth as a trophy."""
    definition = reader.table.cards[card]
    return {"trophy.craft" if definition.craft else "trophy.strength": float(definition.craft or definition.strength)}


def given_trophy(reader: Reader, card: int) -> Changes:
    """Return what giving up a trophy changes."""
    return {name: -amount for name, amount in trophy(reader, card).items()}


def trophy_taken(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking an Enemy of the board as a trophy changes."""
    return trophy(reader, argument) if name == "card" else {}


@reads(Seize)
def seize(reader: Reader, word: Seize, context: Context) -> Changes:
    """The best of the trophies."""
    other = one(reader.game, context, word.who)
    if other == NONE or context.seat != reader.seat:
        return {}
    return reader.best([trophy(reader, card) for card in reader.state.zones[reader.table.trophies + other]])


def seized(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking a trophy changes."""
    return trophy(reader, argument) if argument >= 0 else {}


@reads(Exchange)
def exchange(reader: Reader, word: Exchange, context: Context) -> Changes:
    """The counters for the trophies at hand, in the way that wastes least."""
    if context.seat != reader.seat:
        return {}
    name = "strength" if word.column == STRENGTH else "craft"
    won = points(reader.table, trophies(reader.game, reader.seat, word.column), word.column)
    handed = cheapest(tuple(sorted(won)), word.rate)
    return {name: float(handed // word.rate), f"trophy.{name}": -float(handed)} if handed else {}
