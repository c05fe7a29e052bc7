"""A connection: somebody who is at a table, from where they look, and how far they have been told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from stormriver.server.messages import ToPage
from stormriver.server.store import PersonId


@dataclass(eq=False)
class Connection:
    """Somebody who is there.

    Attributes:
        name: what they last went by, wherever that was.
        seat: which seat is looked from, -1 as an onlooker.
        told: of how many events each viewpoint has been told.
        undone: to how many events the log was cut since the last update, -1 if it was not.
        due: the id of the message whose answer is due.
        owed: whether an update is due though the game has not gone on.
        dismiss: closes the line; whoever opens one gives it.
    """

    person: PersonId
    send: Callable[[ToPage], None]
    name: str = ""
    seat: int = -1
    greeted: bool = False
    undone: int = -1
    due: int = 0
    owed: bool = False
    told: dict[int, int] = field(default_factory=dict)
    dismiss: Callable[[], None] = lambda: None
