"""Computer players in processes of their own: they see what they may, and whatever they do, the table goes on."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import msgspec
import pytest
from company import AT_ONCE, Page, house, until

from stormriver.api import begin_game
from stormriver.kernel.game import Game
from stormriver.server import bot_worker
from stormriver.server.bot_pool import BotPool
from stormriver.server.seat_snapshot import SeatSnapshot, snapshot_of, view_from
from stormriver.server.worker_process import WorkerProcess
from support.secrecy import dealt_anew

BAD = """
import sys, time
from stormriver.server import bot_worker
class Bad(bot_worker.BotWorker):
    def think(self, question):
        {deed}
        return super().think(question)
bot_worker.BotWorker = Bad
bot_worker.main()
"""


def bad(folder: Path, deed: str) -> list[str]:
    """Return the command of a thinking process that does something bad with a question to `random`."""
    script = folder / "bad.py"
    script.write_text(BAD.format(deed=deed))
    return [sys.executable, str(script)]


def some_game() -> Game:
    """Return a game at an ask with several options."""
    game = begin_game("revised4", 3, seed=4, skip_forced=False)
    rng = random.Random(1)
    for _ in range(60):
        assert game.ask is not None
        game.play(rng.randrange(len(game.ask.codes)))
    while game.ask is not None and len(game.ask.codes) == 1:
        game.play(0)
    return game


def test_a_process_is_told_what_the_seat_sees_and_nothing_else() -> None:
    """What is sent does not change when hidden cards change places; the view made of it is the seat's."""
    game = begin_game("revised4", 3, seed=8, skip_forced=False)
    rng = random.Random(2)
    for _ in range(150):
        assert game.ask is not None
        sent = msgspec.json.encode(snapshot_of(game))
        other = dealt_anew(game, game.ask.seat, rng)
        other.state.dice = 5
        assert msgspec.json.encode(snapshot_of(other)) == sent
        view = view_from(msgspec.json.decode(sent, type=SeatSnapshot))
        assert view.ask is not None and view.ask.keys == game.ask.keys
        assert view.facts() == game.view(game.ask.seat).facts()
        game.play(rng.randrange(len(game.ask.codes)))


def test_that_check_finds_a_process_that_is_told_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing masked, what is sent changes with the hidden cards."""
    monkeypatch.setattr("stormriver.server.seat_snapshot.mask", lambda table, state, seat: state)
    game = some_game()
    assert game.ask is not None
    other = dealt_anew(game, game.ask.seat, random.Random(1))
    assert msgspec.json.encode(snapshot_of(other)) != msgspec.json.encode(snapshot_of(game))


@pytest.mark.parametrize(
    ("deed", "seconds"),
    [
        ("question.level == 'random' and sys.exit(1)", 5.0),
        ("if question.level == 'random': return bot_worker.BotReply(key='to:nowhere')", 5.0),
        pytest.param("question.level == 'random' and time.sleep(60)", 0.5, marks=pytest.mark.long),
        pytest.param("if question.level == 'random': raise SystemExit", 5.0, marks=pytest.mark.long),
        pytest.param(
            "if question.level == 'random': sys.__stdout__.write('nonsense'); sys.__stdout__.flush()",
            1.0,
            marks=pytest.mark.long,
        ),
    ],
    ids=["breaks", "lies", "hangs", "leaves", "babbles"],
)
@pytest.mark.slow
def test_whatever_a_player_does_a_key_on_offer_comes_back(tmp_path: Path, deed: str, seconds: float) -> None:
    async def run() -> None:
        policy = msgspec.structs.replace(AT_ONCE, thinkers=1, think_seconds=seconds)
        bots = BotPool(policy, bad(tmp_path, deed))
        game = some_game()
        assert game.ask is not None
        try:
            for _ in range(2):
                assert await bots.key(game, "a", "random", 1) in game.ask.keys
        finally:
            await bots.close()

    asyncio.run(run())


@pytest.mark.slow
def test_whoever_stops_waiting_leaves_nothing_behind_for_the_next() -> None:
    """A process that is given up while it starts is ended: that it is ready is no answer to the next question."""

    async def run() -> None:
        command = [sys.executable, "-m", "stormriver.server.bot_worker"]
        worker = WorkerProcess(command, bot_worker.encode_question, bot_worker.decode_reply)
        game = some_game()
        assert game.ask is not None
        question = bot_worker.Question("key", "a", "random", 1, snapshot_of(game))
        try:
            given_up = asyncio.create_task(worker.ask(question, 30, ""))
            await asyncio.sleep(0.05)  # it has been started and is not ready
            given_up.cancel()
            reply = await worker.ask(question, 30, "")
            assert (reply.key in game.ask.keys, reply.error) == (True, "")
        finally:
            await worker.end()

    asyncio.run(run())


def test_if_all_fails_any_option_is_taken() -> None:
    async def run() -> None:
        bots = BotPool(msgspec.structs.replace(AT_ONCE, thinkers=1), [sys.executable, "-c", "pass"])
        game = some_game()
        assert game.ask is not None
        assert await bots.key(game, "a", "steady", 1) in game.ask.keys
        await bots.close()

    asyncio.run(run())


@pytest.mark.slow
def test_a_table_goes_on_while_a_player_hangs(tmp_path: Path) -> None:
    """People at other tables, and at this one, are not kept waiting longer than the limit."""

    async def run() -> None:
        policy = msgspec.structs.replace(AT_ONCE, thinkers=1, think_seconds=0.3)
        bots = BotPool(policy, bad(tmp_path, "time.sleep(60)"))
        async with house(policy, bots) as opened:
            table, person = await opened.table("me", "computer")
            page = await Page(table, person).hello()
            await until(lambda: table.session.version > 3)
            await until(lambda: page.asked)
            assert {past.by for past in table.session.decisions} >= {"computer"}

    asyncio.run(run())
