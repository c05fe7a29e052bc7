"""Readings of dice: each row of a table with its chance, and what another roll would change."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way
from stormriver.adventure.analysis.under_way import RollUnderWay, die_to_turn, roll_under_way
from stormriver.adventure.model.rolls import nearest_row
from stormriver.adventure.model.types import DieTable
from stormriver.adventure.procedures.dice import faces
from stormriver.adventure.procedures.targets import one, seats
from stormriver.adventure.words.dice import (
    Add,
    Contest,
    Reroll,
    RerollAttack,
    Roll,
    RollForEach,
    RollOff,
    Within,
    chooses_result,
)
from stormriver.adventure.words.marks import PutMark
from stormriver.estimates.adventure.battles import decided
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect

ANEW: Final = 1.5
"""About how much a second attack roll adds to the score in a fight."""


@reads(RerollAttack)
def reroll_attack(reader: Reader, word: RerollAttack, context: Context) -> Changes:
    """The difference that another attack roll is expected to make."""
    fight = fight_under_way(reader.game)
    if fight is None or not fight.concerns(reader.seat) or not fight.dice_lie:
        return {"battle": ANEW}
    return reader.mean([attack_shown(reader, fight, side) for side in SIDES])


def attack_shown(reader: Reader, fight: FightUnderWay, side: int) -> Changes:
    """Return the difference that turning the lowest die of the attack to another number makes."""
    dice = fight.dice_of(reader.seat)[0]
    new = [*dice]
    new[dice.index(min(dice))] = side
    lead = fight.lead_of(reader.seat)
    changes: Changes = {}
    add(changes, decided(reader, fight, lead), -1.0)
    add(changes, decided(reader, fight, lead + max(new) - max(dice)))
    return changes


def fate_shown(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that paying fate for a number of one's choice makes in a fight."""
    fight = fight_under_way(reader.game)
    if fight is None:
        return {}
    changes = dict(attack_shown(reader, fight, argument))
    add(changes, {"fate": -1.0})
    return changes


