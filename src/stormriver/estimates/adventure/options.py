"""Readings of options: what each is expected to change, by the kind of the ask and the verb of the option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stormriver.adventure.analysis.under_way import (
    act_behind,
    asked_about,
    fight_asked_about,
    lives_at_stake,
    roll_under_way,
)
from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import COUNTERS
from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.windows import charges
from stormriver.adventure.words.counters import Lose
from stormriver.adventure.words.fights import SingleOut
from stormriver.estimates.adventure import (
    battles,
    choice,
    control,
    counters,
    decks,
    dice,
    fights,
    figures,
    followers,
    gold,
    kept,
    marks,
    meeting,
    movement,
    moves,
    objects,
    places,
    prevention,
    prizes,
    spells,
    stock,
    trophies,
    turns,
    winning,
)
from stormriver.estimates.adventure.changes import Changes, add, going_on
from stormriver.estimates.adventure.counters import counted, life_lost
from stormriver.estimates.adventure.dice import rerolled
from stormriver.estimates.adventure.fights import singled_out
from stormriver.estimates.adventure.having import dice_added, gained, lost
from stormriver.estimates.adventure.meeting import card_met, character, encounter_space, first_met, mean_draw, visit
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.strife import duel
from stormriver.kernel.ask import CARD, Ask, verb_of
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING

OptionReading = Callable[[Reader, str, int], Changes]
"""A reading of an option: the reader, the verb and its argument."""


def option(reader: Reader, ask: Ask, code: int) -> Changes:
    """Return what choosing an option is expected to change; nothing if it is not known.

    Args:
        reader: a reader of the view of the seat that is asked.
        ask: the pending ask.
        code: the code of one of its options.
    """
    name, kind, argument = verb_of(code)
    by_rule = kind != CARD and name in rule_keys(reader) and ask.kind != asks.FATE
    if by_rule or (name in ("cast", "use") and ask.kind != asks.USE_KEPT):
        return acted(reader, ask, code)
    reading = OPTION_READINGS.get(ask.kind)
    if reading is not None:
        return reading(reader, name, argument)
    if kind == CARD and name == "take":
        return gained(reader, argument)
    return {}


def rule_keys(reader: Reader) -> set[str]:
    """Return the option keys of the acts of rules on the table."""
    return {act.key for act in reader.table.acts.get(reader.table.rule_source, ())}


# Spells, cards and abilities


def acted(reader: Reader, ask: Ask, code: int) -> Changes:
    """Return what casting or using something changes, including the decision that is still to come after it."""
    about = asked_about(reader.game)
    name, _, argument = verb_of(code)
    if name == "cast":
        changes = spells.cast(reader, argument, about)
    else:
        source, act = act_behind(reader.game, reader.seat, code)
        card = source if source < reader.table.space_source else NONE
        seen = about.seen_by(reader.seat, card)
        changes = dict(reader.effect(act.do, seen))
        for column, amount in charges(reader.game, reader.seat, act, seen).items():
            add(changes, counted(reader, column, -float(amount)))
    return after(reader, ask, changes)


def after(reader: Reader, ask: Ask, changes: Changes) -> Changes:
    """Return changes plus what is still to come after an act, for comparison with not acting."""
    fight = fight_asked_about(reader.game)
    if fight is not None and ask.kind in (asks.FIGHT, asks.EVADE, asks.WINDOW):
        return battles.helped(reader, ask.kind, fight, changes)
    if ask.kind == asks.ROLL:
        add(changes, moves.usual(reader), going_on(changes))
    elif ask.kind == asks.ENCOUNTER:
        add(changes, reader.best(encounters(reader)), going_on(changes))
    elif ask.kind in PAYING:
        add(changes, reader.best(otherwise(reader, ask)), going_on(changes))
    return changes


PAYING: Final = frozenset({asks.SHOP, asks.BUY, asks.STAKE, asks.DUE})
"""The asks at which gold is paid, and may be raised first by other options."""


def otherwise(reader: Reader, ask: Ask) -> list[Changes]:
    """Return what each option changes, apart from the uses of Spells, cards and abilities."""
    found = []
    for code in ask.codes:
        name, _, argument = verb_of(code)
        if name not in ("cast", "use"):
            found.append(OPTION_READINGS[ask.kind](reader, name, argument))
    return found


# encounters


def encounters(reader: Reader) -> list[Changes]:
    """Return what each thing that may be encountered changes."""
    ask = reader.state.ask
    assert ask is not None
    found = []
    for code in ask.codes:
        name, _, argument = verb_of(code)
        if name in ("space", "character", "pass"):
            found.append(encountered(reader, name, argument))
    return found


def encountered(reader: Reader, name: str, argument: int) -> Changes:
    """Return what encountering the space or a character changes."""
    if name == "space":
        return encounter_space(reader, reader.context.space)
    if name == "character":
        return character(reader, argument)
    if name == "ditch":
        return prizes.ditched(reader, reader.best(encounters(reader)))
    return {}


def visited(reader: Reader, name: str, argument: int) -> Changes:
    """Return what visiting a space or the individual on a card changes."""
    if name != "visit":
        return {}
    about = reader.context
    return card_met(reader, about.card, about.space) if about.card != NONE else visit(reader, about.space)


def met(reader: Reader, name: str, argument: int) -> Changes:
    """Return what attacking the character who is met changes."""
    return duel(reader, reader.context.rival, name == "psychic")


def redrawn(reader: Reader, name: str, argument: int) -> Changes:
    """Return what exchanging a card just drawn for the next one changes."""
    if name != "redraw":
        return {}
    changes: Changes = {}
    add(changes, mean_draw(reader))
    add(changes, first_met(reader, argument), -1.0)
    return changes


# words that ask


def begun(reader: Reader, name: str, argument: int) -> Changes:
    """Return what the effect changes that an option of a word begins with."""
    word = reader.word
    effect = NOTHING if word is None else word.first_effect(name, argument)
    return {} if effect is NOTHING else reader.effect(effect, reader.context)


def spared(reader: Reader, name: str, argument: int) -> Changes:
    """Return what losing the lives, or a belonging instead of one of them, changes."""
    word = reader.word
    if not isinstance(word, Lose):
        return {}
    lives = lives_at_stake(reader.game)
    if name == "pass":
        return life_lost(reader, reader.seat, lives)
    changes = dict(life_lost(reader, reader.seat, lives - 1))
    add(changes, lost(reader, argument))
    return changes


def rolled_again(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that rolling one of the dice again is expected to make."""
    under_way = roll_under_way(reader.game)
    return {} if under_way is None else rerolled(reader, under_way, argument - 1)


