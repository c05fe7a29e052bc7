"""Identities of an OpenID provider as they are kept, and those who have been sent to it and are not back yet.

The functions take the store, and are called by `Database.ask`.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stormriver.server.account_names import LONGEST, account_key, demand_name
from stormriver.server.accounts.facts import KnownIdentity
from stormriver.server.accounts.login_sessions import CONFIRMED_SECONDS
from stormriver.server.accounts.openid_provider import AuthorizationRequest, Identity
from stormriver.server.errors import BadRequest, Declined, NotAllowed, NotFound, Unavailable
from stormriver.server.models import IdentityRow, OpenIdLoginRow, PersonRow, SessionRow
from stormriver.server.store import PersonId, Store, give_account, hashed
from stormriver.server.updates import when

LOGIN_SECONDS = 600.0
"""How long somebody may take to sign in at the provider."""
MOST_IDENTITIES = 10
NAMELESS = "Player"
"""What people are called whose provider calls them nothing that could be a name here."""
NUMBERED = 10
"""Up to which number a name is tried that others have already."""
TRIES = 3
"""How often a name is chosen anew if somebody else takes it in the same moment."""

Purpose = Literal["sign_in", "add", "confirm"]
"""Why somebody is sent: to sign in, to have one more way into their account, or to prove that it is theirs."""


class Login(NamedTuple):
    """Somebody who was sent, and is back."""

    purpose: Purpose
    person: PersonId | None
    nonce: str
    verifier: str


# those who are sent


def keep_login(store: Store, asked: AuthorizationRequest, purpose: Purpose, person: PersonId | None) -> None:
    """Keep that somebody is sent to the provider; those who have been away for too long go."""
    now = time.time()
    with Session(store.engine) as session, session.begin():
        session.execute(delete(OpenIdLoginRow).where(OpenIdLoginRow.created < now - LOGIN_SECONDS))
        row = {"state_hash": hashed(asked.state), "nonce": asked.nonce, "verifier": asked.verifier, "created": now}
        session.add(OpenIdLoginRow(purpose=purpose, person=person, **row))


def use_login(store: Store, state: str) -> Login:
    """Use up a state, and return who was sent with it; NotAllowed if nobody was, or it is too long ago."""
    fits = OpenIdLoginRow.state_hash == hashed(state)
    told = (OpenIdLoginRow.purpose, OpenIdLoginRow.person, OpenIdLoginRow.nonce, OpenIdLoginRow.verifier)
    with Session(store.engine) as session, session.begin():
        found = session.execute(delete(OpenIdLoginRow).where(fits).returning(*told, OpenIdLoginRow.created)).first()
    if found is None or found.created < time.time() - LOGIN_SECONDS:
        raise NotAllowed("server.account.late")
    return Login(found.purpose, found.person, found.nonce, found.verifier)


# identities


def owner_of(store: Store, identity: Identity, guest: PersonId | None) -> PersonId:
    """Return whose account an identity enters; one that comes for the first time gets an account.

    It is never taken for somebody's who has an account already, whatever they are called: only they can add it.

    Args:
        guest: who gets the account, if they have none yet; else somebody new does.
    """
    for _ in range(TRIES):
        # It fails if somebody has taken the name meanwhile, or they have come by another browser too.
        with suppress(IntegrityError), Session(store.engine) as session, session.begin():
            owner = _used(session, identity)
            return _new_owner(session, identity, guest) if owner is None else owner
    raise Unavailable("server.silent")


def _used(session: Session, identity: Identity) -> PersonId | None:
    """Return whose an identity is, and note that it is used; None if it is nobody's."""
    mine = (IdentityRow.issuer == identity.issuer) & (IdentityRow.subject == identity.subject)
    return session.scalar(update(IdentityRow).where(mine).values(used=time.time()).returning(IdentityRow.person))


def _new_owner(session: Session, identity: Identity, guest: PersonId | None) -> PersonId:
    """Give an identity an account: that of a guest who has none yet, or one of somebody new."""
    row = None if guest is None else session.get(PersonRow, guest)
    if row is None or row.account is not None:
        row = PersonRow(name="", created=time.time())
        session.add(row)
        session.flush()
    name = _free_name(session, identity.names)
    give_account(session, row.id, name, None)
    session.add(_row(row.id, identity, name))
    return row.id


