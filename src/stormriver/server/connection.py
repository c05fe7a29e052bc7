"""A connection: a page that is open at a table, the seat it views it from, and how much it has been sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from stormriver.language.message import Message
from stormriver.server.languages import USUAL, chosen
from stormriver.server.messages import Hello, ToPage
from stormriver.server.requests import TableInfo
from stormriver.server.session import TableSession
from stormriver.server.store import PersonId


class Missed(NamedTuple):
    """What has not been sent yet: the events from `start` on, and to how many the log was cut (-1: it was not)."""

    start: int
    undone: int


@dataclass(eq=False)
class Connection:
    """A page of a person, or of somebody unknown, that is open at a table.

    Attributes:
        name: the name that the person used last, at any table.
        language: the code of the language in which the page is told everything.
        seat: the seat that the table is viewed from, -1 as an onlooker.
        version: the version of the last update that was sent.
        facts: what has been sent of the table beside its game.
        told: how many events have been sent for each viewpoint.
        due: the id of the message whose answer is due.
        owed: whether an update is due although the game has not changed.
        known_by: the id of the login session or API token that it came with, empty if it came with none.
        dismiss: callback that closes the socket for good and says why; set by whoever opens one.
        send_away: callback that closes it so that the page connects anew.
    """

    person: PersonId
    send: Callable[[ToPage], None]
    name: str = ""
    language: str = USUAL
    seat: int = -1
    greeted: bool = False
    version: int = -1
    facts: TableInfo | None = None
    due: int = 0
    owed: bool = False
    told: dict[int, int] = field(default_factory=dict)
    known_by: str = ""
    dismiss: Callable[[Message], None] = lambda why: None
    send_away: Callable[[Message], None] = lambda why: None

    def begin(self, session: TableSession, hello: Hello) -> None:
        """Start at the person's first view, with the events that the page says it has."""
        self.greeted = True
        self.seat = session.seating.first_view(self.person)
        self.version = hello.version
        self.language = chosen(hello.language, self.language)
        self.told = {self.seat: hello.since + 1}

    def catch_up(self, session: TableSession) -> Missed:
        """Return what has not been sent yet, and mark everything as sent."""
        left = session.left_since(self.version)
        undone = left if left < max(self.told.values(), default=0) else -1
        start = min(self.told.get(self.seat, 0), left)
        self.version = session.version
        self.told = {seat: min(told, left) for seat, told in self.told.items()} | {self.seat: len(session.log)}
        return Missed(start, undone)
