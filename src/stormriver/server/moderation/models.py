"""The tables of the database that moderation keeps, as SQLAlchemy models."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from stormriver.server.models import Model


class StandingRow(Model):
    """What a person may do at this server, if it is not what everybody may.

    Attributes:
        operator: whether they may do whatever `/admin` offers.
        muted: whether they may say nothing at any table.
        banned: whether they may sit or look on at no table, and make none.
    """

    __tablename__ = "standings"

    person: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    operator: Mapped[bool]
    muted: Mapped[bool]
    banned: Mapped[bool]


class ReportRow(Model):
    """What somebody has reported: a line of chat, a name, or a table.

    Attributes:
        by: who has reported it, None if nobody knows them, or not any more.
        about: whose line or name it is, in the same way.
        table: the id of the table, which may be gone by now; `title` what it was called.
        quoted: the line or the name as it was then, which is what operators are to judge.
        done: when an operator was done with it, None as long as it is open.
    """

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    by: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    about: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    table: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    quoted: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    done: Mapped[float | None]

    __table_args__ = (Index("reports_by_state", "done", "at"),)


class ActRow(Model):
    """What an operator has done, or wants the server to do, if `done` is None.

    Attributes:
        operator: who, None if it was done on the machine of the server, or if they are gone.
        what: see `facts.Deed`.
        person, whom: to whom: their number, and what they were called then.
        why: as the operator has said.
        refused: why it could not be done; empty if it could.
    """

    __tablename__ = "acts"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    operator: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    what: Mapped[str] = mapped_column(Text)
    person: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    whom: Mapped[str] = mapped_column(Text)
    table: Mapped[str] = mapped_column(Text)
    report: Mapped[int | None]
    why: Mapped[str] = mapped_column(Text)
    done: Mapped[float | None]
    refused: Mapped[str] = mapped_column(Text)

    __table_args__ = (Index("acts_by_time", "at"), Index("acts_to_do", "done"))
