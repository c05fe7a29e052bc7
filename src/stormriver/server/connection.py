"""A connection: somebody who is at a table, from where they look, and how far they have been told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from stormriver.server.messages import Hello, ToPage
from stormriver.server.session import TableSession
from stormriver.server.store import PersonId


class Missed(NamedTuple):
    """What somebody has not been told: the events from `start` on, and to how many the log was cut (-1: it was not)."""

    start: int
    undone: int


@dataclass(eq=False)
class Connection:
    """Somebody who is there.

    Attributes:
        name: what they last went by, wherever that was.
        seat: which seat is looked from, -1 as an onlooker.
        version: that of the game they have been told of.
        told: of how many events each viewpoint has been told.
        due: the id of the message whose answer is due.
        owed: whether an update is due though the game has not gone on.
        dismiss: closes the line, and says why; whoever opens one gives it.
    """

    person: PersonId
    send: Callable[[ToPage], None]
    name: str = ""
    seat: int = -1
    greeted: bool = False
    version: int = -1
    due: int = 0
    owed: bool = False
    told: dict[int, int] = field(default_factory=dict)
    dismiss: Callable[[str], None] = lambda why: None

    def begin(self, session: TableSession, hello: Hello) -> None:
        """Look from where the person looks at first, having been told what their page says."""
        self.greeted = True
        self.seat = session.seating.first_view(self.person)
        self.version = hello.version
        self.told = {self.seat: hello.since + 1}

    def catch_up(self, session: TableSession) -> Missed:
        """Note that they are told of all that has happened, and return what they had missed."""
        left = session.left_since(self.version)
        undone = left if left < max(self.told.values(), default=0) else -1
        start = min(self.told.get(self.seat, 0), left)
        self.version = session.version
        self.told = {seat: min(told, left) for seat, told in self.told.items()} | {self.seat: len(session.log)}
        return Missed(start, undone)
