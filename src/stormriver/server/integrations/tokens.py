"""API tokens as they are kept: each is a person's, may do what its scopes say, and only its hash is in the database.

The functions take the store, and are called by `Database.ask`.
"""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from stormriver.server.errors import Declined, NotFound
from stormriver.server.integrations.facts import ApiToken, Scope, TokenMade, TokenWanted
from stormriver.server.models import ApiTokenRow
from stormriver.server.store import PersonId, Store, hashed

BEGINNING = "stormriver_"
"""What every token begins with, so that whoever searches a program for secrets finds it."""
MOST_TOKENS = 20
A_MINUTE = 60.0
ACCOUNT = "account"
"""What no token may do: whatever concerns accounts, passwords and tokens themselves."""


class Holder(NamedTuple):
    """Whose token somebody has shown, and what it may do.

    Attributes:
        id: that of the token, which tells it from others without being it.
    """

    id: str
    person: PersonId
    scopes: frozenset[str]

    def may(self, scope: str) -> bool:
        """Tell whether something of this scope may be done; to look at things is part of every scope."""
        return scope == "watch" or scope in self.scopes


def make_token(store: Store, person: PersonId, wanted: TokenWanted) -> TokenMade:
    """Make a token for a person; Declined if they have too many."""
    token = BEGINNING + secrets.token_urlsafe(32)
    row = ApiTokenRow(
        id=secrets.token_urlsafe(9),
        token_hash=hashed(token),
        person=person,
        name=wanted.name,
        scopes=" ".join(sorted(set(wanted.scopes))),
        created=time.time(),
        used=None,
    )
    with Session(store.engine, expire_on_commit=False) as session, session.begin():
        mine = select(func.count()).select_from(ApiTokenRow).where(ApiTokenRow.person == person)
        if (session.scalar(mine) or 0) >= MOST_TOKENS:
            raise Declined("server.token.too_many", most=MOST_TOKENS)
        session.add(row)
    return TokenMade(token, _told(row))


def tokens_of(store: Store, person: PersonId) -> list[ApiToken]:
    """Return what is known of a person's tokens, the newest first."""
    with Session(store.engine) as session:
        mine = select(ApiTokenRow).where(ApiTokenRow.person == person).order_by(ApiTokenRow.created.desc())
        return [_told(row) for row in session.scalars(mine)]


def revoke_token(store: Store, person: PersonId | None, token: str) -> None:
    """Delete a person's token by its id; NotFound if they have none of that id."""
    with Session(store.engine) as session, session.begin():
        mine = (ApiTokenRow.id == token) & (ApiTokenRow.person == person)
        if session.execute(delete(ApiTokenRow).where(mine).returning(ApiTokenRow.id)).first() is None:
            raise NotFound("server.token.unknown")


def holder(store: Store, token: str) -> Holder | None:
    """Return who holds a token, and note its use once a minute; None if it is nobody's."""
    with Session(store.engine) as session, session.begin():
        row = session.scalar(select(ApiTokenRow).where(ApiTokenRow.token_hash == hashed(token)))
        if row is None:
            return None
        now = time.time()
        if row.used is None or row.used < now - A_MINUTE:
            session.execute(update(ApiTokenRow).where(ApiTokenRow.id == row.id).values(used=now))
        return Holder(row.id, row.person, frozenset(row.scopes.split()))


def _told(row: ApiTokenRow) -> ApiToken:
    scopes: list[Scope] = row.scopes.split()  # type: ignore[assignment]  # the database has them from a `TokenWanted`
    return ApiToken(row.id, row.name, scopes, date(row.created), date(row.used))


def date(at: float | None) -> str:
    """Return a time as an ISO date, empty if there is none, or what is kept is no time."""
    try:
        return "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError):
        return ""
