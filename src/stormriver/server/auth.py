"""Authentication: a cookie with a random token, and for those who want one an account for several devices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache

import argon2
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from stormriver.language.message import Message
from stormriver.server.account_names import demand_name
from stormriver.server.accounts.browser_names import browser_name
from stormriver.server.accounts.login_sessions import confirmed_for
from stormriver.server.database import Database
from stormriver.server.errors import NotAllowed, Unavailable
from stormriver.server.integrations.access import holder_of
from stormriver.server.lobby import LOGGED_IN, Lobby
from stormriver.server.requests import Credentials, NewPassword, Person
from stormriver.server.settings import Settings
from stormriver.server.store import SESSION_SECONDS, KnownSession, PersonId, Store

COOKIE = "stormriver"
HTTPS_COOKIE = f"__Host-{COOKIE}"
"""With this prefix browsers accept a cookie only from this very host, over HTTPS, and for all of its paths."""
WRONG = "server.account.wrong"

_hasher = argon2.PasswordHasher()


# of a request


def lobby_of(connection: HTTPConnection) -> Lobby:
    """Return the lobby that a request is for."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def settings_of(connection: HTTPConnection) -> Settings:
    """Return the settings of the server."""
    settings: Settings = connection.app.state.settings
    return settings


def token_of(connection: HTTPConnection) -> str:
    """Return the token of the cookie, empty if there is none."""
    return connection.cookies.get(cookie_name(settings_of(connection)), "")


async def session_of(connection: HTTPConnection) -> KnownSession | None:
    """Return the login session whose token the cookie holds; None if there is none."""
    token = token_of(connection)
    return await lobby_of(connection).database.ask(Store.session_of, token) if token else None


async def known_person(connection: HTTPConnection) -> PersonId | None:
    """Return the person whose API token a request has, or whose token the cookie holds; None if there is none."""
    holder = await holder_of(connection)
    known = await session_of(connection) if holder is None else holder
    return None if known is None else known.person


@asynccontextmanager
async def known_or_new_person(request: Request, response: Response) -> AsyncIterator[PersonId]:
    """Yield the person of a request; a new one gets a cookie, and is deleted again if the request fails.

    Raises:
        NotAllowed: if an operator has banned them.
    """
    person = await known_person(request)
    if person is not None:
        lobby_of(request).demand_welcome(person)
        yield person
        return
    database = lobby_of(request).database
    newcomer, token = await database.ask(Store.new_person, browser=browser_of(request))
    give_cookie(response, token, settings_of(request))
    try:
        yield newcomer
    except BaseException:
        with suppress(Unavailable):  # the error to report is the first one
            await database.ask(Store.forget, newcomer)
        raise


def browser_of(request: Request) -> str:
    """Return what people call the browser of a request."""
    return browser_name(request.headers.get("user-agent", ""))


def cookie_name(settings: Settings) -> str:
    """Return the cookie's name, which says whether HTTPS is used."""
    return HTTPS_COOKIE if settings.secure else COOKIE


def give_cookie(response: Response, token: str, settings: Settings) -> None:
    """Set the cookie by which a browser is known from now on."""
    name = cookie_name(settings)
    response.set_cookie(
        name, token, max_age=SESSION_SECONDS, path="/", secure=settings.secure, httponly=True, samesite="lax"
    )  # fmt: skip


