"""Readings of dice: each row of a table with its chance, and what a reroll of a die under way would change."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure.model.procedures import MOVE, ROLL
from stormriver.adventure.outline.changes import Changes, add, mixed
from stormriver.adventure.outline.reader import Reader, about, reads
from stormriver.adventure.procedures.dice import faces
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.words.dice import (
    Add,
    Contest,
    Reroll,
    Roll,
    RollForEach,
    Throw,
    Within,
    chooses_result,
    nearest_row,
)
from stormriver.adventure.words.states import PutMark
from stormriver.kernel.state import NONE, Frame

SIDES = range(1, 7)


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


@reads(Roll)
def roll(reader: Reader, word: Roll, frame: Frame) -> Changes:
    """Each row of the table with its chance."""
    seat = one(reader.game, frame, word.who)
    if seat == NONE:
        return {}
    roller = about(frame, seat)
    if chooses_result(reader.game, seat, frame):
        return reader.choice(seat, [reader.effect(effect, roller) for _, _, effect in word.rows])
    shift = word.plus.of(reader.game, roller) - word.minus.of(reader.game, roller)
    chances: dict[int, float] = {}
    rows = {}
    for total, chance in spread(word.dice.of(reader.game, roller)).items():
        effect = nearest_row(word.rows, total + shift)
        rows[id(effect)] = effect
        chances[id(effect)] = chances.get(id(effect), 0.0) + chance
    return mixed([(chances[key], reader.effect(effect, roller)) for key, effect in rows.items()])


@reads(Throw)
def throw(reader: Reader, word: Throw, frame: Frame) -> Changes:
    """The effect with each number; a mark of that size is taken to be of the middle one."""
    totals = spread(word.dice.of(reader.game, frame))
    if isinstance(word.do, PutMark):
        middle = sum(total * chance for total, chance in totals.items())
        return reader.effect(word.do, about(frame, roll=round(middle)))
    return mixed([(chance, reader.effect(word.do, about(frame, roll=total))) for total, chance in totals.items()])


@reads(Within)
def within(reader: Reader, word: Within, frame: Frame) -> Changes:
    """Success and failure, each with its chance."""
    most = word.most.of(reader.game, frame)
    chance = sum(p for total, p in spread(word.dice.of(reader.game, frame)).items() if total <= most)
    return mixed([(chance, reader.effect(word.then, frame)), (1 - chance, reader.effect(word.else_, frame))])


@reads(Contest)
def contest(reader: Reader, word: Contest, frame: Frame) -> Changes:
    """Winning, losing and a draw against as many dice."""
    totals = spread(word.dice.of(reader.game, frame))
    draw = sum(chance * chance for chance in totals.values())
    side = (1 - draw) / 2
    return mixed(
        [(side, reader.effect(word.win, frame)), (draw, reader.effect(word.draw, frame)),
         (side, reader.effect(word.lose, frame))]
    )  # fmt: skip


@reads(RollForEach)
def roll_for_each(reader: Reader, word: RollForEach, frame: Frame) -> Changes:
    """The own roll, and the part of the belongings that is lost."""
    parts = [(1 / 6, reader.effect(nearest_row(word.you, side), frame)) for side in SIDES if word.you]
    parts += [(word.lost / 6, taken_from(reader, frame.seat, card)) for card in word.at_stake(reader.game, frame.seat)]
    return mixed(parts)


def taken_from(reader: Reader, seat: int, card: int) -> Changes:
    """Return what losing a belonging changes; of others' things only its kind counts."""
    from stormriver.adventure.outline.having import lost

    if seat == reader.seat:
        return lost(reader, card)
    return reader.of(seat, {"object" if reader.table.is_object[card] else "follower": -1.0})


# a roll under way


def roll_under_way(reader: Reader) -> tuple[Frame, Frame] | None:
    """Return the roll under way and the frame that waits for it, or None."""
    frames = reader.state.frames
    for at in range(len(frames) - 1, 0, -1):
        if frames[at].procedure == ROLL:
            return frames[at], frames[at - 1]
    return None


def result(reader: Reader, waiting: Frame, total: int, natural: int) -> Changes:
    """Return what a roll changes, by the frame that waits for it.

    Args:
        reader: the reader.
        waiting: the frame below the roll.
        total: the dice with all that is added.
        natural: the dice as they lie, packed.
    """
    if waiting.procedure == MOVE:
        return moved(reader, waiting, total)
    if waiting.procedure != 0:
        return {}
    word = reader.table.words[waiting.word]
    frame = about(waiting, roll=total)
    if isinstance(word, Roll):
        shift = word.plus.of(reader.game, frame) - word.minus.of(reader.game, frame)
        return reader.effect(nearest_row(word.rows, total + shift), frame)
    if isinstance(word, Throw):
        return reader.effect(word.do, frame)
    if isinstance(word, Within):
        return reader.effect(word.then if total <= word.most.of(reader.game, frame) else word.else_, frame)
    if isinstance(word, Contest):
        beaten = total - waiting.amount
        return reader.effect(word.win if beaten > 0 else word.lose if beaten < 0 else word.draw, frame)
    if isinstance(word, RollForEach):
        mine = word.at_stake(reader.game, waiting.seat)
        own = bool(word.you)
        dice = faces(natural, own + len(mine))
        changes = dict(reader.effect(nearest_row(word.you, dice[0]), frame)) if own else {}
        for card, die in zip(mine, dice[own:], strict=True):
            add(changes, taken_from(reader, waiting.seat, card), float(die <= word.lost))
        return changes
    return {}


def moved(reader: Reader, move: Frame, total: int) -> Changes:
    """Return what a roll for a move changes; who is held fast moves only if it frees him."""
    if move.target != NONE and total < reader.table.marks[move.target].escape:
        return {"end": 1.0}
    return {f"steps:{total}": 1.0}


@reads(Reroll)
def reroll(reader: Reader, word: Reroll, frame: Frame) -> Changes:
    """The difference that rolling the best die again is expected to make."""
    under_way = roll_under_way(reader)
    if under_way is None:
        return {"chance": 1.0}
    return reader.best(rerolled(reader, under_way, die) for die in range(under_way[0].amount))


def rerolled(reader: Reader, under_way: tuple[Frame, Frame], die: int) -> Changes:
    """Return the difference that rolling one die again is expected to make."""
    rolled, waiting = under_way
    old = rolled.rival_roll >> 3 * die & 7
    changes: Changes = {}
    add(changes, result(reader, waiting, rolled.roll, rolled.rival_roll), -1.0)
    for side in SIDES:
        natural = rolled.rival_roll + (side - old << 3 * die)
        add(changes, result(reader, waiting, rolled.roll + side - old, natural), 1 / 6)
    return changes


@reads(Add)
def add_to_roll(reader: Reader, word: Add, frame: Frame) -> Changes:
    """The difference that the larger roll makes."""
    under_way = roll_under_way(reader)
    if under_way is None:
        return {"chance": 1.0}
    rolled, waiting = under_way
    changes = dict(result(reader, waiting, rolled.roll + word.more.of(reader.game, frame), rolled.rival_roll))
    add(changes, result(reader, waiting, rolled.roll, rolled.rival_roll), -1.0)
    return changes
