"""Login sessions as their person sees them: which browsers are known as them, and an end to those that should not be.

The functions take the store, and are called by `Database.ask`. What a token is worth is known by the store itself.
"""

from __future__ import annotations

import time

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from stormriver.server.accounts.facts import LoginSession
from stormriver.server.errors import NotFound
from stormriver.server.models import SessionRow
from stormriver.server.store import KnownSession, PersonId, Store
from stormriver.server.updates import when

CONFIRMED_SECONDS = 300.0
"""For how long no password is asked for once an OpenID provider has made sure who somebody is."""


def confirmed_for(known: KnownSession) -> int:
    """Return for how many seconds nobody need prove again that a login session is theirs; 0 if they have to."""
    return 0 if known.confirmed is None else max(0, round(known.confirmed + CONFIRMED_SECONDS - time.time()))


def sessions_of(store: Store, person: PersonId, here: str) -> list[LoginSession]:
    """Return a person's login sessions, the one with the id `here` first, then those that came last."""
    with Session(store.engine) as session:
        mine = select(SessionRow).where(SessionRow.person == person)
        rows = session.scalars(mine.order_by(SessionRow.id != here, SessionRow.used.desc())).all()
        return [LoginSession(row.id, row.browser, when(row.created), when(row.used), row.id == here) for row in rows]


def end_session(store: Store, person: PersonId | None, wanted: str) -> None:
    """End a person's login session by its id; NotFound if they have none of that id."""
    mine = (SessionRow.person == person) & (SessionRow.id == wanted)
    with Session(store.engine) as session, session.begin():
        if session.scalar(delete(SessionRow).where(mine).returning(SessionRow.id)) is None:
            raise NotFound("server.account.no_session")


def end_other_sessions(store: Store, person: PersonId, here: str) -> list[str]:
    """End a person's login sessions but the one with the id `here`, and return the ids of those ended."""
    others = (SessionRow.person == person) & (SessionRow.id != here)
    with Session(store.engine) as session, session.begin():
        return list(session.scalars(delete(SessionRow).where(others).returning(SessionRow.id)))
