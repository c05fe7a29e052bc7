"""The addresses of moderation: what people ask for themselves, and what operators see and do."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver.server import auth
from stormriver.server.auth import known_person, lobby_of, settings_of
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.languages import language_of
from stormriver.server.moderation import erasure, queries
from stormriver.server.moderation.facts import (
    ActWanted,
    AdminAct,
    AdminPerson,
    AdminReport,
    AdminTable,
    DeletionWanted,
    Load,
    PersonalData,
    Reported,
    ReportWanted,
)
from stormriver.server.moderation.load import load
from stormriver.server.moderation.moderation import Moderation
from stormriver.server.operations import Operation
from stormriver.server.requests import Person

Search = Annotated[str, Meta(max_length=64)]
State = Literal["", "waiting", "playing", "paused", "over", "stopped"]


def moderation_of(request: Request) -> Moderation:
    """Return the moderation of the server that a request is for."""
    found: Moderation = request.app.state.moderation
    return found


# what people ask for themselves


async def report(request: Request, wanted: ReportWanted) -> Reported:
    """Report a line of chat, a name or a table to the operators of the server."""
    return Reported(await moderation_of(request).report(await known_person(request), wanted))


async def get_my_data(request: Request) -> PersonalData:
    """All that is kept of you."""
    person = await known_person(request)
    if person is None:
        return PersonalData("", "", {}, {})
    return await lobby_of(request).database.ask(erasure.kept_of, person)


async def delete_me(request: Request, response: Response, wanted: DeletionWanted) -> Person:
    """Delete yourself: your account, and your name everywhere; computers play your games on."""
    person, database = await known_person(request), lobby_of(request).database
    if person is not None:
        if (await auth.person_facts(database, person)).account:
            await auth.demand_owner(request, wanted.password)
        await moderation_of(request).delete_person(person)
    auth.delete_cookie(response, settings_of(request))
    return Person()


# operators


async def get_load(request: Request) -> Load:
    """How busy the server is, in sentences, and how many reports are open; this and what follows is for operators."""
    await _demand_operator(request)
    lobby = lobby_of(request)
    return load(len(lobby.live), await lobby.database.ask(queries.census), language_of(request))


async def get_all_tables(request: Request, search: Search = "", state: State = "") -> list[AdminTable]:
    """The tables with some letters in their name, id or in the name of a seat; those last changed first."""
    await _demand_operator(request)
    return await lobby_of(request).database.ask(queries.tables, search, state, language_of(request))


async def get_people(request: Request, search: Search = "") -> list[AdminPerson]:
    """The people with some letters in their name or account, or of a number; those last seen first."""
    await _demand_operator(request)
    return await lobby_of(request).database.ask(queries.people, search)


async def get_reports(request: Request, done: bool = False) -> list[AdminReport]:
    """The reports that are open, or those that are done, the latest first."""
    await _demand_operator(request)
    return await lobby_of(request).database.ask(queries.reports, done)


async def get_acts(request: Request) -> list[AdminAct]:
    """What operators have done, the latest first."""
    await _demand_operator(request)
    return await lobby_of(request).database.ask(queries.acts)


async def act(request: Request, wanted: ActWanted) -> AdminAct:
    """Do something as an operator; it is noted who did what to whom, when and why."""
    return await moderation_of(request).act(await _demand_operator(request), wanted)


async def _demand_operator(request: Request) -> int:
    return moderation_of(request).demand_operator(await known_person(request))


MODERATION = (
    Operation("POST", "/api/reports", report, 201, counted="reports"),
    Operation("GET", "/api/me/data", get_my_data, counted="logins", scope=ACCOUNT),
    Operation("POST", "/api/me/deletion", delete_me, counted="logins"),
    Operation("GET", "/api/admin", get_load, scope=ACCOUNT),
    Operation("GET", "/api/admin/tables", get_all_tables, scope=ACCOUNT),
    Operation("GET", "/api/admin/people", get_people, scope=ACCOUNT),
    Operation("GET", "/api/admin/reports", get_reports, scope=ACCOUNT),
    Operation("GET", "/api/admin/acts", get_acts, scope=ACCOUNT),
    Operation("POST", "/api/admin/acts", act, 201),
)
