"""The pool of processes in which computer players think, each question with a time limit.

A process that hangs or breaks is ended and replaced; for that ask the steady player answers in another process,
and if that fails too, any option is taken. A table gets a key that is on offer, whatever happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import zlib
from collections.abc import Sequence

import msgspec
import structlog

from stormriver.kernel.game import Game
from stormriver.presentation.facts import Advice
from stormriver.server import metrics
from stormriver.server.bot_worker import (
    LENGTH_BYTES,
    BotReply,
    BotWorker,
    Question,
    decode_reply,
    encode_question,
    framed,
)
from stormriver.server.fair_queue import FairQueue, visitor
from stormriver.server.languages import USUAL
from stormriver.server.seat_snapshot import snapshot_of
from stormriver.server.table_policy import TablePolicy

COMMAND = (sys.executable, "-m", "stormriver.server.bot_worker")
FALLBACK = "steady"
START_SECONDS = 30.0
"""How long a process may take to start."""

log = structlog.get_logger("stormriver.bot_pool")


class PlayerFailed(Exception):
    """A computer player hung, broke or answered nonsense."""


class BotPool:
    """The processes in which computer players think, started when needed."""

    def __init__(self, policy: TablePolicy, command: Sequence[str] = COMMAND) -> None:
        """Set them up; a process starts with its first question.

        Args:
            policy: how many there are, and how long they may think.
            command: what starts one.
        """
        self._seconds = policy.think_seconds
        self._processes = [_Process(command) for _ in range(policy.workers)]
        self._worker = BotWorker()
        self._random = random.Random()

    def warm_up(self) -> None:
        """Start the processes now, so that the first computer player need not wait."""
        for process in self._processes:
            process.warm_up()

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(process.end() for process in self._processes))

    async def key(self, game: Game, table: str, level: str, seed: int) -> str:
        """Return the key that a computer player answers the pending ask of a game with.

        Args:
            game: a game with a pending ask; only what its seat may know leaves this process.
            table: the id of the table.
            level: which computer player.
            seed: what the player's own chance comes from.
        """
        ask = game.ask
        assert ask is not None
        for attempt, asked in enumerate((level, FALLBACK)):
            try:
                question = Question("key", table, asked, seed, snapshot_of(game))
                key = (await self._reply(question, attempt, f"table {table}")).key
                if key in ask.keys:
                    return key
                reason = f"it answered {key!r}, which is not on offer"
            except Exception as error:  # whatever it is, the table must go on
                reason = f"{type(error).__name__}: {error}"
            metrics.player_failures.labels(player=asked).inc()
            log.warning("a computer player failed", table=table, seat=ask.seat, player=asked, reason=reason)
        return self._random.choice(ask.keys)

    async def advice(self, game: Game, table: str, level: str = FALLBACK, language: str = USUAL) -> list[Advice]:
        """Return what a computer player would do at the pending ask, in words of a language.

        Raises:
            PlayerFailed: if that cannot be said.
            Unavailable: if the visitor has too many requests for advice in the queue.
        """
        question = Question("advice", table, level, 0, snapshot_of(game), language)
        return list((await self._reply(question, 0, visitor.get())).advice)

    async def _reply(self, question: Question, attempt: int, whose: str) -> BotReply:
        if self._processes:
            # the same table goes to the same process, where its players remember the board
            number = zlib.crc32(question.table.encode()) + attempt
            reply = await self._processes[number % len(self._processes)].think(question, self._seconds, whose)
        else:
            reply = self._worker.think(question)
        if reply.error:
            raise PlayerFailed(reply.error)
        return reply


class _Process:
    """One process; it answers one question at a time, each table's and each visitor's in turn."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._turns = FairQueue()
        self._starting: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        self._starting = asyncio.create_task(self._start_in_turn())

    async def _start_in_turn(self) -> None:
        async with self._turns.take(""):
            with contextlib.suppress(PlayerFailed):  # the first question will tell
                await self._started()

    async def think(self, question: Question, seconds: float, whose: str) -> BotReply:
        """Return what comes of a question; PlayerFailed, and the process is ended, if it takes longer than `seconds`.

        The time until the process is free does not count.
        """
        async with self._turns.take(whose):
            process = await self._started()
            try:
                async with asyncio.timeout(seconds):
                    return await _talk(process, question)
            except TimeoutError:
                await self.end()
                raise PlayerFailed(f"it thought longer than {seconds:g} seconds") from None
            except (OSError, EOFError, msgspec.MsgspecError) as error:
                await self.end()
                raise PlayerFailed(f"its process broke ({type(error).__name__})") from None
            except BaseException:  # an answer that nobody waits for any more would be taken for the next one
                await self.end()
                raise

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            try:
                async with asyncio.timeout(START_SECONDS):
                    await _heard(self._process)
            except (TimeoutError, OSError, EOFError):
                await self.end()
                raise PlayerFailed("its process did not start") from None
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


async def _talk(process: asyncio.subprocess.Process, question: Question) -> BotReply:
    assert process.stdin is not None
    process.stdin.write(framed(encode_question(question)))
    await process.stdin.drain()
    return await _heard(process)


async def _heard(process: asyncio.subprocess.Process) -> BotReply:
    """Return the next reply of a process; the first one, empty, says that it is ready."""
    assert process.stdout is not None
    length = await process.stdout.readexactly(LENGTH_BYTES)
    return decode_reply(await process.stdout.readexactly(int.from_bytes(length, "big")))
