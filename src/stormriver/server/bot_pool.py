"""The pool of processes in which computer players think, each question with a time limit.

A process that hangs or breaks is ended and replaced; for that ask the steady player answers in another process,
and if that fails too, any option is taken. A table gets a key that is on offer, whatever happens.
"""

from __future__ import annotations

import asyncio
import random
import sys
import zlib
from collections.abc import Sequence

import structlog

from stormriver.kernel.game import Game
from stormriver.presentation.facts import Advice
from stormriver.server import metrics
from stormriver.server.bot_worker import BotReply, BotWorker, Question, decode_reply, encode_question
from stormriver.server.fair_queue import visitor
from stormriver.server.languages import USUAL
from stormriver.server.seat_snapshot import snapshot_of
from stormriver.server.table_policy import TablePolicy
from stormriver.server.worker_process import WorkerFailed, WorkerProcess

COMMAND = (sys.executable, "-m", "stormriver.server.bot_worker")
FALLBACK = "steady"

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
        self._processes = [WorkerProcess(command, encode_question, decode_reply) for _ in range(policy.thinkers)]
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
        with metrics.thinking.labels(question.want).time():
            return await self._asked(question, attempt, whose)

    async def _asked(self, question: Question, attempt: int, whose: str) -> BotReply:
        if self._processes:
            # the same table goes to the same process, where its players remember the board
            number = zlib.crc32(question.table.encode()) + attempt
            try:
                reply = await self._processes[number % len(self._processes)].ask(question, self._seconds, whose)
            except WorkerFailed as failed:
                raise PlayerFailed(str(failed)) from None
        else:
            reply = self._worker.think(question)
        if reply.error:
            raise PlayerFailed(reply.error)
        return reply
