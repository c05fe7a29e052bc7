"""What is done at one table for whoever operates the server: here, or where the table is if that is the sandbox."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import httpx2
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver.server import hosting, journal
from stormriver.server.auth import lobby_of
from stormriver.server.cluster.forwarding import HEADER, NOT_HERE, is_passed_on, tries
from stormriver.server.cluster.leases import Elsewhere, Sandboxed
from stormriver.server.errors import NotAllowed, Unavailable
from stormriver.server.live_table import LiveTable
from stormriver.server.models import FINISHED
from stormriver.server.moderation import erasure
from stormriver.server.operations import Operation
from stormriver.server.store import PersonId

if TYPE_CHECKING:
    from stormriver.server.lobby import Lobby

AtTable = Literal["end", "kick", "leave", "part"]
Link = Annotated[str, Meta(max_length=64)]


async def end(live: LiveTable, person: PersonId) -> None:
    """End the game of a table, if it has not ended."""
    async with live.turn():
        if live.session.state not in FINISHED:
            live.add(journal.Closed())
            await live.keep_and_show()


async def kick(live: LiveTable, person: PersonId) -> None:
    """Show a person out for good, as the host of the table may: also the host."""
    async with live.turn():
        hosting.show_out(live, {person})
        await live.keep_and_show()


async def leave(live: LiveTable, person: PersonId) -> None:
    """Leave a person's seats to computer players."""
    async with live.turn():
        hosting.leave_seats(live, person)
        await live.keep_and_show()


async def part(live: LiveTable, person: PersonId) -> None:
    """Part a person from a table, so that nothing there is theirs, or called like them."""
    ask = live.lobby.database.ask
    async with live.turn():
        known = await ask(erasure.known_at, live.id, person)
        hosting.leave_seats(live, person)
        await live.keep_and_show()
        await ask(erasure.erase_at, live.id, person, known)
        live.onlookers.discard(person)
        live.adrift = True  # it is read anew, with the names that are there now
    await live.settle()


_DEEDS: Mapping[AtTable, Callable[[LiveTable, PersonId], Awaitable[None]]] = {
    "end": end,
    "kick": kick,
    "leave": leave,
    "part": part,
}


async def do_at(lobby: Lobby, deed: AtTable, table: str, person: PersonId = 0) -> None:
    """Do something at a table.

    Raises:
        NotFound: if there is none of that id.
        Unavailable: if the server that has it does not give it up, or the sandbox does not answer.
    """
    async for _ in tries():
        try:
            await _DEEDS[deed](await lobby.take(table), person)
            return
        except Sandboxed as there:
            if await _done_there(there, deed, table, person):
                return


async def _done_there(there: Elsewhere, deed: AtTable, table: str, person: PersonId) -> bool:
    """Have it done in the sandbox; returns False if that is not reached or has not the table.

    Raises:
        Unavailable: if it could not be done.
    """
    address = f"http://{there.address}/api/sandbox/{table}/{deed}/{person}"
    patience = httpx2.Timeout(there.seconds, connect=there.taken_seconds)
    headers = {HEADER: f"{there.secret} - http"}
    try:
        async with httpx2.AsyncClient(timeout=patience, trust_env=False) as client:
            answer = await client.post(address, headers=headers)
    except httpx2.TransportError:
        return False
    if answer.is_error and answer.status_code != NOT_HERE:
        raise Unavailable("server.sandbox.away")
    return not answer.is_error


async def do_here(request: Request, table: Link, deed: AtTable, person: int) -> Response:
    """Do something at a table of this sandbox, as its server asks for it."""
    if not is_passed_on(request.scope):
        raise NotAllowed("server.moderation.operators_only")
    await _DEEDS[deed](await lobby_of(request).take(table), person)
    return Response(status_code=204)


IN_SANDBOX = Operation("POST", "/api/sandbox/{table}/{deed}/{person}", do_here)
"""The address that only a sandbox has."""
