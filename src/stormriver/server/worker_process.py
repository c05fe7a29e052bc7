"""A worker process that is asked one question at a time, and ended and replaced if it hangs or breaks.

Questions go to its standard input and replies come from its output, each with its length before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO, Generic, TypeVar

import msgspec

from stormriver.server.fair_queue import FairQueue

Question = TypeVar("Question")
Reply = TypeVar("Reply")
LENGTH_BYTES = 4
START_SECONDS = 30.0
"""How long a process may take to start."""


class WorkerFailed(Exception):
    """A worker hung, broke or answered nonsense."""


class WorkerProcess(Generic[Question, Reply]):
    """One process; it answers one question at a time, each visitor's in turn, and starts with the first of them.

    Args:
        command: what starts it; its first reply, whatever it says, means that it is ready.
        encode: writes a question; `decode` reads a reply.
        is_last: tells whether no more replies come to a question; those before the last one tell how far it is.
    """

    def __init__(
        self,
        command: Sequence[str],
        encode: Callable[[Question], bytes],
        decode: Callable[[bytes], Reply],
        is_last: Callable[[Reply], bool] = lambda reply: True,
    ) -> None:
        self._command, self._encode, self._decode, self._is_last = command, encode, decode, is_last
        self._process: asyncio.subprocess.Process | None = None
        self._turns = FairQueue()
        self._starting: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Start it now, so that the first question need not wait."""
        self._starting = asyncio.create_task(self._start_in_turn())

    async def _start_in_turn(self) -> None:
        async with self._turns.take(""):
            with contextlib.suppress(WorkerFailed):  # the first question will tell
                await self._started()

    async def ask(
        self, question: Question, seconds: float, whose: str, note: Callable[[Reply], None] = lambda reply: None
    ) -> Reply:
        """Return the last reply to a question; WorkerFailed, and the process is ended, if it takes too long.

        Args:
            question: what is asked.
            seconds: how long that may take; the time until the process is free does not count.
            whose: for whom, so that nobody waits long for the many questions of another.
            note: is called with each reply before the last.
        """
        async with self._turns.take(whose):
            process = await self._started()
            try:
                async with asyncio.timeout(seconds):
                    return await self._talk(process, question, note)
            except TimeoutError:
                await self.end()
                raise WorkerFailed(f"it thought longer than {seconds:g} seconds") from None
            except (OSError, EOFError, msgspec.MsgspecError) as error:
                await self.end()
                raise WorkerFailed(f"its process broke ({type(error).__name__})") from None
            except BaseException:  # a reply that nobody waits for any more would be taken for the next one
                await self.end()
                raise

    async def _talk(
        self, process: asyncio.subprocess.Process, question: Question, note: Callable[[Reply], None]
    ) -> Reply:
        assert process.stdin is not None
        process.stdin.write(framed(self._encode(question)))
        await process.stdin.drain()
        while not self._is_last(reply := self._decode(await _heard(process))):
            note(reply)
        return reply

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            try:
                async with asyncio.timeout(START_SECONDS):
                    await _heard(self._process)
            except (TimeoutError, OSError, EOFError):
                await self.end()
                raise WorkerFailed("its process did not start") from None
            except BaseException:  # that it is ready would be taken for the next reply
                await self.end()
                raise
        return self._process

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                return
            await process.wait()


async def _heard(process: asyncio.subprocess.Process) -> bytes:
    """Return the next reply of a process."""
    assert process.stdout is not None
    length = await process.stdout.readexactly(LENGTH_BYTES)
    return await process.stdout.readexactly(int.from_bytes(length, "big"))


# on the side of the worker


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Set a worker process up, and return the streams from which it reads questions and to which it writes replies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes; the server ends its workers
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what anything prints must not end up between the replies
    if hasattr(os, "nice"):
        os.nice(5)  # people who answer come before what can wait
    return source, target


def framed(message: bytes) -> bytes:
    """Return a message with its length before it."""
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def send(target: BinaryIO, message: bytes) -> None:
    """Send a reply from within a worker."""
    target.write(framed(message))
    target.flush()


def received(source: BinaryIO) -> bytes:
    """Return the next question within a worker, once there is one; empty if there are no more."""
    return source.read(int.from_bytes(source.read(LENGTH_BYTES), "big"))
