"""Who somebody is: a cookie with a random token, and for those who want one an account that is known everywhere."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import argon2
from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from stormriver.server.errors import NotAllowed
from stormriver.server.hall import Hall
from stormriver.server.live import LiveTable
from stormriver.server.requests import Credentials, Person
from stormriver.server.settings import Settings
from stormriver.server.store import PersonId, Store

COOKIE = "stormriver"
A_YEAR = 365 * 24 * 3600
WRONG = "There is no account with that name and password."

_hasher = argon2.PasswordHasher()


# of a request


def hall_of(connection: HTTPConnection) -> Hall:
    """Return the hall that a request is for."""
    hall: Hall = connection.app.state.hall
    return hall


def settings_of(connection: HTTPConnection) -> Settings:
    """Return the settings of the server."""
    settings: Settings = connection.app.state.settings
    return settings


def known(connection: HTTPConnection) -> PersonId | None:
    """Return who the cookie says it is; None if it is nobody we know."""
    token = connection.cookies.get(COOKIE, "")
    return hall_of(connection).store.person_of(token) if token else None


def somebody(request: Request, response: Response) -> PersonId:
    """Return who it is; somebody new is given a cookie."""
    person = known(request)
    if person is None:
        person, token = hall_of(request).store.new_person()
        give_cookie(response, token, settings_of(request))
    return person


InHall = Annotated[Hall, Depends(hall_of)]
Set = Annotated[Settings, Depends(settings_of)]
Known = Annotated[PersonId | None, Depends(known)]
Somebody = Annotated[PersonId, Depends(somebody)]


async def at_table(table: Annotated[str, Path(max_length=64)], hall: InHall) -> LiveTable:
    """Return the table of a request; who may do what there, it knows itself."""
    return await hall.table(table)


AtTable = Annotated[LiveTable, Depends(at_table)]


def give_cookie(response: Response, token: str, settings: Settings) -> None:
    """Let a browser be known from now on."""
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, path="/", secure=settings.secure, httponly=True, samesite="lax"
    )  # fmt: skip


# accounts


def person_facts(store: Store, person: PersonId | None) -> Person:
    """Return what somebody is told of themselves."""
    if person is None:
        return Person()
    found = store.person(person)
    return Person(found.name, found.account)


def make_account(store: Store, person: PersonId, wanted: Credentials) -> None:
    """Give somebody an account, which takes along all that is theirs.

    Raises:
        NotAllowed: if they have one.
        BadRequest: if there is one of that name.
    """
    if store.person(person).account:
        raise NotAllowed("You have an account already; log out to make another one.")
    store.make_account(person, wanted.name, _hasher.hash(wanted.password))


@cache
def _nobody() -> str:
    return _hasher.hash("the password of nobody")


def owner(store: Store, given: Credentials) -> PersonId:
    """Return whose account it is.

    Raises:
        NotAllowed: if there is none with that name and password; which of them is wrong is not told.
    """
    found = store.account(given.name)
    try:
        # A name that is not there takes as long as one that is, so that the time does not tell.
        _hasher.verify(found.password if found else _nobody(), given.password)
    except argon2.exceptions.VerificationError:
        raise NotAllowed(WRONG) from None
    if found is None:
        raise NotAllowed(WRONG)
    return found.id
