"""Where the log of a table was cut, and where its game went on by other rules."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.kernel.events import Event


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
