"""What can be asked and done over HTTP about accounts: how one gets in, and what else is known as oneself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from stormriver.language.message import message
from stormriver.server import auth
from stormriver.server.account_names import demand_name
from stormriver.server.accounts import login_sessions, passkeys, recovery, webauthn_checks
from stormriver.server.accounts.facts import (
    LoginSession,
    Passkey,
    PasskeyAsked,
    PasskeyMade,
    PasskeyNaming,
    PasskeyShown,
    PasswordGiven,
    Recovery,
    RecoveryCodes,
    RecoveryFacts,
    SignIn,
)
from stormriver.server.accounts.webauthn_checks import NewKey
from stormriver.server.auth import known_or_new_person, known_person, lobby_of, settings_of
from stormriver.server.errors import NotAllowed
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.lobby import LOGGED_IN, LOGGED_OUT
from stormriver.server.operations import Operation
from stormriver.server.requests import Credentials, NewPassword, Person
from stormriver.server.settings import Settings
from stormriver.server.store import Store

Id = Annotated[str, Meta(max_length=64)]
ENDED = message("server.account.ended")


async def get_sign_in(request: Request) -> SignIn:
    """By what one can sign in at this server."""
    settings = settings_of(request)
    return SignIn(settings.accounts, bool(settings.passkeys), settings.provider)


async def make_account(request: Request, response: Response, wanted: Credentials) -> Person:
    """Make an account, which takes along what is yours and brings it to other devices."""
    if not settings_of(request).accounts:
        raise NotAllowed("server.account.off")
    lobby = lobby_of(request)
    async with known_or_new_person(request, response) as person:
        await auth.make_account(lobby.database, person, wanted)
        lobby.dismiss(person, LOGGED_IN)
        await auth.begin_session(request, response, person)
        return await auth.person_facts(lobby.database, person)


async def log_in(request: Request, response: Response, given: Credentials) -> Person:
    """Log in. What this browser had without an account goes to the account."""
    owner = await auth.authenticate(lobby_of(request).database, given)
    return await auth.sign_in(request, response, owner)


async def change_password(request: Request, response: Response, wanted: NewPassword) -> Person:
    """Change the password of your account, or give it one; every other browser is logged out."""
    lobby = lobby_of(request)
    mine = await auth.change_password(request, wanted)
    lobby.dismiss(mine, LOGGED_OUT)
    await auth.begin_session(request, response, mine)
    return await auth.person_facts(lobby.database, mine)


async def log_out(request: Request, response: Response) -> Person:
    """Log out: this browser is forgotten, and leaves the tables."""
    await auth.end_session(request, LOGGED_OUT)
    auth.delete_cookie(response, settings_of(request))
    return Person()


async def log_out_everywhere(request: Request, response: Response) -> Person:
    """Log out everywhere: every browser that is known as you is forgotten, and leaves the tables."""
    lobby, person = lobby_of(request), await known_person(request)
    if person is not None:
        await lobby.database.ask(Store.end_sessions, person)
        lobby.dismiss(person, LOGGED_OUT)
    auth.delete_cookie(response, settings_of(request))
    return Person()


# login sessions


async def get_sessions(request: Request) -> list[LoginSession]:
    """The browsers that are known as you, this one first."""
    known = await auth.session_of(request)
    if known is None:
        return []
    return await lobby_of(request).database.ask(login_sessions.sessions_of, known.person, known.id)


async def end_session(request: Request, session: Id) -> list[LoginSession]:
    """Log out one of your browsers by the id of its session: it leaves the tables. The others are the answer."""
    lobby, person = lobby_of(request), await known_person(request)
    await lobby.database.ask(login_sessions.end_session, person, session)
    assert person is not None  # whose session it was
    lobby.dismiss(person, ENDED, session)
    return await get_sessions(request)


async def end_other_sessions(request: Request) -> list[LoginSession]:
    """Log out all of your browsers but this one: they leave the tables."""
    lobby, known = lobby_of(request), await auth.session_of(request)
    if known is not None:
        for ended in await lobby.database.ask(login_sessions.end_other_sessions, known.person, known.id):
            lobby.dismiss(known.person, ENDED, ended)
    return await get_sessions(request)


# recovery codes


async def get_recovery_codes(request: Request) -> RecoveryFacts:
    """How many recovery codes you have left."""
    person = await known_person(request)
    return RecoveryFacts(0, "") if person is None else await lobby_of(request).database.ask(recovery.codes_left, person)


async def make_recovery_codes(request: Request, given: PasswordGiven) -> RecoveryCodes:
    """Make ten recovery codes, each of which takes the place of a forgotten password once; they are told this once."""
    person = await auth.demand_owner(request, given.password)
    return await lobby_of(request).database.ask(recovery.make_codes, person)


async def recover(request: Request, response: Response, given: Recovery) -> Person:
    """Log in by a recovery code, which is used up, and choose a new password; every other browser is logged out."""
    lobby = lobby_of(request)
    # Hashed before the code is looked up, so that the time does not tell whether there is such an account.
    password = await run_in_threadpool(auth.hashed_password, given.new)
    owner = await lobby.database.ask(recovery.recover, given.name, given.code, password)
    lobby.dismiss(owner, LOGGED_OUT)
    return await auth.sign_in(request, response, owner)


# passkeys


def _with_passkeys(request: Request) -> Settings:
    """Return the settings of a server with passkeys; NotAllowed if it has none."""
    settings = settings_of(request)
    if not settings.passkeys:
        raise NotAllowed("server.passkey.off")
    return settings


async def get_passkeys(request: Request) -> list[Passkey]:
    """Your passkeys, the newest first."""
    person = await known_person(request)
    return [] if person is None else await lobby_of(request).database.ask(passkeys.passkeys_of, person)


async def ask_to_make_passkey(request: Request, given: PasswordGiven) -> PasskeyAsked:
    """What your browser asks an authenticator for to make a passkey; it is good for five minutes, and once."""
    settings, database = _with_passkeys(request), lobby_of(request).database
    person = await auth.demand_owner(request, given.password)
    account = (await auth.person_facts(database, person)).account
    known = await database.ask(passkeys.credentials_of, person)
    challenge, options = webauthn_checks.asked_to_make(settings, str(person), account, known)
    await database.ask(passkeys.keep_challenge, challenge, person)
    return PasskeyAsked(options)


async def add_passkey(request: Request, made: PasskeyMade) -> list[Passkey]:
    """Keep a passkey that your browser has had made; all of yours are the answer."""
    settings, database, person = _with_passkeys(request), lobby_of(request).database, await known_person(request)
    demand_name(made.name)
    challenge = webauthn_checks.challenge_in(made.credential)
    if person is None:
        raise NotAllowed("server.account.none")
    await database.ask(passkeys.use_challenge, challenge, person)
    key = await run_in_threadpool(webauthn_checks.checked_new_key, settings, made.credential, challenge)
    await database.ask(passkeys.add_passkey, person, made.name, key)
    return await get_passkeys(request)


async def name_passkey(request: Request, passkey: Id, wanted: PasskeyNaming) -> list[Passkey]:
    """Give one of your passkeys another name; all of yours are the answer."""
    demand_name(wanted.name)
    await lobby_of(request).database.ask(passkeys.name_passkey, await known_person(request), passkey, wanted.name)
    return await get_passkeys(request)


async def delete_passkey(request: Request, passkey: Id) -> list[Passkey]:
    """Delete one of your passkeys: nobody signs in with it any more. The others are the answer."""
    await lobby_of(request).database.ask(passkeys.delete_passkey, await known_person(request), passkey)
    return await get_passkeys(request)


async def ask_for_passkey(request: Request) -> PasskeyAsked:
    """What a browser asks an authenticator for to sign in; it is good for five minutes, and once."""
    challenge, options = webauthn_checks.asked_to_sign_in(_with_passkeys(request))
    await lobby_of(request).database.ask(passkeys.keep_challenge, challenge, None)
    return PasskeyAsked(options)


async def log_in_by_passkey(request: Request, response: Response, shown: PasskeyShown) -> Person:
    """Log in with a passkey. What this browser had without an account goes to the account."""
    settings, database, credential = _with_passkeys(request), lobby_of(request).database, shown.credential
    challenge = webauthn_checks.challenge_in(credential)
    await database.ask(passkeys.use_challenge, challenge, None)
    row = await database.ask(passkeys.found_passkey, webauthn_checks.credential_in(credential))
    key = NewKey(row.credential, row.public_key, row.counter)
    counter = await run_in_threadpool(webauthn_checks.checked_counter, settings, credential, challenge, key)
    await database.ask(passkeys.count_use, row, counter)
    return await auth.sign_in(request, response, row.person)


ACCOUNTS = (
    Operation("GET", "/api/accounts", get_sign_in),
    Operation("POST", "/api/accounts", make_account, 201, counted="logins"),
    Operation("POST", "/api/login", log_in, counted="logins"),
    Operation("POST", "/api/login/recovery", recover, counted="logins"),
    Operation("POST", "/api/login/passkey/options", ask_for_passkey, counted="logins"),
    Operation("POST", "/api/login/passkey", log_in_by_passkey, counted="logins"),
    Operation("POST", "/api/password", change_password, counted="logins"),
    Operation("POST", "/api/logout", log_out),
    Operation("POST", "/api/logout/everywhere", log_out_everywhere),
    Operation("GET", "/api/me/sessions", get_sessions, scope=ACCOUNT),
    Operation("DELETE", "/api/me/sessions", end_other_sessions),
    Operation("DELETE", "/api/me/sessions/{session}", end_session),
    Operation("GET", "/api/me/recovery-codes", get_recovery_codes, scope=ACCOUNT),
    Operation("POST", "/api/me/recovery-codes", make_recovery_codes, 201, counted="logins"),
    Operation("GET", "/api/me/passkeys", get_passkeys, scope=ACCOUNT),
    Operation("POST", "/api/me/passkeys/options", ask_to_make_passkey, counted="logins"),
    Operation("POST", "/api/me/passkeys", add_passkey, 201, counted="logins"),
    Operation("POST", "/api/me/passkeys/{passkey}", name_passkey),
    Operation("DELETE", "/api/me/passkeys/{passkey}", delete_passkey),
)