def face_shown(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a roll under way changes if one of its dice is turned to the number chosen."""
    rolled = roll_under_way(reader.game)
    if rolled is None:
        return {}
    which = die_to_turn(reader.game)
    old = rolled.natural >> 3 * which & 7
    return result(reader, rolled, rolled.total + argument - old, rolled.natural + (argument - old << 3 * which))


MIDDLE: Final = {"lowest": 2, "highest": 5}
"""The usual roll of the one singled out."""


@reads(RollOff)
def roll_off(reader: Reader, word: RollOff, context: Context) -> Changes:
    """Each is as likely as the others to be singled out."""
    found = seats(reader.game, context, word.who)
    roll = MIDDLE[word.which]
    return mixed([(1 / len(found), reader.effect(word.do_, about(context, seat, roll))) for seat in found])


def result_chosen(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a result of a table that is chosen changes."""
    word = reader.word
    return reader.effect(word.following(argument), reader.context) if isinstance(word, Roll) else {}


SIDES: Final = range(1, 7)


@lru_cache(maxsize=32)
def spread(dice: int) -> dict[int, float]:
    """Return the chance of each total of some dice (at least 0 of them)."""
    if dice <= 0:
        return {0: 1.0}
    totals: dict[int, float] = {}
    for total, chance in spread(dice - 1).items():
        for side in SIDES:
            totals[total + side] = totals.get(total + side, 0.0) + chance / 6
    return totals


@lru_cache(maxsize=1024)
def likely_rows(rows: DieTable, dice: int, shift: int) -> list[tuple[float, Effect]]:
    """Return the rows of a table with their chances, as so many dice and what is added to them (`shift`) lead there."""
    chances: dict[int, float] = {}
    effects: dict[int, Effect] = {}
    for total, chance in spread(dice).items():
        effect = nearest_row(rows, total + shift)
        effects[id(effect)] = effect
        chances[id(effect)] = chances.get(id(effect), 0.0) + chance
    return [(chances[key], effect) for key, effect in effects.items()]


@reads(Roll)
def roll(reader: Reader, word: Roll, context: Context) -> Changes:
    """Each row of the table with its chance, or the effect with each number."""
    seat = one(reader.game, context, word.who)
    if seat == NONE:
        return {}
    if not word.rows:
        return with_each_number(reader, word, about(context, seat))
    roller = about(context, seat)
    rows = word.table_of_results
    if chooses_result(reader.game, seat, context):
        return reader.choice(seat, [reader.effect(effect, roller) for _, _, effect in rows])
    dice = word.dice.of(reader.game, roller)
    shift = word.plus.of(reader.game, roller) - word.minus.of(reader.game, roller)
    return mixed([(chance, reader.effect(effect, roller)) for chance, effect in likely_rows(rows, dice, shift)])


def with_each_number(reader: Reader, word: Roll, context: Context) -> Changes:
    """Return what doing something with the number changes; a mark of that size is taken to be of the middle one."""
    totals = spread(word.dice.of(reader.game, context))
    if isinstance(word.do_, PutMark):
        middle = sum(total * chance for total, chance in totals.items())
        return reader.effect(word.do_, about(context, roll=round(middle)))
    return mixed([(chance, reader.effect(word.do_, about(context, roll=total))) for total, chance in totals.items()])


@reads(Within)
def within(reader: Reader, word: Within, context: Context) -> Changes:
    """Success and failure, each with its chance."""
    most = word.most.of(reader.game, context)
    chance = sum(p for total, p in spread(word.dice.of(reader.game, context)).items() if total <= most)
    return mixed([(chance, reader.effect(word.then, context)), (1 - chance, reader.effect(word.else_, context))])


@reads(Contest)
def contest(reader: Reader, word: Contest, context: Context) -> Changes:
    """Winning, losing and a draw against as many dice."""
    totals = spread(word.dice.of(reader.game, context))
    draw = sum(chance * chance for chance in totals.values())
    side = (1 - draw) / 2
    return mixed(
        [(side, reader.effect(word.win, context)), (draw, reader.effect(word.draw, context)),
         (side, reader.effect(word.lose, context))]
    )  # fmt: skip


@reads(RollForEach)
def roll_for_each(reader: Reader, word: RollForEach, context: Context) -> Changes:
    """The own roll, and the part of the belongings that is lost."""
    parts = [(1 / 6, reader.effect(nearest_row(word.you, side), context)) for side in SIDES if word.you]
    parts += [
        (word.lost / 6, taken_from(reader, context.seat, card)) for card in word.at_stake(reader.game, context.seat)
    ]
    return mixed(parts)


def taken_from(reader: Reader, seat: int, card: int) -> Changes:
    """Return what losing a belonging changes; of others' things only its kind counts."""
    from stormriver.estimates.adventure.having import lost

    if seat == reader.seat:
        return lost(reader, card)
    return reader.of(seat, {"object" if reader.table.is_object[card] else "follower": -1.0})


def result(reader: Reader, roll: RollUnderWay, total: int, natural: int) -> Changes:
    """Return what a roll under way changes if it comes out like this.

    Args:
        reader: the reader.
        roll: the roll under way.
        total: the dice with all that is added.
        natural: the dice as they lie, packed.
    """
    if roll.moves:
        return moved(reader, roll, total)
    word = roll.word
    rolled = roll.about.rolled(total, natural)
    if isinstance(word, Roll):
        shift = word.plus.of(reader.game, rolled) - word.minus.of(reader.game, rolled)
        return reader.effect(word.following(total + shift), rolled)
    if isinstance(word, Within):
        return reader.effect(word.then if total <= word.most.of(reader.game, rolled) else word.else_, rolled)
    if isinstance(word, Contest):
        beaten = total - roll.set_against
        return reader.effect(word.win if beaten > 0 else word.lose if beaten < 0 else word.draw, rolled)
    if isinstance(word, RollForEach):
        mine = word.at_stake(reader.game, roll.about.seat)
        own = bool(word.you)
        dice = faces(natural, own + len(mine))
        changes = dict(reader.effect(nearest_row(word.you, dice[0]), rolled)) if own else {}
        for card, die in zip(mine, dice[own:], strict=True):
            add(changes, taken_from(reader, roll.about.seat, card), float(die <= word.lost))
        return changes
    return {}


def moved(reader: Reader, roll: RollUnderWay, total: int) -> Changes:
    """Return what a roll for a move changes; a character held fast moves only if it frees them."""
    if roll.frees_from != NONE and total < reader.table.marks[roll.frees_from].escape:
        return {"end": 1.0}
    return {f"steps:{total}": 1.0}


@reads(Reroll)
def reroll(reader: Reader, word: Reroll, context: Context) -> Changes:
    """The difference that rolling the best die again is expected to make."""
    under_way = roll_under_way(reader.game)
    if under_way is None:
        return {"chance": 1.0}
    return reader.best([rerolled(reader, under_way, die) for die in range(under_way.dice)])


def rerolled(reader: Reader, rolled: RollUnderWay, die: int) -> Changes:
    """Return the difference that rolling one die again is expected to make."""
    old = rolled.natural >> 3 * die & 7
    changes: Changes = {}
    add(changes, result(reader, rolled, rolled.total, rolled.natural), -1.0)
    for side in SIDES:
        natural = rolled.natural + (side - old << 3 * die)
        add(changes, result(reader, rolled, rolled.total + side - old, natural), 1 / 6)
    return changes


@reads(Add)
def add_to_roll(reader: Reader, word: Add, context: Context) -> Changes:
    """The difference that the larger roll makes."""
    rolled = roll_under_way(reader.game)
    if rolled is None:
        return {"chance": 1.0}
    changes = dict(result(reader, rolled, rolled.total + word.more.of(reader.game, context), rolled.natural))
    add(changes, result(reader, rolled, rolled.total, rolled.natural), -1.0)
    return changes
