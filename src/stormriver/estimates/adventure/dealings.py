"""Readings of dealings with others, of trophies taken, of what lies on cards, and of cards kept face down."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.procedures.fortune import can_carry_gold
from stormriver.adventure.procedures.stats import marks_on
from stormriver.adventure.words.counters import LayGold, TakeGold
from stormriver.adventure.words.decks import KeepBack, PutBack
from stormriver.adventure.words.marks import MarkThis
from stormriver.adventure.words.places import Again, Lead
from stormriver.adventure.words.trophies import TakeTrophy
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect


@reads(TakeTrophy)
def take_trophy(reader: Reader, word: TakeTrophy, context: Context) -> Changes:
    """The Enemy that is worth most."""
    if context.seat != reader.seat:
        return {}
    return dict(reader.best(trophy(reader, card) for card in word.among(reader.game, context)))


def trophy(reader: Reader, card: int) -> Changes:
    """Return what an Enemy is worth as a trophy."""
    definition = reader.table.cards[card]
    return {"trophy.craft" if definition.craft else "trophy.strength": float(definition.craft or definition.strength)}


def trophy_taken(reader: Reader, name: str, argument: int) -> Changes:
    """Return what taking an Enemy of the board as a trophy changes."""
    return trophy(reader, argument) if name == "card" else {}


@reads(Again)
def again(reader: Reader, word: Again, context: Context) -> Changes:
    """All that the card says, with no third time."""
    if context.seat != reader.seat or context.card in reader.holding:
        return {}
    reader.holding.add(context.card)
    try:
        return reader.effect(reader.table.cards[context.card].meet, about(context))
    finally:
        reader.holding.discard(context.card)


@reads(LayGold)
def lay_gold(reader: Reader, word: LayGold, context: Context) -> Changes:
    """One's own gold is lost; other gold is read when somebody takes it."""
    if not word.own:
        return {}
    amount = min(word.gold.of(reader.game, context), reader.state.seats[context.seat][GOLD])
    return reader.of(context.seat, {"gold": -float(amount)}) if amount else {}


@reads(TakeGold)
def take_gold(reader: Reader, word: TakeGold, context: Context) -> Changes:
    """The gold that lies on the card."""
    if not can_carry_gold(reader.game, context.seat) or context.card == NONE:
        return {}
    table = reader.table
    there = marks_on(reader.game, table.subject_of_card(context.card), table.held_marks[GOLD])
    amount = min(there, word.gold.of(reader.game, context))
    return reader.of(context.seat, {"gold": float(amount)}) if amount else {}


@reads(MarkThis)
@reads(Lead)
def on_the_board(reader: Reader, word: Effect, context: Context) -> Changes:
    """What lies on the board is read when somebody comes to it."""
    return {}


@reads(KeepBack)
def keep_back(reader: Reader, word: KeepBack, context: Context) -> Changes:
    """Knowing a card that will come, and choosing when, has some value."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


@reads(PutBack)
def put_back(reader: Reader, word: PutBack, context: Context) -> Changes:
    """Nothing: when it is best to put the card back is not estimated."""
    return {}
