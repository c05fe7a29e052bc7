"""The structs of moderation that go over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from stormriver.server.requests import Request, Wire

Deed = Literal[
    "grant", "revoke", "mute", "unmute", "kick", "ban", "unban",
    "delete_person", "end_table", "delete_table", "close_report",
]  # fmt: skip
"""What operators can do."""
Why = Annotated[str, Meta(max_length=400)]
PersonNumber = Annotated[int, Meta(ge=0, le=2**53)]
TableId = Annotated[str, Meta(max_length=64)]


# what people ask for themselves


class ReportWanted(Request):
    """Report a line of chat, by its number; else the name at a seat; else the table."""

    table: TableId
    reason: Annotated[str, Meta(min_length=1, max_length=400)]
    line: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    seat: Annotated[int, Meta(ge=-1, le=11)] = -1


class Reported(Wire):
    """The number of a report that has been taken down."""

    report: int


class DeletionWanted(Request):
    """Delete oneself; who has an account says its password."""

    password: Annotated[str, Meta(max_length=200)] = ""


class PersonalData(Wire):
    """All that is kept of somebody.

    Attributes:
        rows: by the table of the database, the rows that are theirs, without what would tell others' secrets.
        said: by the table they sat or looked on at, what they have said there, and when.
    """

    name: str
    account: str
    rows: dict[str, list[dict[str, Any]]]
    said: dict[str, list[dict[str, Any]]]


# what operators see


class AdminTable(Wire):
    """A table as operators see it: `game` is what is played, `people` are those who sit there, by number and name."""

    id: str
    name: str
    game: str
    state: str
    listed: bool
    turn: int
    created: str
    updated: str
    maker: int
    people: list[tuple[int, str]]
    computers: int
    watch_link: str


class AdminPerson(Wire):
    """Somebody as operators see them; `used` is when a browser of theirs last came, empty if none is known."""

    id: int
    name: str
    account: str
    created: str
    used: str
    tables: int
    operator: bool
    muted: bool
    banned: bool


class AdminReport(Wire):
    """A report as operators see it; `done` is when it was closed, empty as long as it is open."""

    id: int
    at: str
    kind: Literal["line", "name", "table"]
    table: str
    title: str
    name: str
    quoted: str
    reason: str
    by: int | None
    about: int | None
    done: str
    watch_link: str


class AdminAct(Wire):
    """What an operator has done: who (empty: on the server's own machine), what, to whom or which table, when and why.

    Attributes:
        done: when, empty as long as the server has not got to it; `refused` says why it could not be done.
    """

    id: int
    at: str
    operator: str
    what: Deed
    whom: str
    table: str
    why: str
    done: str
    refused: str


class Load(Wire):
    """How busy the server is, in sentences, and how many reports are open."""

    sentences: list[str]
    reports: int


class ActWanted(Request):
    """What an operator wants done, to whom or to what, and why."""

    what: Deed
    person: PersonNumber = 0
    table: TableId = ""
    report: PersonNumber = 0
    why: Why = field(default="")
