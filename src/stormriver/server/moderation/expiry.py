"""Expiry: what nobody has come for in so many days, and is deleted in small steps."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, exists, false, or_, select
from sqlalchemy.orm import Session

from stormriver.server.models import FINISHED, PersonRow, SessionRow, TableRow
from stormriver.server.moderation.models import StandingRow
from stormriver.server.store import A_DAY, SESSION_SECONDS, PersonId, Store
from stormriver.server.table_policy import Expiry

STEP = 10
"""How many tables, and how many people, are deleted in one step."""


def expired_tables(store: Store, expiry: Expiry, now: float, most: int = STEP) -> list[str]:
    """Return tables that have expired, those that nobody has touched for longest first."""

    def untouched(days: int, *which: ColumnElement[bool]) -> ColumnElement[bool]:
        return and_(TableRow.updated < now - days * A_DAY, *which) if days else false()

    in_play = TableRow.state.not_in((*FINISHED, "waiting"))
    expired = or_(
        untouched(expiry.waiting, TableRow.state == "waiting"),
        untouched(expiry.finished, TableRow.state.in_(FINISHED)),
        untouched(expiry.idle, in_play, ~TableRow.listed),
    )
    with Session(store.engine) as session:
        return list(session.scalars(select(TableRow.id).where(expired).order_by(TableRow.updated).limit(most)))


def expired_people(store: Store, expiry: Expiry, now: float, most: int = STEP) -> list[PersonId]:
    """Return people who have expired; somebody of whom an operator has noted anything never does."""
    if not expiry.people:
        return []
    since = now - expiry.people * A_DAY
    come = exists().where(SessionRow.person == PersonRow.id, SessionRow.used >= since)
    noted = exists().where(StandingRow.person == PersonRow.id)
    gone = and_(PersonRow.account.is_(None), PersonRow.created < since, ~come, ~noted)
    with Session(store.engine) as session:
        return list(session.scalars(select(PersonRow.id).where(gone).order_by(PersonRow.id).limit(most)))


def end_old_sessions(store: Store, now: float) -> None:
    """Forget the tokens that have not been used for too long to be worth anything."""
    with Session(store.engine) as session, session.begin():
        session.execute(delete(SessionRow).where(SessionRow.used < now - SESSION_SECONDS))
