"""Fair queues and limits: one visitor's many requests wait their turn: hints, replays, books, idle tables, chat."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from company import AT_ONCE, House, Page, house, in_a_house, rest, until
from sites import quick_settings, site, told
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from test_bot_pool import some_game

from stormriver.kernel.game import Game
from stormriver.language.message import MessageError
from stormriver.server import replay, setup_catalogue
from stormriver.server.bot_pool import BotPool
from stormriver.server.errors import Unavailable
from stormriver.server.fair_queue import WAITING, BackgroundWorker, FairQueue, visitor
from stormriver.server.messages import Agree, Rematch, Say, Table
from stormriver.server.models import TableRow


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_can_wait_is_done_piece_by_piece_and_messages_come_in_between() -> None:
    async def run() -> None:
        background, done = BackgroundWorker(), list[str]()

        async def piece(name: str) -> None:
            async with background.piece():
                done.append(name)

        async def messages() -> None:
            for _ in range(12):
                done.append("message")
                await asyncio.sleep(0)

        await asyncio.gather(*(piece(f"piece {number}") for number in range(3)), messages())
        assert [name for name in done if name != "message"] == ["piece 0", "piece 1", "piece 2"]
        kinds = [name.partition(" ")[0] for name in done]
        assert ("piece", "piece") not in itertools.pairwise(kinds)

    asyncio.run(run())


def test_visitors_are_served_in_a_ring_and_each_ones_oldest_first() -> None:
    async def run() -> None:
        turns, served = FairQueue(), list[str]()

        async def want(whose: str, name: str) -> None:
            async with turns.take(whose):
                served.append(name)
                await asyncio.sleep(0)

        wanted = [want("ann", f"a{number}") for number in range(4)] + [want("ben", "b0"), want("cleo", "c0")]
        await asyncio.gather(*wanted, want("ben", "b1"))
        assert served == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]

    asyncio.run(run())


def test_who_goes_away_gives_up_their_turn() -> None:
    async def run() -> None:
        turns = FairQueue()
        free, served = asyncio.Event(), list[str]()

        async def want(name: str) -> None:
            async with turns.take(name):
                served.append(name)
                await free.wait()

        first, second, third = (asyncio.create_task(want(name)) for name in ("ann", "ben", "cleo"))
        await _settle()
        second.cancel()
        free.set()
        await asyncio.gather(first, third)
        assert served == ["ann", "cleo"]
        first, second = asyncio.create_task(want("ann")), asyncio.create_task(want("ben"))
        await asyncio.gather(first, second)
        assert served[2:] == ["ann", "ben"]

    asyncio.run(run())


def test_so_much_of_one_visitors_may_wait_and_no_more() -> None:
    async def run() -> None:
        turns, free = FairQueue(), asyncio.Event()

        async def want(whose: str) -> None:
            async with turns.take(whose):
                await free.wait()

        waiting = [asyncio.create_task(want("ann")) for _ in range(WAITING + 1)]
        await _settle()
        with pytest.raises(Unavailable, match="still busy with what you asked for"):
            await want("ann")
        waiting.append(asyncio.create_task(want("ben")))
        free.set()
        await asyncio.gather(*waiting)

    asyncio.run(run())


@pytest.mark.slow
def test_a_computers_answer_waits_for_one_hint_and_not_for_all() -> None:
    async def run() -> None:
        bots = BotPool(msgspec.structs.replace(AT_ONCE, thinkers=1, think_seconds=60.0))  # however busy the machine
        game, done = some_game(), list[str]()
        visitor.set("10.0.0.9")

        async def hint() -> None:
            await bots.advice(game, "a")
            done.append("hint")

        async def answer() -> None:
            await bots.key(game, "b", "steady", 1)
            done.append("answer")

        try:
            hints = [asyncio.create_task(hint()) for _ in range(WAITING)]
            await _settle()
            await asyncio.gather(answer(), *hints)
        finally:
            await bots.close()
        assert done.index("answer") <= 2

    asyncio.run(run())


class Crowd:
    """Work that waits until it is let go, and tells how much of it went on at once."""

    def __init__(self, work: Any) -> None:
        self._work = work
        self._going = 0
        self._lock = threading.Lock()
        self.begun = threading.Event()
        self.let_go = threading.Event()
        self.most = 0

    def __call__(self, *given: Any) -> Any:
        with self._lock:
            self._going += 1
            self.most = max(self.most, self._going)
        self.begun.set()
        self.let_go.wait(10)
        try:
            return self._work(*given)
        finally:
            with self._lock:
                self._going -= 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "path"),
    [
        (replay, "moment", "/api/tables/{table}/moments/0"),
        (replay, "book", "/api/tables/{table}/book"),
        (setup_catalogue, "book", "/api/books/revised4?options=trophy_points={number}"),
    ],
)
def test_what_takes_long_is_done_once_at_a_time_and_anybody_else_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, path: str
) -> None:
    with site(quick_settings(tmp_path)) as ann, ThreadPoolExecutor(16) as crowd:
        table = ann.make("me", "me", listed=True)["table"]
        assert ann.get(path.format(table=table, number=5)).status_code == 200
        work = Crowd(getattr(module, name))
        monkeypatch.setattr(module, name, work)
        greedy = ann.another("10.0.0.9")
        paths = [path.format(table=table, number=5 + number % 4) for number in range(12)]
        answers = [crowd.submit(greedy.get, one) for one in paths]
        assert work.begun.wait(10)
        mine = crowd.submit(ann.get, paths[0])
        work.let_go.set()
        assert mine.result().status_code == 200
        assert work.most == 1
        assert {answer.result().status_code for answer in answers} <= {200, 503}


def test_what_a_table_does_by_itself_is_done_for_nobody() -> None:
    """It would be counted for whoever made it, or came first after a restart, as long as it is in memory."""

    class Listening(BotPool):
        asked_for: set[str] = set()

        async def key(self, game: Game, table: str, level: str, seed: int) -> str:
            self.asked_for.add(visitor.get())
            return await super().key(game, table, level, seed)

    async def run() -> None:
        visitor.set("10.0.0.9")
        bots = Listening(AT_ONCE)
        async with house(bots=bots) as opened:
            await opened.table("computer", "computer")
            await until(lambda: bots.asked_for)
        assert bots.asked_for == {""}

    asyncio.run(run())


@in_a_house
async def test_people_who_chat_while_a_rematch_is_made_get_one_table(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    table.session.stopped = MessageError("server.past.changed", reason="a card is gone")
    await ann.send(Rematch())
    await asyncio.gather(ben.send(Agree(True)), *(page.send(Say("Again!")) for page in (ann, ben) for _ in range(6)))
    with Session(opened.store.engine) as session:
        assert session.scalar(select(func.count()).select_from(TableRow)) == 2
    assert ann.last(Table).info.reason


@pytest.mark.slow
def test_tables_of_computers_that_nobody_watches_rest_until_somebody_comes() -> None:
    async def run() -> None:
        async with house(msgspec.structs.replace(AT_ONCE, unwatched_share=1e-6)) as opened:
            table, person = await opened.table("computer", "computer")
            await until(lambda: table.session.version > 0 and not table.lock.locked() and not table.moved.is_set())
            version = table.session.version
            await asyncio.sleep(0.2)
            assert table.session.version == version
            page = await Page(table, person).hello()
            await until(lambda: table.session.version > version + 20)
            assert page.update.view is not None

    asyncio.run(run())


def test_lines_of_chat_of_one_address_are_limited_at_a_table(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, rate_chat="3/hour")) as ann:
        table, other = ann.make("me", "me")["table"], ann.make("me", "me")["table"]
        with ann.socket(table) as first, ann.socket(table) as second, ann.socket(other) as third:
            for socket in (first, second, third):
                socket.send_json({"type": "hello"})
                told(socket, "update")
            for socket in (first, second, first):
                socket.send_json({"type": "say", "text": "Hello"})
                told(first, "said")
            second.send_json({"type": "say", "text": "Hello", "id": 8})
            with pytest.raises(AssertionError, match="That was too often: 3 in 3600 seconds"):
                told(second, "nothing")
            third.send_json({"type": "say", "text": "Hello"})
            assert told(third, "said")["text"] == "Hello"


@pytest.mark.slow
def test_a_server_that_has_started_freezes_the_collector() -> None:
    code = """
import gc, sys
import stormriver.server.app
from stormriver.server import gc_tuning
gc_tuning.shorten_pauses()
assert gc.get_threshold() == gc_tuning.THRESHOLDS and gc.get_freeze_count() > 10_000
assert sys.getswitchinterval() < 0.005
"""
    subprocess.run([sys.executable, "-c", code], check=True)