def _row(person: PersonId, identity: Identity, name: str) -> IdentityRow:
    now, key = time.time(), secrets.token_urlsafe(9)
    known = {"issuer": identity.issuer, "subject": identity.subject, "name": name}
    return IdentityRow(id=key, person=person, created=now, used=now, **known)


def _free_name(session: Session, names: tuple[str, ...]) -> str:
    """Return what an account is called that nobody else's is called, as near as can be to what the provider says."""
    name = known_as(names)
    endings = ["", *(f" {number}" for number in range(2, NUMBERED)), f" {secrets.token_hex(3)}"]
    tried = {account_key(one): one for one in (f"{name[: LONGEST - len(end)].rstrip()}{end}" for end in endings)}
    taken = set(session.scalars(select(PersonRow.account_key).where(PersonRow.account_key.in_(tried))))
    return next(one for key, one in tried.items() if key not in taken)


def known_as(names: tuple[str, ...]) -> str:
    """Return the first of what a provider calls somebody that can be a name here, shortened."""
    for name in (" ".join(name.split())[:LONGEST].strip() for name in names):
        try:
            demand_name(name)
        except BadRequest:
            continue
        if account_key(name):
            return name
    return NAMELESS


def add_identity(store: Store, person: PersonId, identity: Identity) -> None:
    """Let an identity enter a person's account too; Declined if it enters one already, or they have too many."""
    try:
        with Session(store.engine) as session, session.begin():
            mine = select(func.count()).select_from(IdentityRow).where(IdentityRow.person == person)
            if (session.scalar(mine) or 0) >= MOST_IDENTITIES:
                raise Declined("server.openid.too_many", most=MOST_IDENTITIES)
            session.add(_row(person, identity, known_as(identity.names)))
    except IntegrityError:
        raise Declined("server.openid.taken") from None


def confirm(store: Store, person: PersonId, here: str, identity: Identity) -> None:
    """Note that the provider has made sure of the person of a login session, as it was asked to just now.

    Of a provider that does not say when it has, it is taken on trust that it has done as it was asked.

    Raises:
        NotAllowed: if it means somebody else, or has not made sure of them lately.
    """
    now = time.time()
    confirmed = now if identity.confirmed is None else identity.confirmed
    if confirmed < now - CONFIRMED_SECONDS:
        raise NotAllowed("server.openid.not_anew")
    with Session(store.engine) as session, session.begin():
        if _used(session, identity) != person:
            raise NotAllowed("server.openid.somebody_else")
        mine = (SessionRow.id == here) & (SessionRow.person == person)
        session.execute(update(SessionRow).where(mine).values(confirmed=confirmed))


def identities_of(store: Store, person: PersonId) -> list[KnownIdentity]:
    """Return a person's identities, the newest first."""
    with Session(store.engine) as session:
        mine = select(IdentityRow).where(IdentityRow.person == person).order_by(IdentityRow.created.desc())
        return [
            KnownIdentity(row.id, row.issuer, row.name, when(row.created), when(row.used))
            for row in session.scalars(mine)
        ]


def delete_identity(store: Store, person: PersonId | None, wanted: str) -> None:
    """Delete one of a person's identities.

    Raises:
        NotFound: if they have none of that id.
        Declined: if they could not enter their account any more, having neither a password nor another identity.
    """
    mine = IdentityRow.person == person
    # Locked, so that of two identities that are deleted at once one stays.
    locked = select(PersonRow.password).where(PersonRow.id == person).with_for_update()
    with Session(store.engine) as session, session.begin():
        password = session.scalar(locked)
        if session.scalar(delete(IdentityRow).where(mine, IdentityRow.id == wanted).returning(IdentityRow.id)) is None:
            raise NotFound("server.openid.unknown")
        others = session.scalar(select(func.count()).select_from(IdentityRow).where(mine))
        if not others and not password:
            raise Declined("server.openid.last")