def aimed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a Spell changes when it is aimed at a seat or a card."""
    about = reader.context
    definition = reader.table.cards[about.card]
    if name == "at":
        return reader.effect(definition.effect, about.of(reader.seat).facing(argument))
    if name == "card":
        return {change: -amount for change, amount in first_met(reader, argument).items()}
    return {}


def which(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing an Enemy, to help or to be left behind, changes: the stronger the better."""
    word = reader.word
    if isinstance(word, SingleOut):
        return singled_out(reader, word, reader.context, argument)
    definition = reader.table.cards[argument]
    return {"battle": float(definition.strength + definition.craft)}


def wielded(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a Weapon adds in the fight."""
    if name != "weapon":
        return {}
    table = reader.table
    about = reader.context.seen_by(reader.seat, argument)
    total = 0.0
    for modify in table.cards[argument].modify:
        if modify.number in (table.BATTLE, table.STRENGTH) and modify.when.test(reader.game, about):
            total += modify.amount.of(reader.game, about)
    extra = {"chance": 0.1 * len(table.cards[argument].trigger)}
    return {"battle": total + dice_added(reader, argument), **extra}


def began(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a character begins with, and its abilities."""
    definition = reader.table.cards[argument]
    changes: Changes = {column: float(getattr(definition, column)) for column in COUNTERS}
    add(changes, {"spell": float(definition.spells), "object": float(len(definition.objects))})
    add(changes, {"chance": float(len(definition.abilities))})
    return changes


def given(reader: Reader, name: str, argument: int) -> Changes:
    """Return what discarding a card changes."""
    if argument in hand(reader.game, reader.seat):
        return {"spell": -1.0}
    return lost(reader, argument)


def bonus(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a counter at the start changes."""
    return {name: 1.0}


OPTION_READINGS: Final[dict[str, OptionReading]] = {
    asks.PICK_SPACE: places.space_picked,
    asks.AIM: choice.aimed_at,
    asks.BEGIN: movement.set_out_at,
    asks.BONUS: bonus,
    asks.BUY: gold.paid,
    asks.CHARACTER: began,
    asks.CHOOSE: begun,
    asks.DISCARD: given,
    asks.DITCH: given,
    asks.DUE: gold.owed,
    asks.ENCOUNTER: encountered,
    asks.EVADE: battles.attacked,
    asks.EXCHANGE: prizes.exchanged,
    asks.FACE: dice.face_shown,
    asks.FATE: battles.fate,
    asks.FETCH: stock.fetched,
    asks.FIGHT: battles.attacked,
    asks.GIVE: objects.given_away,
    asks.GIVER: gold.giver_chosen,
    asks.JOIN: movement.joined,
    asks.MAY: begun,
    asks.MEET: met,
    asks.MOVE: moves.moved,
    asks.ORDER: meeting.first_of,
    asks.ONWARD: movement.gone_on,
    asks.PICK: choice.picked,
    asks.PUT_ON: kept.put_or_not,
    asks.RECEIVER: gold.receiver_chosen,
    asks.REDRAW: redrawn,
    asks.RENEW: spells.renewed,
    asks.REROLL: rolled_again,
    asks.REDEEM: trophies.redeemed,
    asks.USE_KEPT: kept.used_kept,
    asks.RESULT: dice.result_chosen,
    asks.REWARD: battles.rewarded,
    asks.SEIZE: trophies.seized,
    asks.ROAM: figures.sent,
    asks.ROLL: moves.set_out,
    asks.SELL: prizes.sold_or_not,
    asks.SHOP: prizes.bought_or_not,
    asks.SIDE: fights.chosen_side,
    asks.SPARE: spared,
    asks.SPOILS: prizes.taken_or_not,
    asks.STAKE: gold.paid_down,
    asks.STRIDE: movement.strode,
    asks.SURPLUS: given,
    asks.SWAP: objects.given_away,
    asks.TAKE: prizes.taken_or_not,
    asks.TAKE_FROM: prizes.taken_or_not,
    asks.TAKE_TROPHY: trophies.trophy_taken,
    asks.TARGET: aimed,
    asks.TELEPORT: moves.carried,
    asks.TROPHIES: prizes.handed_in,
    asks.VISIT: visited,
    asks.VISIT_ONE: begun,
    asks.WEAPON: wielded,
    asks.WHICH: which,
}
"""The registry of readings of options, by the kind of the ask."""

READ_BY: Final = (
    choice, control, counters, decks, dice, fights, figures, followers, gold, kept, marks, movement, objects, places,
    prevention, spells, stock, trophies, turns, winning,
)  # fmt: skip
"""The modules whose readings register themselves on import."""
