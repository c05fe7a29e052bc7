"""Fair queues: where requests must wait, visitors are served round-robin, however many requests one of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from typing import ParamSpec, TypeVar

from stormriver.server import metrics
from stormriver.server.errors import Unavailable

P = ParamSpec("P")
T = TypeVar("T")

visitor: ContextVar[str] = ContextVar("visitor", default="")
"""The visitor that work is done for: the address of the request or socket; empty for the server's own work."""

WAITING = 8
"""How many requests of one visitor may wait."""


class FairQueue:
    """A queue for one turn at a time: visitors are served round-robin, each one's oldest request first."""

    def __init__(self) -> None:
        self._free = True
        self._ring: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def take(self, whose: str) -> AsyncIterator[None]:
        """Wait for the turn, and have it as long as the context lasts.

        Raises:
            Unavailable: if too many requests of this visitor wait already.
        """
        if self._free:
            self._free = False
        else:
            await self._wait(whose)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, whose: str) -> None:
        waiting = self._ring.setdefault(whose, deque())
        if len(waiting) >= WAITING:
            metrics.refused.labels("busy").inc()
            raise Unavailable("server.busy")
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if not ticket.cancelled():  # the turn was given just now
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next visitor in the ring; cancelled requests are skipped."""
        while self._ring:
            whose, waiting = self._ring.popitem(last=False)
            ticket = waiting.popleft()
            if waiting:
                self._ring[whose] = waiting
            if not ticket.done():
                ticket.set_result(None)
                return
        self._free = True


class BackgroundWorker:
    """Runs what takes long in a thread, and what can wait on the event loop, so that people in play hardly notice.

    Attributes:
        around: a context that each call has in its thread.
    """

    def __init__(self) -> None:
        self._turns = FairQueue()
        self._pieces = asyncio.Lock()
        self.around: Callable[[], AbstractContextManager[None]] = nullcontext

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a call in a thread returns; it waits its turn among those of other visitors.

        Raises:
            Unavailable: if too many calls of this visitor wait already.
        """
        async with self._turns.take(visitor.get()):
            return await asyncio.to_thread(self._done, partial(work, *args, **kwargs))

    @asynccontextmanager
    async def piece(self) -> AsyncIterator[None]:
        """Wait for the turn to do a piece of work on the event loop: one at a time, so that messages come in between.

        Nothing is to be awaited within the context.
        """
        async with self._pieces:
            await asyncio.sleep(0)  # for whatever has come in meanwhile
            yield

    def _done(self, call: Callable[[], T]) -> T:
        with self.around():
            return call()
