"""Housekeeping: tables are named, archived, taken out of a list, and deleted for everybody."""

from __future__ import annotations

import asyncio

from stormriver.language.message import Message, message
from stormriver.server.account_names import demand_name
from stormriver.server.errors import Declined, NotAllowed, NotFound, Unavailable
from stormriver.server.journal import Named
from stormriver.server.live_table import ELSEWHERE, LiveTable
from stormriver.server.lobby import AGAIN_SECONDS, TRIES, Lobby
from stormriver.server.requests import Filing, Naming
from stormriver.server.store import PersonId, Store

DELETED = message("server.house.deleted")
UNDER_WAY = ("waiting", "playing", "paused")
REMOVE = "remove_table"
"""The notice by which a server is told to delete a table that it has."""


async def name_table(lobby: Lobby, table_id: str, person: PersonId | None, wanted: Naming) -> None:
    """Name a table; everybody there sees it at once.

    Raises:
        NotAllowed: if the person has not made it.
        BadRequest: if the name is none.
    """
    table = await lobby.table(table_id)
    _demand_host(table, person, "server.house.host_names")
    name = " ".join(wanted.name.split())
    demand_name(name)
    async with table.turn():
        if name != table.session.setup.wanted.name:
            table.add(Named(name=name))
            await table.keep_and_show()


async def file_table(lobby: Lobby, table_id: str, person: PersonId | None, wanted: Filing) -> None:
    """Put a table into a person's list or archive, or out of both. For everybody else it stays where it is.

    Raises:
        NotAllowed: if it is none of theirs.
        Declined: if it is to be kept nowhere while they sit there in a game that is not over.
    """
    table = await lobby.table(table_id)
    who = table.admitted(person)
    session = table.session
    if not (session.seating.of(who) or session.setup.maker == who or who in table.onlookers):
        raise NotAllowed("server.lobby.not_here")
    if wanted.place == "nowhere" and session.state in UNDER_WAY and session.seating.held_by(who):
        raise Declined("server.house.still_seated")
    await lobby.database.ask(Store.file_table, table_id, who, wanted.place)
    if wanted.place == "nowhere":
        table.onlookers.discard(who)


async def delete_table(lobby: Lobby, table_id: str, person: PersonId | None) -> None:
    """Delete a table for everybody, with its game; whoever is there is told.

    Raises:
        NotAllowed: if the person has not made it.
    """
    table = await lobby.table(table_id)
    _demand_host(table, person, "server.house.host_deletes")
    await remove_table(lobby, table_id, DELETED)


async def remove_table(lobby: Lobby, table_id: str, why: Message) -> None:
    """Delete a table with its game at the server that has it, which tells whoever is there why.

    Args:
        why: a message without parts.

    Raises:
        Unavailable: if that server does not delete it.
    """
    for _ in range(TRIES):
        if table_id in lobby.live:
            await _remove_here(lobby.live[table_id], why)
            return
        try:
            if await remove_unused(lobby, table_id):
                return
        except NotFound:
            return
        lobby.member.notices.tell(REMOVE, table_id, why.key)
        await asyncio.sleep(AGAIN_SECONDS)
    raise Unavailable(ELSEWHERE.key)


async def remove_unused(lobby: Lobby, table_id: str) -> bool:
    """Delete a table with its game; returns False if a server has it in memory, since somebody may be there.

    Raises:
        NotFound: if there is none of that id.
    """
    async with lobby.kept_out(table_id) as unused:
        if unused:
            await lobby.database.ask(Store.delete_table, table_id)
        return unused


async def _remove_here(table: LiveTable, why: Message) -> None:
    async with table.turn():  # whatever is being done there is done first, and nothing comes after
        await table.lobby.database.ask(Store.delete_table, table.id)
        table.lobby.live.pop(table.id, None)
        await table.close()
        for connection in table.connections:
            connection.dismiss(why)


def _demand_host(table: LiveTable, person: PersonId | None, refusal: str) -> None:
    if table.admitted(person) != table.session.setup.maker:
        raise NotAllowed(refusal)
