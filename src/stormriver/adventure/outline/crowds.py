"""Readings of all characters compared, of one among them chosen, and of gold that is due."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.outline.changes import Changes, add, mixed
from stormriver.adventure.outline.reader import Reader, about, reads
from stormriver.adventure.procedures import fortune
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.words.crowds import AimAt, Due, Level, RollOff
from stormriver.kernel.state import Frame

MIDDLE = {"lowest": 2, "highest": 5}
"""What the one singled out has usually rolled."""


@reads(RollOff)
def roll_off(reader: Reader, word: RollOff, frame: Frame) -> Changes:
    """Each is as likely as the others to be singled out."""
    found = seats(reader.game, frame, word.who)
    roll = MIDDLE[word.which]
    return mixed([(1 / len(found), reader.effect(word.do, about(frame, seat, roll))) for seat in found])


@reads(Level)
def level(reader: Reader, word: Level, frame: Frame) -> Changes:
    """The gold that changes hands, as one would choose."""
    amount = float(word.what[GOLD].of(reader.game, frame))
    return reader.choice(
        frame.seat,
        [
            _passed_on(reader, giver, taker, amount)
            for giver in word.givers(reader.game)
            for taker in word.takers(reader.game, giver)
        ]
        or [{}],
    )


def _passed_on(reader: Reader, giver: int, taker: int, amount: float) -> Changes:
    changes = dict(reader.of(giver, {"gold": -amount}))
    add(changes, reader.of(taker, {"gold": amount}))
    return changes


@reads(AimAt)
def aim_at(reader: Reader, word: AimAt, frame: Frame) -> Changes:
    """The best of the characters."""
    choices = [_at(reader, word, frame, seat) for seat in word.among(reader.game, frame)]
    return reader.choice(frame.seat, choices or [{}])


def _at(reader: Reader, word: AimAt, frame: Frame, seat: int) -> Changes:
    aimed = about(frame)
    aimed.rival = seat
    return reader.effect(word.do, aimed)


@reads(Due)
def due(reader: Reader, word: Due, frame: Frame) -> Changes:
    """The gold, if it is there."""
    cost = fortune.due(reader.game, frame.seat, word.gold)
    if reader.state.seats[frame.seat][GOLD] >= cost:
        changes = dict(reader.of(frame.seat, {"gold": -float(cost)}))
        add(changes, reader.effect(word.then, frame))
        return changes
    return reader.effect(word.else_, frame)


# what is chosen


def chosen_seat(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a character changes: who gives, who receives."""
    frame = reader.state.frames[-1]
    word = reader.table.words[frame.word]
    if name != "at":
        return {}
    if isinstance(word, AimAt):
        return _at(reader, word, frame, argument)
    if not isinstance(word, Level):
        return {}
    return reader.of(argument, {"gold": 1.0 if frame.step > 2 else -1.0})


def owed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what not paying what is due changes."""
    frame = reader.state.frames[-1]
    word = reader.table.words[frame.word]
    return reader.effect(word.else_, about(frame)) if name == "done" and isinstance(word, Due) else {}
