"""Passkeys as they are kept, and the challenges that authenticators sign.

The functions take the store, and are called by `Database.ask`.
"""

from __future__ import annotations

import secrets
import time

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stormriver.server.accounts.facts import Passkey
from stormriver.server.accounts.webauthn_checks import REFUSED, NewKey
from stormriver.server.errors import Declined, NotAllowed, NotFound
from stormriver.server.models import ChallengeRow, PasskeyRow
from stormriver.server.store import PersonId, Store
from stormriver.server.updates import when

MOST_PASSKEYS = 20
CHALLENGE_SECONDS = 300.0
"""How long somebody may take to touch their key."""


# challenges


def keep_challenge(store: Store, challenge: str, person: PersonId | None) -> None:
    """Keep a challenge for a person who makes a passkey, or for whoever signs in; those that are too old go."""
    now = time.time()
    with Session(store.engine) as session, session.begin():
        session.execute(delete(ChallengeRow).where(ChallengeRow.created < now - CHALLENGE_SECONDS))
        session.add(ChallengeRow(challenge=challenge, person=person, created=now))


def use_challenge(store: Store, challenge: str, person: PersonId | None) -> None:
    """Use up a challenge; NotAllowed if it was none for this person, is too old, or was used before."""
    fits = (ChallengeRow.challenge == challenge) & ChallengeRow.person.is_not_distinct_from(person)
    with Session(store.engine) as session, session.begin():
        created = session.scalar(delete(ChallengeRow).where(fits).returning(ChallengeRow.created))
    if created is None or created < time.time() - CHALLENGE_SECONDS:
        raise NotAllowed("server.account.late")


# passkeys


def passkeys_of(store: Store, person: PersonId) -> list[Passkey]:
    """Return a person's passkeys, the newest first."""
    with Session(store.engine) as session:
        mine = select(PasskeyRow).where(PasskeyRow.person == person).order_by(PasskeyRow.created.desc())
        return [
            Passkey(row.id, row.name, when(row.created), "" if row.used is None else when(row.used))
            for row in session.scalars(mine)
        ]


def credentials_of(store: Store, person: PersonId) -> list[str]:
    """Return the ids by which authenticators know a person's passkeys."""
    with Session(store.engine) as session:
        return list(session.scalars(select(PasskeyRow.credential).where(PasskeyRow.person == person)))


def add_passkey(store: Store, person: PersonId, name: str, made: NewKey) -> None:
    """Keep a new passkey; Declined if its person has too many, or it is kept already."""
    row = PasskeyRow(
        id=secrets.token_urlsafe(9), person=person, credential=made.credential, public_key=made.public_key,
        counter=made.counter, name=name, created=time.time(), used=None,
    )  # fmt: skip
    try:
        with Session(store.engine) as session, session.begin():
            mine = select(func.count()).select_from(PasskeyRow).where(PasskeyRow.person == person)
            if (session.scalar(mine) or 0) >= MOST_PASSKEYS:
                raise Declined("server.passkey.too_many", most=MOST_PASSKEYS)
            session.add(row)
    except IntegrityError:
        raise Declined("server.passkey.known") from None


def name_passkey(store: Store, person: PersonId | None, passkey: str, name: str) -> None:
    """Give a person's passkey another name; NotFound if they have none of that id."""
    mine = (PasskeyRow.person == person) & (PasskeyRow.id == passkey)
    with Session(store.engine) as session, session.begin():
        if session.scalar(update(PasskeyRow).where(mine).values(name=name).returning(PasskeyRow.id)) is None:
            raise NotFound("server.passkey.unknown")


def delete_passkey(store: Store, person: PersonId | None, passkey: str) -> None:
    """Delete a person's passkey; NotFound if they have none of that id."""
    mine = (PasskeyRow.person == person) & (PasskeyRow.id == passkey)
    with Session(store.engine) as session, session.begin():
        if session.scalar(delete(PasskeyRow).where(mine).returning(PasskeyRow.id)) is None:
            raise NotFound("server.passkey.unknown")


def found_passkey(store: Store, credential: str) -> PasskeyRow:
    """Return the passkey that an authenticator knows by an id; NotAllowed if there is none."""
    with Session(store.engine, expire_on_commit=False) as session:
        row = session.scalar(select(PasskeyRow).where(PasskeyRow.credential == credential))
    if row is None:
        raise NotAllowed(REFUSED)
    return row


def count_use(store: Store, row: PasskeyRow, counter: int) -> None:
    """Note that a passkey was used; NotAllowed if it was used otherwise since `row` was read, as only a copy could."""
    same = (PasskeyRow.id == row.id) & (PasskeyRow.counter == row.counter)
    values = {"counter": counter, "used": time.time()}
    with Session(store.engine) as session, session.begin():
        if session.scalar(update(PasskeyRow).where(same).values(values).returning(PasskeyRow.id)) is None:
            raise NotAllowed(REFUSED)
