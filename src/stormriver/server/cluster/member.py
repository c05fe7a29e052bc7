"""This server as one of those on its database: it says that it is alive, claims tables, and is told who has others."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping

import structlog

from stormriver.server.cluster import leases
from stormriver.server.cluster.leases import LEASE_SECONDS, SANDBOXED, Lease
from stormriver.server.cluster.notices import Notices
from stormriver.server.database import Database
from stormriver.server.errors import Unavailable

RENEW_SECONDS = LEASE_SECONDS / 3
ID_BYTES = 8
SECRET_BYTES = 32

log = structlog.get_logger("stormriver.cluster")


class Member:
    """One server among those on a database.

    Attributes:
        id: tells it from the others, and from itself before it was started anew.
        secret: what requests are known by that another server passes on.
        notices: what servers tell each other.
        refusing: the ids of servers that refused a connection.
    """

    def __init__(self, database: Database, address: str = "", sandboxed: bool = False) -> None:
        """Set it up; nothing is written yet.

        Args:
            database: the database.
            address: where the other servers reach this one, such as `10.0.0.3:8100`; empty if they do not.
            sandboxed: whether it is the sandbox of another, see `server.sandbox`.
        """
        self.id = (SANDBOXED if sandboxed else "") + secrets.token_hex(ID_BYTES)
        self._sandboxed = sandboxed
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        self.notices = Notices(database, self.id)
        self.refusing: set[str] = set()
        self._address = address
        self._database = database
        self._renewing: asyncio.Task[None] | None = None
        self._renewed = 0.0

    async def start(self, held: Callable[[], Mapping[str, Lease]], lose: Callable[[str], None]) -> None:
        """Enter among the servers, and stay among them until it is closed.

        Args:
            held: returns the leases of the tables in memory, by their ids.
            lose: is called with each table that another server has claimed meanwhile.
        """
        await self._enter()
        self._renewing = asyncio.create_task(self._keep_renewing(held, lose))
        self.notices.start()

    async def close(self) -> None:
        """Leave, with nothing of a table left to be written: any other server may have them at once."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self.notices.close()
        try:
            await self._database.ask(leases.leave, self.id)
        except Unavailable:
            log.warning("the tables of this server are kept from others until its lease ends")

    async def claim(self, table: str) -> Lease:
        """Claim a table.

        Raises:
            NotFound: if there is none of that id.
            Elsewhere: if another server has it.
            Unavailable: if the database does not answer.
        """
        return await self._database.ask(leases.claim, table, self.id, frozenset(self.refusing))

    async def leads(self) -> bool:
        """Return whether this server does what only one of all is to do, such as deleting what has expired."""
        return not self._sandboxed and (await self._database.ask(leases.alive))[:1] in ([], [self.id])

    async def release(self, table: str, lease: Lease) -> None:
        """Give up a table that nobody is at; if the database does not answer, it is kept until it is claimed anew."""
        try:
            await self._database.ask(leases.release, table, lease)
        except Unavailable:
            log.warning("a table is not given up", table=table)

    async def _enter(self) -> None:
        alone = not self.notices.shared and not self._sandboxed
        await self._database.ask(leases.enter, self.id, self._address, self.secret, alone)
        self._renewed = asyncio.get_running_loop().time()

    async def _keep_renewing(self, held: Callable[[], Mapping[str, Lease]], lose: Callable[[str], None]) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._renew(held, lose)
            except Unavailable:  # which the database has logged
                continue
            except Exception:
                log.exception("the leases of this server are not renewed")

    async def _renew(self, held: Callable[[], Mapping[str, Lease]], lose: Callable[[str], None]) -> None:
        """Renew the entry; if that was late, another server may have claimed tables meanwhile."""
        loop = asyncio.get_running_loop()
        begun, late = loop.time(), loop.time() - self._renewed > LEASE_SECONDS - RENEW_SECONDS
        if not await self._database.ask(leases.renew, self.id):
            await self._enter()
            late = True
        self._renewed = begun
        if late:
            for table in await self._database.ask(leases.lost, held()):
                lose(table)
