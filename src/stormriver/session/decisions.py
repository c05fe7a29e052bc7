"""What a session keeps of each decision, and what taking one back would mean."""

from __future__ import annotations

from typing import Literal, NamedTuple

from stormriver.presentation.standing_orders import Matter

By = Literal["person", "computer", "order", "forced"]
"""Who has decided: a person, a computer player, a standing order, or the rules, as there was only one option."""


class Decision(NamedTuple):
    """One answer given.

    Attributes:
        seat: whose it was.
        key: of the option.
        by: who made it.
        passed: whether it was a mere pass: that others let a chance go by nobody is told.
        revealed: how many dice and hidden cards had come out before it.
        logged: how many events there were before it.
        read: how many events each seat had read before it.
        ordered: the standing order that was given with it.
    """

    seat: int
    key: str
    by: By
    passed: bool
    revealed: int
    logged: int
    read: tuple[int, ...]
    ordered: Matter | None = None


class Reach(NamedTuple):
    """What taking back a seat's last decision would mean.

    Attributes:
        answers: how many answers go, 0 if there is none to take back.
        reason: why it is not free, in words; empty if it is.
    """

    answers: int
    reason: str = ""


class Settled(NamedTuple):
    """An answer that needs no person.

    Attributes:
        key: of the option.
        told: what it left be, in words, for who wants to know; empty if nobody does.
    """

    key: str
    told: str = ""
