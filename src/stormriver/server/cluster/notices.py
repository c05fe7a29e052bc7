"""Notices: what a server tells the others on its database at once, by LISTEN and NOTIFY of Postgres.

On SQLite there is at most one other, the sandbox, and what they tell each other goes by pipes.

A notice may be lost while a connection is broken. What is told this way must therefore be true of the database too, or
worth no more than a count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from sqlalchemy import func, select
from sqlalchemy.engine import URL

from stormriver.server.database import Database
from stormriver.server.errors import Unavailable
from stormriver.server.store import Store, patience

CHANNEL = "stormriver"
AGAIN_SECONDS = 1.0
"""How long it is waited before a connection that was lost is made anew."""

log = structlog.get_logger("stormriver.cluster")
_decode = msgspec.json.Decoder(tuple[str, str, list[Any]]).decode


class Notices:
    """Tells the other servers on a database what has happened here, and hears what they tell.

    Args:
        database: whose servers they are; where it is no Postgres, it is told by `pipe` if there is one.
        server: the id of this one, which does not hear itself.

    Attributes:
        shared: whether Postgres tells them.
        pipe: sends them elsewhere, if it does not.
    """

    def __init__(self, database: Database, server: str) -> None:
        self._database = database
        self._server = server
        self._heard: dict[str, Callable[..., None]] = {}
        self._to_tell: asyncio.Queue[tuple[str, tuple[Any, ...]]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self.pipe: Callable[[bytes], None] = lambda notice: None
        self.shared = database.store.engine.dialect.name == "postgresql"

    def on(self, kind: str, heard: Callable[..., None]) -> None:
        """Have notices of a kind heard: the callback is given what they were told with."""
        self._heard[kind] = heard

    def tell(self, kind: str, *parts: Any) -> None:
        """Tell the other servers something, soon; parts are numbers, strings and lists, of 7,000 bytes at most."""
        if self.shared:
            self._to_tell.put_nowait((kind, parts))
        else:
            self.pipe(msgspec.json.encode((self._server, kind, parts)))

    def start(self) -> None:
        """Start to tell and to listen."""
        if self.shared:
            self._tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        """Stop both."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell(self) -> None:
        while True:
            kind, parts = await self._to_tell.get()
            try:
                await self._database.ask(_notify, msgspec.json.encode((self._server, kind, parts)).decode())
            except Unavailable:
                log.warning("other servers were not told", notice=kind)

    async def _listen(self) -> None:
        import psycopg

        store = self._database.store
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    _address(store.engine.url), autocommit=True, **patience(store.seconds)
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for notice in connection.notifies():
                        self.hear(notice.payload)
            except psycopg.Error as error:
                log.warning("other servers are not heard", reason=str(error).strip())
            await asyncio.sleep(AGAIN_SECONDS)

    def hear(self, payload: str | bytes) -> None:
        """Hear what another server has told."""
        try:
            server, kind, parts = _decode(payload)
            if server != self._server and kind in self._heard:  # an other version may tell what we do not know
                self._heard[kind](*parts)
        except (msgspec.MsgspecError, TypeError):
            log.exception("a notice cannot be read", notice=payload[:200])


def _notify(store: Store, payload: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(select(func.pg_notify(CHANNEL, payload)))


def _address(url: URL) -> str:
    """Return the address of a database as its driver has it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
