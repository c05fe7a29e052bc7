"""Who somebody is: a cookie with a random token, and for those who want one an account that is known everywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache

import argon2
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from stormriver.server.database import Database
from stormriver.server.errors import NotAllowed, Unavailable
from stormriver.server.lobby import Lobby
from stormriver.server.naming import demand_name
from stormriver.server.requests import Credentials, NewPassword, Person
from stormriver.server.settings import Settings
from stormriver.server.store import SESSION_SECONDS, PersonId, Store

COOKIE = "stormriver"
HTTPS_COOKIE = f"__Host-{COOKIE}"
"""Browsers take a cookie of such a name from this very host alone, over HTTPS, for all of its addresses."""
WRONG = "There is no account with that name and password."

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


async def known_person(connection: HTTPConnection) -> PersonId | None:
    """Return who the cookie says it is; None if it is nobody we know."""
    token = token_of(connection)
    return await lobby_of(connection).database.ask(Store.person_of, token) if token else None


@asynccontextmanager
async def known_or_new_person(request: Request, response: Response) -> AsyncIterator[PersonId]:
    """Give who it is; somebody new is given a cookie, and forgotten again if what they want fails."""
    person = await known_person(request)
    if person is not None:
        yield person
        return
    database = lobby_of(request).database
    newcomer, token = await database.ask(Store.new_person)
    give_cookie(response, token, settings_of(request))
    try:
        yield newcomer
    except BaseException:
        with suppress(Unavailable):  # what they are told is why it failed
            await database.ask(Store.forget, newcomer)
        raise


def cookie_name(settings: Settings) -> str:
    """Return what the cookie is called."""
    return HTTPS_COOKIE if settings.secure else COOKIE


def give_cookie(response: Response, token: str, settings: Settings) -> None:
    """Let a browser be known from now on."""
    name = cookie_name(settings)
    response.set_cookie(
        name, token, max_age=SESSION_SECONDS, path="/", secure=settings.secure, httponly=True, samesite="lax"
    )  # fmt: skip


def delete_cookie(response: Response, settings: Settings) -> None:
    """Let a browser forget."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.secure, httponly=True, samesite="lax"
    )  # fmt: skip


async def renew_session(request: Request, response: Response) -> None:
    """Let a browser that comes now and then be known for ever."""
    token = token_of(request)
    renewed = await lobby_of(request).database.ask(Store.renew, token) if token else False
    if renewed:
        give_cookie(response, token, settings_of(request))


async def begin_session(request: Request, response: Response, person: PersonId) -> None:
    """Let a browser be known by a token of its own from now on.

    The one it came with is worth nothing any more: somebody else might have put it there.
    """
    database = lobby_of(request).database
    await database.ask(Store.end_session, token_of(request))
    give_cookie(response, await database.ask(Store.new_session, person), settings_of(request))


# accounts


async def person_facts(database: Database, person: PersonId | None) -> Person:
    """Return what somebody is told of themselves."""
    if person is None:
        return Person()
    found = await database.ask(Store.person, person)
    return Person(found.name, found.account)


async def make_account(database: Database, person: PersonId, wanted: Credentials) -> None:
    """Give somebody an account, which takes along all that is theirs.

    Raises:
        NotAllowed: if they have one.
        BadRequest: if there is one of that name, or it is no name.
    """
    demand_name(wanted.name)
    if (await person_facts(database, person)).account:
        raise NotAllowed("You have an account already; log out to make another one.")
    password = await run_in_threadpool(hashed_password, wanted.password)
    await database.ask(Store.make_account, person, wanted.name, password)


async def change_password(database: Database, person: PersonId | None, wanted: NewPassword) -> PersonId:
    """Give somebody's account another password, log out all browsers, and return whose account it is.

    Raises:
        NotAllowed: if they have no account, or the old password is another.
    """
    account = (await person_facts(database, person)).account
    if not account:
        raise NotAllowed("You have no account here, and so no password.")
    mine = await authenticate(database, Credentials(account, wanted.password))
    if mine != person:
        raise NotAllowed(WRONG)
    password = await run_in_threadpool(hashed_password, wanted.new)
    await database.ask(Store.change_password, mine, password)
    return mine


def hashed_password(password: str) -> str:
    """Return what is kept of a password, which takes a while."""
    return _hasher.hash(password)


@cache
def _nobody() -> str:
    return hashed_password("the password of nobody")


def _verify(kept: str | None, given: str) -> None:
    _hasher.verify(_nobody() if kept is None else kept, given)


async def authenticate(database: Database, given: Credentials) -> PersonId:
    """Return whose account it is.

    Raises:
        NotAllowed: if there is none with that name and password; which of them is wrong is not told.
    """
    found = await database.ask(Store.account, given.name)
    try:
        # A name that is not there takes as long as one that is, so that the time does not tell.
        await run_in_threadpool(_verify, found.password if found else None, given.password)
    except argon2.exceptions.VerificationError:
        raise NotAllowed(WRONG) from None
    if found is None:
        raise NotAllowed(WRONG)
    return found.id
