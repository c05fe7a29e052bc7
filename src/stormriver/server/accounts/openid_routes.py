"""What can be asked and done over HTTP to enter an account by the OpenID provider of the server."""

from __future__ import annotations

import hmac
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver.server import auth
from stormriver.server.accounts import identities
from stormriver.server.accounts.facts import PasswordGiven, ProviderAnswer, ProviderAsked, WaysIn
from stormriver.server.accounts.identities import LOGIN_SECONDS, Login, Purpose
from stormriver.server.accounts.login_sessions import confirmed_for
from stormriver.server.accounts.openid_provider import Identity, Provider
from stormriver.server.auth import known_person, lobby_of, settings_of
from stormriver.server.errors import Declined, NotAllowed
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.lobby import LOGGED_IN
from stormriver.server.operations import Operation
from stormriver.server.requests import Person
from stormriver.server.store import PersonId, Store

Id = Annotated[str, Meta(max_length=64)]


def _provider_of(request: Request) -> Provider:
    """Return the provider of the server; NotAllowed if it has none."""
    provider: Provider | None = request.app.state.provider
    if provider is None:
        raise NotAllowed("server.openid.off")
    return provider


# there


async def ask_to_sign_in(request: Request, response: Response) -> ProviderAsked:
    """Where your browser goes to sign in at the OpenID provider of this server."""
    return await _asked(request, response, "sign_in", None)


async def ask_to_add_identity(request: Request, response: Response, given: PasswordGiven) -> ProviderAsked:
    """Where your browser goes to have one more way into your account: who you are at the OpenID provider."""
    _provider_of(request)
    return await _asked(request, response, "add", await auth.demand_owner(request, given.password))


async def ask_to_confirm(request: Request, response: Response) -> ProviderAsked:
    """Where your browser goes to have the OpenID provider confirm that it is you, which stands for a password then."""
    person = await known_person(request)
    if person is None:
        raise NotAllowed("server.account.none")
    return await _asked(request, response, "confirm", person)


async def _asked(request: Request, response: Response, purpose: Purpose, person: PersonId | None) -> ProviderAsked:
    """Send a browser to the provider; a cookie knows it again, so that nobody comes back with what another brought."""
    asked = await _provider_of(request).authorization_request(anew=purpose == "confirm")
    await lobby_of(request).database.ask(identities.keep_login, asked, purpose, person)
    response.set_cookie(
        _cookie(request), asked.state, max_age=int(LOGIN_SECONDS), path="/", secure=settings_of(request).secure,
        httponly=True, samesite="strict",
    )  # fmt: skip
    return ProviderAsked(asked.url)


def _cookie(request: Request) -> str:
    return f"{auth.cookie_name(settings_of(request))}-openid"


# and back


async def answer_of_provider(request: Request, response: Response, given: ProviderAnswer) -> Person:
    """What your browser came back with from the OpenID provider: you are signed in, or what else you went there for."""
    provider, database = _provider_of(request), lobby_of(request).database
    if not hmac.compare_digest(given.state.encode(), request.cookies.get(_cookie(request), "").encode()):
        raise NotAllowed("server.openid.other_browser")
    secure = settings_of(request).secure
    response.delete_cookie(_cookie(request), path="/", secure=secure, httponly=True, samesite="strict")
    login = await database.ask(identities.use_login, given.state)
    if given.error or given.iss not in ("", settings_of(request).openid_issuer):
        raise Declined("server.openid.broken_off", provider=settings_of(request).provider)
    identity = await provider.identity(given.code, login.nonce, login.verifier)
    if login.purpose == "sign_in":
        return await _sign_in(request, response, identity)
    await _of_owner(request, login, identity)
    return await auth.person_facts(database, login.person)


async def _sign_in(request: Request, response: Response, identity: Identity) -> Person:
    """Let a browser be known as whose identity it is; what it had without an account goes to the account."""
    lobby, guest = lobby_of(request), await known_person(request)
    owner = await lobby.database.ask(identities.owner_of, identity, guest)
    if owner == guest:  # who has an account now, and by nothing of before
        lobby.dismiss(owner, LOGGED_IN)
    return await auth.sign_in(request, response, owner, identity.confirmed)


async def _of_owner(request: Request, login: Login, identity: Identity) -> None:
    """Do what only whose account it is can have gone to the provider for."""
    database, known = lobby_of(request).database, await auth.session_of(request)
    if known is None or known.person != login.person:
        raise NotAllowed("server.openid.other_browser")
    if login.purpose == "add":
        await database.ask(identities.add_identity, known.person, identity)
    else:
        await database.ask(identities.confirm, known.person, known.id, identity)


# what there is


async def get_ways_in(request: Request) -> WaysIn:
    """By what you enter your account, and whether your provider has just confirmed that it is you."""
    database, known = lobby_of(request).database, await auth.session_of(request)
    if known is None:
        return WaysIn(False, 0, [])
    mine = await database.ask(Store.person, known.person)
    found = await database.ask(identities.identities_of, known.person)
    return WaysIn(bool(mine.password), confirmed_for(known), found)


async def delete_identity(request: Request, identity: Id) -> WaysIn:
    """Delete one of your identities: you do not enter your account by it any more. What is left is the answer."""
    await lobby_of(request).database.ask(identities.delete_identity, await known_person(request), identity)
    return await get_ways_in(request)


OPENID = (
    Operation("POST", "/api/login/openid", ask_to_sign_in, counted="logins"),
    Operation("POST", "/api/login/openid/answer", answer_of_provider, counted="logins"),
    Operation("GET", "/api/me/ways-in", get_ways_in, scope=ACCOUNT),
    Operation("POST", "/api/me/confirmation", ask_to_confirm, counted="logins"),
    Operation("POST", "/api/me/identities", ask_to_add_identity, counted="logins"),
    Operation("DELETE", "/api/me/identities/{identity}", delete_identity),
)
