"""Fair queues: where there is no room for all at once, visitors are served in a ring, however much one wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from stormriver.server import metrics
from stormriver.server.errors import Unavailable

P = ParamSpec("P")
T = TypeVar("T")

visitor: ContextVar[str] = ContextVar("visitor", default="")
"""For whom something is done: the address a request or socket came from, empty for what the server does by itself."""

WAITING = 8
"""How much of one visitor's may wait."""
BUSY = "The server is still busy with what you asked for before; please wait a moment."


class FairQueue:
    """One has the turn; the others wait in a ring of visitors, and of each one's the oldest is next."""

    def __init__(self) -> None:
        self._free = True
        self._ring: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def take(self, whose: str) -> AsyncIterator[None]:
        """Have a turn.

        Raises:
            Unavailable: if too much of theirs waits already.
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
            raise Unavailable(BUSY)
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if not ticket.cancelled():  # the turn was given just now
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to whoever is next in the ring; those who went away are passed over."""
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
    """Where what takes long is worked out: in a thread, one thing at a time, so that tables in play hardly notice."""

    def __init__(self) -> None:
        self._turns = FairQueue()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what some work comes to, done in turn with that of other visitors.

        Raises:
            Unavailable: if too much of this visitor's waits already.
        """
        async with self._turns.take(visitor.get()):
            return await asyncio.to_thread(work, *args, **kwargs)
