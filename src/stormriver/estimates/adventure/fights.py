"""Readings of what is done to those who fight."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import fight_under_way, supposed_creature
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.types import THIS
from stormriver.adventure.procedures.fights import meant
from stormriver.adventure.words.fights import (
    AT,
    CREATURE,
    AtEither,
    Destroy,
    Drive,
    Evade,
    Fight,
    Ignore,
    Kill,
    SingleOut,
    Surprise,
    SwitchCombat,
    Wield,
)
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.strife import DIE, creature, duelled
from stormriver.estimates.adventure.trophies import trophy
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect


@reads(Wield)
def wield(reader: Reader, word: Wield, context: Context) -> Changes:
    """What the Weapon adds is read from its hooks."""
    return {}


@reads(Drive)
def drive(reader: Reader, word: Drive, context: Context) -> Changes:
    """The Enemy is out of the way."""
    return {"evade": 1.0}


@reads(Kill)
def kill(reader: Reader, word: Kill, context: Context) -> Changes:
    """A creature beaten for certain."""
    from stormriver.adventure.procedures.fights import meant

    if fight_under_way(reader.game) is None:
        return {"chance": 1.0}
    found = meant(reader.game, context, word.things)
    changes = trophy(reader, found[0]) if found else {}
    return {**changes, "evade": 1.0}


@reads(SwitchCombat)
def switch_combat(reader: Reader, word: SwitchCombat, context: Context) -> Changes:
    """The difference between the one fight with a character and the other."""
    fight = fight_under_way(reader.game)
    if fight is None or not fight.against_character:
        return {}
    changes = dict(duelled(reader, fight.in_other_combat()))
    add(changes, duelled(reader, fight), -1.0)
    return changes


@reads(AtEither)
def at_either(reader: Reader, word: AtEither, context: Context) -> Changes:
    """The better of the sides."""
    choices = [_at(reader, word, context, side) for side in word.among(reader.game, context)]
    return reader.choice(context.seat, choices or [{}])


def _at(reader: Reader, word: AtEither, context: Context, side: int) -> Changes:
    if side == CREATURE:
        fight = fight_under_way(reader.game)
        return reader.effect(word.creature, context.facing(NONE if fight is None else fight.seat))
    return reader.effect(word.or_character, context.facing(side - AT))


def chosen_side(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a side of the fight changes."""
    word = reader.word
    if not isinstance(word, AtEither):
        return {}
    return _at(reader, word, reader.context, CREATURE if name == "creature" else AT + argument)


@reads(Fight)
def fight(reader: Reader, word: Fight, context: Context) -> Changes:
    """The creature beaten, evaded or lost to."""
    if context.seat != reader.seat:
        return {}
    return creature(reader, supposed_creature(reader.game, context.seat, word, context, reader.row[SPACE]))


@reads(Destroy)
def destroyed(reader: Reader, word: Destroy, context: Context) -> Changes:
    """The creature is out of the way; for one that is no card, its reward follows; of this one no trophy remains."""
    if word.things == THIS:
        card = reader.table.cards[context.card]
        return {"trophy.craft": -float(card.craft)} if card.craft else {"trophy.strength": -float(card.strength)}
    under_way = fight_under_way(reader.game)
    changes: Changes = {"evade": 1.0}
    if under_way is not None and under_way.creature is not None:
        add(changes, reader.effect(under_way.creature.won, under_way.about))
    return changes


@reads(Evade)
@reads(Ignore)
def past_it(reader: Reader, word: Effect, context: Context) -> Changes:
    """The creature is out of the way."""
    return {"evade": 1.0}


@reads(SingleOut)
def single_out(reader: Reader, word: SingleOut, context: Context) -> Changes:
    """What is done to the creature that is best for it."""
    cards = meant(reader.game, context, word.things)
    return reader.choice(context.seat, [singled_out(reader, word, context, card) for card in cards]) if cards else {}


def singled_out(reader: Reader, word: SingleOut, context: Context, card: int) -> Changes:
    """Return what singling out one creature changes."""
    return reader.effect(word.do_, context.aimed(card))


@reads(Surprise)
def surprise(reader: Reader, word: Surprise, context: Context) -> Changes:
    """The opponent's die falls away."""
    return {"battle": DIE}
