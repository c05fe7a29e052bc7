"""Where the log of a table was cut, and where its game went on by other rules."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.kernel.events import Event


class Cut(NamedTuple):
    """The undo with number `version` among the changes, which cut the log to `events` events."""

    version: int
    events: int


class WentOn(NamedTuple):
    """The point at which the game went on from its last state, by rules that do not reproduce the events before it.

    Attributes:
        save: the last state.
        before: what had happened, in the numbers of today.
        answers: how many answers had been given; they can no longer be taken back.
    """

    save: str
    before: list[Event]
    answers: int
