"""The database as the event loop uses it: calls of the store run in threads, and none is waited for longer than a
limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import exc

from stormriver.server.errors import Unavailable
from stormriver.server.journal_writer import Batch, JournalWriter
from stormriver.server.store import Store, Stored

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
SILENT = "server.silent"
NOT_THERE = (exc.OperationalError, exc.InterfaceError, exc.TimeoutError)
"""The errors which mean that the database cannot be reached, or does not answer in time."""

log = structlog.get_logger("stormriver.database")


class Database:
    """The store of a server and its journal writer, with calls that can be awaited.

    Attributes:
        store: the store itself, whose calls block and so are not for the event loop.
        seconds: how long a call waits for the database.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seconds = store.seconds
        self._threads = ThreadPoolExecutor(THREADS, "database")
        self._writer = JournalWriter(store.engine)
        self._unsettled: dict[str, Future[None]] = {}

    def close(self) -> None:
        """Write what is still waiting, and close."""
        self._writer.close(self.seconds)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    async def ask(self, work: Callable[Concatenate[Store, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a call of the store returns, such as `await database.ask(Store.person, 7)`.

        Raises:
            Unavailable: if the database does not answer in time.
        """
        call = partial(work, self.store, *args, **kwargs)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except TimeoutError:
            raise Unavailable(SILENT) from None
        except NOT_THERE as error:
            log.warning("the database did not answer", reason=str(error.__cause__ or error))
            raise Unavailable(SILENT) from None

    async def table(self, table: str) -> Stored:
        """Return a table with its journal; what is just being written of it is waited for first.

        Raises:
            NotFound: if there is none of that id.
            Unavailable: if the database does not answer in time.
        """
        order = self._unsettled.get(table)
        if order is not None:
            await self._settled(table, order)
        return await self.ask(Store.table, table)

    async def keep(self, batch: Batch) -> None:
        """Commit what was done at a table; it is committed once the call returns.

        Raises:
            Unavailable: if the database does not answer in time; `table` will tell whether it is kept.
            Exception: whatever else kept the database from it; nothing of the batch is kept then.
        """
        order = self._writer.write(batch)
        self._unsettled[batch.table] = order
        await self._settled(batch.table, order)
        if order.cancelled():
            raise Unavailable(SILENT)
        try:
            order.result()
        except NOT_THERE as error:
            log.warning("the database did not answer", reason=str(error.__cause__ or error))
            raise Unavailable(SILENT) from None

    async def _settled(self, table: str, order: Future[None]) -> None:
        """Wait until it is known what became of an order of a table; one that is not begun in time never will be."""
        waiting = asyncio.wrap_future(order)
        waiting.add_done_callback(_retrieve)
        await asyncio.wait([waiting], timeout=self.seconds)
        if not order.done() and not order.cancel():
            raise Unavailable(SILENT)
        if self._unsettled.get(table) is order:
            del self._unsettled[table]


def _retrieve(waiting: asyncio.Future[None]) -> None:
    """Take note of how an order ended: the order itself tells it, and whoever waited for it may be gone by then."""
    if not waiting.cancelled():
        waiting.exception()
