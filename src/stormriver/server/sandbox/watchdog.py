"""The watchdog within the sandbox: it ends the process if work for one table wants too much, and tells which table's.

The event loop says again and again that it is not held up; if it stays silent for too many seconds of the processor,
the system ends the process, whatever it is doing. Each step of each task, and each call in the background thread, is
noted with its table before it begins.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from stormriver.server.process_limits import peak_memory
from stormriver.server.sandbox.notes import LOOP, THREAD, Notes

STEP_SECONDS = 5.0
"""How long the processor may work for one answer, or anything else that holds up the event loop."""
CALL_SECONDS = 60.0
"""How long it may work at a call in the background, such as to play a long game again."""
MOST_GROWTH = 400_000_000
"""By how many bytes one step or call may let the memory grow."""
MOST_MEMORY = 1_200_000_000
"""With how many bytes the process is replaced, whichever of its tables need them."""
LIMIT = 2_000_000_000
"""How many bytes of addresses the system lets it have at most; not all of them are memory."""
BEAT_SECONDS = 1.0
GAVE_UP = 70
"""What the process ends with if it is ended by the watchdog itself."""


class Watchdog:
    """Watches the work for tables in this process.

    Args:
        notes: where it is noted for which table work is done.
        end: ends the process.
    """

    def __init__(self, notes: Notes, end: Callable[[int], object] = os._exit) -> None:
        self._notes = notes
        self._end = end
        self._table: ContextVar[str] = ContextVar("table", default="")
        self._call: tuple[int, float] | None = None

    def at_work(self, table: str) -> None:
        """Note that the current task works for a table from now on."""
        self._table.set(table)
        self._notes.write(LOOP, table)

    def watch(self, loop: asyncio.AbstractEventLoop) -> asyncio.Task[None]:
        """Watch an event loop, and return the task that says that it is not held up."""
        loop.set_task_factory(self._new_task)
        return loop.create_task(self._beat())

    @contextmanager
    def call(self) -> Iterator[None]:
        """Watch a call in the background thread."""
        self._notes.write(THREAD, self._table.get())
        self._call = threading.get_ident(), time.thread_time()
        before = peak_memory()
        try:
            yield
        finally:
            self._call = None
            self._look(THREAD, before)
            self._notes.write(THREAD, "")

    def begin(self) -> int:
        """Note that a step of a task begins, and return how much memory there was."""
        self._notes.write(LOOP, self._table.get())
        return peak_memory()

    def finish(self, before: int) -> None:
        """Note that it has ended, and end the process if it has let the memory grow too much."""
        self._look(LOOP, before)
        self._notes.write(LOOP, "")

    def _look(self, place: int, before: int) -> None:
        now = peak_memory()
        if now == before:
            return
        if now - before > MOST_GROWTH:
            busy = self._notes.read(THREAD) and self._call is not None
            self._blame(self._notes.read(THREAD if busy else place))
        elif now > MOST_MEMORY:
            self._blame("")

    def _blame(self, table: str) -> None:
        """End the process, and let it be known because of which table."""
        self._notes.clear()
        self._notes.write(LOOP, table)
        self._end(GAVE_UP)

    def _new_task(self, loop: asyncio.AbstractEventLoop, coroutine: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_Watched(coroutine, self), loop=loop, **more)

    async def _beat(self) -> None:
        try:
            while True:
                _set_timer(STEP_SECONDS)
                if self._call is not None and _used(*self._call) > CALL_SECONDS:
                    self._blame(self._notes.read(THREAD))
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            _set_timer(0)  # who stops watching is not to be ended by it later


class _Watched(Coroutine[Any, Any, Any]):
    """A coroutine each step of which is noted."""

    def __init__(self, inner: Coroutine[Any, Any, Any], watchdog: Watchdog) -> None:
        self._inner = inner
        self._watchdog = watchdog

    def send(self, value: Any) -> Any:
        before = self._watchdog.begin()
        try:
            return self._inner.send(value)
        finally:
            self._watchdog.finish(before)

    def throw(self, *error: Any) -> Any:
        before = self._watchdog.begin()
        try:
            return self._inner.throw(*error)
        finally:
            self._watchdog.finish(before)

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Any:
        return self._inner.__await__()

    def __getattr__(self, name: str) -> Any:
        """Return what else is asked of a coroutine, such as its frame."""
        return getattr(self._inner, name)


def _set_timer(seconds: float) -> None:
    """Let the system end this process after so many seconds of the processor; 0: never."""
    with suppress(AttributeError):  # on Windows there is no such timer
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _used(thread: int, since: float) -> float:
    """Return how long the processor has worked for a thread since some time of its clock."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread)) - since
    except AttributeError:  # on Windows no other thread's clock is told
        return 0.0
