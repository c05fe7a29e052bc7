"""What a sitting keeps of the decisions at a table, and of where the game was cut or went on by other rules."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.kernel.events import Event
from stormriver.server import journal


class Decision(NamedTuple):
    """One answer given.

    Attributes:
        seat: whose it was; `by` as in `journal.Answered`.
        passed: whether it was a mere pass: that others let a chance go by nobody is told.
        revealed, logged: what had come out, and how many events there were, before it.
        read: how far each seat had read before it.
    """

    seat: int
    key: str
    by: journal.By
    passed: bool
    revealed: int
    logged: int
    read: tuple[int, ...]


class Reach(NamedTuple):
    """What taking back a seat's last decision would mean: how many answers, and why it is not free (empty: it is)."""

    answers: int
    reason: str = ""


class Cut(NamedTuple):
    """The log was cut to `events` events by the change with number `version`."""

    version: int
    events: int


class WentOn(NamedTuple):
    """The game went on from its last state, by other rules than those that had brought it about.

    Attributes:
        save: the last state.
        before: what had happened, in the numbers of today.
        answers: how many answers had been given; they can no longer be taken back.
    """

    save: str
    before: list[Event]
    answers: int
