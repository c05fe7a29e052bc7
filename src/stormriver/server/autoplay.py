"""The background task of a table: it answers for computer players, by standing orders, and what is forced."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

from stormriver.server import waiting_room
from stormriver.server.automatic_answers import automatic_answer
from stormriver.server.errors import Declined, Unavailable
from stormriver.server.journal import Answered, Lapsed
from stormriver.server.sealed import choice_of, sealed_until

if TYPE_CHECKING:
    from stormriver.server.live_table import LiveTable

BATCH_SECONDS = 0.2
"""How long a table goes on by itself before the answers are committed and shown."""
REST_SECONDS = 5.0
"""How long the task waits after a fault before it tries again."""

TRY_AGAIN_SECONDS = 1.0
"""The same when the database does not answer."""

_chance = secrets.SystemRandom()


class Autoplay:
    """Runs the automatic answers of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    async def run(self) -> None:
        """Run until cancelled; a fault is logged, and the answer retried after a rest."""
        self._table.lobby.at_work(self._table.id)
        while True:
            try:
                await self._go_on()
            except (Declined, Unavailable):  # it could not be kept, which has been noted
                await asyncio.sleep(TRY_AGAIN_SECONDS)
            except Exception:
                self._table.log.exception("the table cannot go on by itself", lines=self._table.session.lines)
                self._table.adrift = True
                await asyncio.sleep(REST_SECONDS)

    async def _go_on(self) -> None:
        if self._table.adrift:
            await self._table.settle()
        if self._table.session.draw.since is not None:
            await self._begin_with_told(self._table.session.draw.since)
            return
        due, until = automatic_answer(self._table.session), sealed_until(self._table.session)
        if until is not None:
            await self._end_moment(due, until)
        elif due is None:
            await self._wait()
        else:
            await self._go_on_by_itself()

    async def _wait(self) -> None:
        """Wait until something has been done, or the proposal lapses."""
        table = self._table
        proposal = table.session.seating.proposal
        patience = None
        if proposal is not None:
            patience = max(0.0, proposal.at + table.lobby.policy.proposal_seconds - table.lobby.now())
        table.moved.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await table.moved.wait()
            return
        async with table.turn():
            if proposal is not None and table.session.seating.proposal is proposal:
                table.add(Lapsed())
                await table.keep_and_show()

    async def _begin_with_told(self, since: float) -> None:
        """Begin the game without the nonces that are not told in time, unless something is done by then."""
        table, patience = self._table, self._table.lobby.policy.reveal_seconds
        table.moved.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(patience, since + patience - table.lobby.now())):
                await table.moved.wait()
            return
        async with table.turn():
            if table.session.draw.since == since:
                waiting_room.begin_with_told(table)
                await table.keep_and_show()

    async def _end_moment(self, due: Answered | None, until: float) -> None:
        """Let a sealed moment last as long as all do, then answer as is due, or as its person has chosen in it.

        Args:
            due: the answer that the table gives by itself, None if a person is asked.
            until: when the moment ends.
        """
        table, version = self._table, self._table.session.version
        if due is not None:
            await self._work_out(due)
        await asyncio.sleep(until - table.lobby.now())
        async with table.turn():
            if table.session.version != version or sealed_until(table.session) != until:
                return  # it has been taken back, or paused
            now_due = automatic_answer(table.session)
            if now_due is None:
                due = choice_of(table.session, table.chosen)
            elif due is None or not self._still_due(due, version):
                return  # a standing order was given, or the seat handed over: that is answered at once
            table.add(due)
            await table.keep_and_show()

    async def _go_on_by_itself(self) -> None:
        """Answer for a moment what needs no person, then commit and show all of it at once.

        The page takes its time over what it is told. What is passed for people takes a short random time, so that it
        tells nobody what somebody holds: once for all that is passed in a row.
        """
        table, loop = self._table, asyncio.get_running_loop()
        last: Answered | None = None
        end: float | None = None
        while (end is None or loop.time() < end) and (due := self._due()) is not None:
            version = table.session.version
            await self._get_ready(due, last, end)
            async with table.turn(), table.lobby.background.piece():
                if not self._still_due(due, version):
                    break
                table.add(due)
            last, end = due, end or loop.time() + BATCH_SECONDS
        await table.settle(at_leisure=True)
        if table.unwatched:
            await self._rest()

    def _due(self) -> Answered | None:
        """Return the answer that the table gives now by itself, None if a person is asked or a sealed moment runs."""
        session = self._table.session
        return automatic_answer(session) if sealed_until(session) is None else None

    async def _get_ready(self, due: Answered, last: Answered | None, end: float | None) -> None:
        """Work out an answer and let it take its time; if that takes until `end`, show what was answered before it."""
        seconds = self._delay(due, last)
        if due.by != "computer" and not seconds:
            return
        work = asyncio.create_task(self._take_time(due, seconds))
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(end):
                    await asyncio.shield(work)
            if not work.done():
                await self._table.settle(at_leisure=True)
                await work
        finally:
            work.cancel()

    async def _take_time(self, due: Answered, seconds: float) -> None:
        await asyncio.gather(self._work_out(due), asyncio.sleep(seconds))

    def _delay(self, due: Answered, last: Answered | None) -> float:
        """Return how many seconds to wait with an answer; `last` is what was answered just before it, if it was."""
        policy = self._table.lobby.policy
        if not self._table.session.seating.with_people or (due.by != "computer" and last and last.by != "computer"):
            return 0.0
        return _chance.uniform(*(policy.computer_delay if due.by == "computer" else policy.forced_delay))

    async def _rest(self) -> None:
        """Rest until it is the table's turn among those that nobody watches, or somebody comes."""
        lobby = self._table.lobby
        unwatched = sum(table.unwatched for table in lobby.live.values())
        self._table.moved.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BATCH_SECONDS * unwatched / lobby.policy.unwatched_share):
                await self._table.moved.wait()

    async def _work_out(self, due: Answered) -> None:
        """Find the key of a computer's answer; players are asked what is forced, too, so that it takes its time."""
        table = self._table
        if due.by == "computer":
            assert table.session.game is not None
            level = table.session.seating[due.seat].level
            due.key = await table.lobby.bots.key(table.session.game, table.id, level, table.session.lines)

    def _still_due(self, due: Answered, version: int) -> bool:
        again = automatic_answer(self._table.session)
        same = self._table.session.version == version
        return same and again is not None and (again.seat, again.by) == (due.seat, due.by)