def delete_cookie(response: Response, settings: Settings) -> None:
    """Delete the cookie, so that a browser is no longer known."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.secure, httponly=True, samesite="lax"
    )  # fmt: skip


async def renew_session(request: Request, response: Response) -> None:
    """Renew the login session of a browser, so that one that comes now and then is known for ever."""
    token = token_of(request)
    renewed = await lobby_of(request).database.ask(Store.renew, token) if token else False
    if renewed:
        give_cookie(response, token, settings_of(request))


async def begin_session(request: Request, response: Response, person: PersonId, confirmed: float | None = None) -> None:
    """Begin a login session for a browser, with a new token.

    The token it came with is revoked: somebody else might have put it there.

    Args:
        confirmed: when the OpenID provider has made sure that it is them, if it has.
    """
    await end_session(request, LOGGED_IN)
    token = await lobby_of(request).database.ask(Store.new_session, person, browser_of(request), confirmed)
    give_cookie(response, token, settings_of(request))


async def end_session(request: Request, why: Message) -> None:
    """End the login session of a browser, whose sockets are closed with a message that says why."""
    known = await session_of(request)
    if known is not None:
        await lobby_of(request).database.ask(Store.end_session, token_of(request))
        lobby_of(request).dismiss(known.person, why, known.id)


async def sign_in(request: Request, response: Response, owner: PersonId, confirmed: float | None = None) -> Person:
    """Let a browser be known as the owner of an account; what it had without an account goes to the account.

    Args:
        confirmed: when the OpenID provider has made sure that it is them, if it has.
    """
    lobby, person = lobby_of(request), await known_person(request)
    if person not in (None, owner) and not (await person_facts(lobby.database, person)).account:
        await lobby.merge(person, owner)
    await begin_session(request, response, owner, confirmed)
    return await person_facts(lobby.database, owner)


# accounts


async def person_facts(database: Database, person: PersonId | None) -> Person:
    """Return the name and account of a person as they are told of them."""
    if person is None:
        return Person()
    found = await database.ask(Store.person, person)
    return Person(found.name, found.account)


async def make_account(database: Database, person: PersonId, wanted: Credentials) -> None:
    """Give a person an account, which keeps their tables and seats.

    Raises:
        NotAllowed: if they have one.
        BadRequest: if there is one of that name, or it is no name.
    """
    demand_name(wanted.name)
    if (await person_facts(database, person)).account:
        raise NotAllowed("server.account.has_one")
    password = await run_in_threadpool(hashed_password, wanted.password)
    await database.ask(Store.make_account, person, wanted.name, password)


async def demand_owner(request: Request, password: str) -> PersonId:
    """Return the person of a request once it is certain that it is them, and not whoever came by their open browser.

    Args:
        password: that of their account; not looked at if their OpenID provider has just confirmed that it is them.

    Raises:
        NotAllowed: if they have no account, it has another password, or it has none.
    """
    database, provider = lobby_of(request).database, settings_of(request).provider
    known = await session_of(request)
    mine = None if known is None else await database.ask(Store.person, known.person)
    if known is None or mine is None or not mine.account:
        raise NotAllowed("server.account.none")
    if not confirmed_for(known):
        if provider and not mine.password:
            raise NotAllowed("server.openid.unconfirmed", provider=provider)
        if await authenticate(database, Credentials(mine.account, password)) != mine.id:
            raise NotAllowed(WRONG)
    return mine.id


async def change_password(request: Request, wanted: NewPassword) -> PersonId:
    """Change the password of an account, or give it one, log out all browsers, and return the person.

    Raises:
        NotAllowed: see `demand_owner`.
    """
    database, mine = lobby_of(request).database, await demand_owner(request, wanted.password)
    password = await run_in_threadpool(hashed_password, wanted.new)
    await database.ask(Store.change_password, mine, password)
    return mine


def hashed_password(password: str) -> str:
    """Return the hash of a password, which takes a while on purpose."""
    return _hasher.hash(password)


@cache
def _nobody() -> str:
    return hashed_password("the password of nobody")


def _verify(kept: str, given: str) -> None:
    _hasher.verify(kept or _nobody(), given)


async def authenticate(database: Database, given: Credentials) -> PersonId:
    """Return the person with this account and password.

    Raises:
        NotAllowed: if there is none with that name and password; which of them is wrong is not told.
    """
    found = await database.ask(Store.account, given.name)
    kept = found.password if found else ""
    try:
        # A name that is not there, or has no password, takes as long as one that has, so that the time does not tell.
        await run_in_threadpool(_verify, kept, given.password)
    except argon2.exceptions.VerificationError:
        raise NotAllowed(WRONG) from None
    if found is None or not kept:
        raise NotAllowed(WRONG)
    return found.id
