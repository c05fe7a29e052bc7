"""Questions that no rule answers: a die says yes or no.

The die comes from a random stream of its own, derived from the seed of the game: no question touches the dice of the
game, and each can be checked once the seed is known.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from stormriver.kernel import dice

SIDES: Final = 6
LEAST_YES: Final = 4
"""The lowest number that says yes."""


class Question(NamedTuple):
    """A question that was put, and the die that answered it.

    Attributes:
        number: its number in the game, from 1.
        seat: who put it.
        text: the question.
        die: what the die showed, 1 to 6.
        answers: how many answers the game had when it was put.
    """

    number: int
    seat: int
    text: str
    die: int
    answers: int

    @property
    def yes(self) -> bool:
        """Whether the die said yes."""
        return self.die >= LEAST_YES

    @property
    def says(self) -> str:
        """What the die said: `yes` or `no`."""
        return "yes" if self.yes else "no"


def is_question(value: object) -> bool:
    """Tell whether a value read from a file is a question in its written form: a list of its fields."""
    if not isinstance(value, list) or len(value) != len(Question._fields):
        return False
    number, seat, text, die, answers = value
    return isinstance(text, str) and all(type(whole) is int for whole in (number, seat, die, answers))


def stream(seed: int) -> str:
    """Return the stream of a game's questions, a hash of its seed (any integer) that does not tell the seed."""
    return hashlib.sha256(f"stormriver questions of seed {seed}".encode()).hexdigest()


def die(drawn_from: str, number: int) -> int:
    """Return the die, 1 to 6, for a question, given the stream of its game and its number, from 1."""
    digest = hashlib.sha256(f"{drawn_from} question {number}".encode()).digest()
    return 1 + dice.number(dice.seeded(int.from_bytes(digest[:8])), SIDES)


def put(before: list[Question], drawn_from: str, seat: int, text: str, answers: int) -> Question:
    """Return a new question with its die.

    Args:
        before: the questions put so far.
        drawn_from: the stream of the game, see `stream`.
        seat: who puts it.
        text: the question.
        answers: how many answers the game has so far.
    """
    number = len(before) + 1
    return Question(number, seat, text, die(drawn_from, number), answers)


def after_undo(asked: list[Question], answers: int) -> list[Question]:
    """Return the questions of a game that undo has cut to so many answers: all remain, with `answers` capped."""
    return [question._replace(answers=min(question.answers, answers)) for question in asked]
