"""Housekeeping: tables are named, archived, taken out of a list, and deleted for everybody."""

from __future__ import annotations

from stormriver.language.message import Message, message
from stormriver.server.errors import Declined, NotAllowed
from stormriver.server.journal import Named
from stormriver.server.live_table import LiveTable
from stormriver.server.lobby import Lobby
from stormriver.server.naming import demand_name
from stormriver.server.requests import Filing, Naming
from stormriver.server.store import PersonId, Store

DELETED = message("server.house.deleted")
UNDER_WAY = ("waiting", "playing", "paused")


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
    """Delete a table with its game, and tell whoever is there why."""
    table = lobby.live.get(table_id)
    if table is None:
        await lobby.database.ask(Store.delete_table, table_id)
        return
    async with table.turn():  # whatever is being done there is done first, and nothing comes after
        await lobby.database.ask(Store.delete_table, table_id)
        lobby.live.pop(table_id, None)
        await table.close()
        for connection in table.connections:
            connection.dismiss(why)


def _demand_host(table: LiveTable, person: PersonId | None, refusal: str) -> None:
    if table.admitted(person) != table.session.setup.maker:
        raise NotAllowed(refusal)
