"""The sandbox: tables with packs of strangers play in a process of their own, whose end is nobody else's."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from remote import SERVER, Remote, Server

from stormriver.cli import serve
from stormriver.server import journal
from stormriver.server.journal import Kept
from stormriver.server.requests import SeatWanted, TableWanted
from stormriver.server.sandbox import watchdog
from stormriver.server.sandbox.notes import LOOP, THREAD, Notes
from stormriver.server.sandbox.sandbox import is_strangers
from stormriver.server.sandbox.watchdog import Watchdog
from stormriver.server.seating import seats_of
from stormriver.server.session import SetUp, TableSession
from support.postgres import Postgres, needs_postgres

MISCHIEF = """
from stormriver.cli import sandbox_process
from stormriver.server import journal, session
from stormriver.server.sandbox import watchdog

watchdog.STEP_SECONDS = 2.0
spoken = session._CARRY_OUT[journal.Spoken]

def mischief(table, entry, at):
    heap = []
    if entry.text == "gulp":
        bytearray(100_000_000_000)
    while entry.text == "hang" or entry.text == "eat":
        if entry.text == "eat":
            heap.append(bytearray(1_000_000))
    spoken(table, entry, at)

session._CARRY_OUT[journal.Spoken] = mischief
sandbox_process.main()
"""
"""A sandbox in which somebody who says so at their table does what the budget keeps packs from."""
COMMAND = f"(sys.executable, '-c', {MISCHIEF!r})"
PLANTED = f"import sys\nfrom stormriver.cli import serve\nserve.SANDBOX = {COMMAND}\n{SERVER}"
STOPPED = "took too much time or memory"

needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit a process so")


class Planted(Server):
    """A server with such a sandbox."""

    code = PLANTED


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("sandbox")
    found = Planted(folder, uploads=str(folder / "uploads"), thinkers=0)
    found.start()
    try:
        yield found
    finally:
        found.kill()


def strangers_table(server: Server) -> tuple[httpx2.Client, str]:
    """Return a browser, and the table that its owner has opened with a pack of theirs."""
    browser = server.browser()
    draft = browser.post("/api/workshop", json={"name": "Old Mill"}).json()["id"]
    made = browser.post(f"/api/workshop/{draft}/try", json={"card": "old_mill_boar"})
    assert made.status_code == 201, made.text
    return browser, made.json()["table"]


def plain_table(server: Server) -> tuple[httpx2.Client, str]:
    browser = server.browser()
    made = browser.post("/api/tables", json={"seats": [{"who": "me"}, {"who": "computer"}], "name": "Ann"})
    assert made.status_code == 201, made.text
    return browser, made.json()["table"]


async def page_at(server: Server, browser: httpx2.Client, table: str) -> Remote:
    page = Remote(server, table, browser.cookies)
    await page.hello()
    return page


def answered(server: Server, table: str) -> int:
    """Return how many answers are kept of a table."""
    with sqlite3.connect(server.settings["database"].removeprefix("sqlite:///")) as database:
        kind = 'select count(*) from journal where "table" = ? and kind = ?'
        return int(database.execute(kind, (table, "answered")).fetchone()[0])


def tables_at(server: Server) -> int:
    """Return how many tables are in the memory of the server itself."""
    return int(server.browser().get("/healthz").json()["tables"])


def figures(server: Server) -> dict[str, float]:
    """Return what the server measures of its sandbox."""
    rows = (line.rsplit(" ", 1) for line in server.browser().get("/metrics").text.splitlines())
    found = {row[0]: row[1] for row in rows if row[0].startswith("stormriver_sandbox")}
    return {name.removeprefix("stormriver_sandbox_"): float(value) for name, value in found.items()}


@pytest.mark.long
def test_a_table_with_a_strangers_pack_is_not_in_the_server_itself(server: Server) -> None:
    before = tables_at(server)
    browser, table = strangers_table(server)

    async def plays() -> None:
        page = await page_at(server, browser, table)
        await page.answer(5)
        await page.close()

    asyncio.run(plays())
    assert browser.get(f"/api/tables/{table}").json()["state"] == "playing"
    assert browser.get("/api/me/tables").json()[0]["id"] == table
    assert answered(server, table) >= 5
    assert tables_at(server) == before
    plain_table(server)
    assert tables_at(server) == before + 1


@needs_limits
@pytest.mark.long
@pytest.mark.parametrize("mischief", ["hang", "eat"])
def test_a_table_that_wants_too_much_is_halted_and_no_other_is(server: Server, mischief: str) -> None:
    guilty, table = strangers_table(server)
    neighbour, beside = strangers_table(server)
    other, elsewhere = plain_table(server)
    before, measured = tables_at(server), figures(server)
    assert measured["running"] == 1

    async def plays() -> None:
        away = await page_at(server, other, elsewhere)
        await away.answer(2)
        near = await page_at(server, neighbour, beside)
        await near.answer(4)
        await near.hear()  # the last answer is kept before it is shown
        kept = answered(server, beside)
        for _ in range(2):
            page = await page_at(server, guilty, table)
            await page.hear()
            await page.say(type="say", text=mischief)
            await away.answer(3)  # while the sandbox is held up
            assert await asyncio.wait_for(page.closed(), 60) == 1013
            assert await asyncio.wait_for(near.closed(), 60) == 1013
            near = await page_at(server, neighbour, beside)
            await near.hear()
            assert answered(server, beside) >= kept
            await asyncio.wait_for(near.answer(2), 60)
        await away.answer(3)
        await near.close()
        await away.close()

    asyncio.run(plays())
    assert tables_at(server) == before
    info = guilty.get(f"/api/tables/{table}").json()
    assert info["state"] == "stopped" and STOPPED in info["reason"]
    told = guilty.get(f"/api/tables/{table}", headers={"Accept-Language": "de"}).json()["reason"]
    assert "Der Server hat dieses Spiel beendet" in told
    assert next(line for line in guilty.get("/api/me/tables").json() if line["id"] == table)["state"] == "stopped"
    assert neighbour.get(f"/api/tables/{beside}").json()["state"] == "playing"
    now, guilt = figures(server), 'life_seconds_count{why="table"}'
    assert (now["running"], now["halted_total"] - measured["halted_total"]) == (1, 1)
    assert now["start_seconds_count"] - measured["start_seconds_count"] == 2
    assert now[guilt] - measured.get(guilt, 0) == 2


@needs_limits
@pytest.mark.long
def test_what_wants_more_memory_than_there_is_at_once_is_refused(server: Server) -> None:
    """Nothing has grown by it, so nobody need be ended."""
    browser, table = strangers_table(server)

    async def plays() -> str:
        page = await page_at(server, browser, table)
        await page.say(type="say", text="gulp", id=7)
        while (told := await page.hear()).get("id") != 7:
            pass
        await page.answer(2)
        return str(told["error"])

    assert "the table stands where it stood" in asyncio.run(plays())


@pytest.mark.long
def test_who_logs_out_leaves_the_tables_in_the_sandbox_too(server: Server) -> None:
    browser, table = strangers_table(server)
    account = browser.post("/api/accounts", json={"name": "Ann of the mill", "password": "a long enough one"})
    assert account.status_code == 201, account.text

    async def leaves() -> int:
        page = await page_at(server, browser, table)
        await page.hear()
        browser.post("/api/logout/everywhere").raise_for_status()
        return await asyncio.wait_for(page.closed(), 30)

    assert asyncio.run(leaves()) == 4403


@pytest.mark.long
def test_who_is_deleted_leaves_the_tables_in_the_sandbox_to_computers(server: Server) -> None:
    browser = server.browser()
    draft = browser.post("/api/workshop", json={"name": "Old Mill"}).json()["id"]
    made = browser.post(f"/api/workshop/{draft}/table", json={"seats": 2}).json()
    ben = server.browser()
    ben.post(f"/api{made['seat_links']['1']}", json={"name": "Ben"}).raise_for_status()
    gone = browser.post("/api/me/deletion", json={"password": ""})
    assert gone.status_code == 200, gone.text
    seats = ben.get(f"/api/tables/{made['table']}").json()["seats"]
    assert [seat["host"] for seat in seats] == [False, True]
    assert browser.post(f"/api/sandbox/{made['table']}/end/0").status_code in (404, 405)


@pytest.mark.long
def test_the_sandbox_ends_with_its_server(server: Server) -> None:
    strangers_table(server)
    mine = [number for number, parent in _processes() if parent == server.process.pid]  # type: ignore[union-attr]
    assert mine
    server.kill()
    end = time.monotonic() + 30
    while set(mine) & {number for number, _ in _processes()}:
        assert time.monotonic() < end
        time.sleep(0.1)
    server.start()


def _processes() -> list[tuple[int, int]]:
    """Return the processes that run, each with its parent."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return [(int(number), int(parent)) for number, parent, state in rows if not state.startswith("Z")]


@needs_postgres
@pytest.mark.long
def test_of_several_servers_each_finds_the_sandbox_of_another(postgres: Postgres, tmp_path: Path) -> None:
    database, uploads = postgres.new_database("sandboxes"), str(tmp_path / "uploads")
    here, there = (Server(tmp_path, database=database, uploads=uploads, thinkers=0) for _ in range(2))
    try:
        here.start()
        there.start()
        browser, table = strangers_table(here)

        async def plays() -> None:
            for server in (here, there):
                page = await page_at(server, browser, table)
                await page.answer(3)
                await page.close()

        asyncio.run(plays())
        assert tables_at(here) == tables_at(there) == 0
    finally:
        here.kill()
        there.kill()


# its parts


@pytest.mark.parametrize(
    ("pack", "strangers"),
    [("frontier", False), ("/srv/packs/mine", False), (f"/srv/uploads/{'0a' * 12}/mine", True)],
)
def test_a_strangers_pack_is_told_by_the_version_of_the_draft_it_lies_in(pack: str, strangers: bool) -> None:
    assert is_strangers(pack) is strangers


def test_only_a_server_that_takes_uploads_has_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr(serve, "server_for", lambda *_, sandbox=(), **__: started.append(sandbox))
    monkeypatch.setattr(serve, "run", lambda *_: None)
    with serve.listening("127.0.0.1", 0) as listener:
        for uploads in ("", "uploads"):
            serve.serve_at(serve.settings_of({"uploads": uploads}, {}), listener)
    assert started == [(), serve.SANDBOX]


def watched(tmp_path: Path) -> tuple[Watchdog, Notes, list[int]]:
    """Return a watchdog, its notes, and what it has ended its process with."""
    ended: list[int] = []
    notes = Notes(tmp_path / "notes")
    return Watchdog(notes, ended.append), notes, ended


def test_each_step_is_noted_with_the_table_of_its_task(tmp_path: Path) -> None:
    dog, notes, ended = watched(tmp_path)
    seen: list[str] = []

    async def works(table: str) -> None:
        dog.at_work(table)
        for _ in range(2):
            await asyncio.sleep(0)
            seen.append(notes.read(LOOP))

    async def both() -> None:
        beating = dog.watch(asyncio.get_running_loop())
        await asyncio.gather(*(asyncio.create_task(works(table)) for table in ("one", "two")))
        beating.cancel()

    asyncio.run(both())
    assert seen == ["one", "two", "one", "two"]
    assert notes.read(LOOP) == "" and ended == []


@needs_limits
def test_what_lets_the_memory_grow_is_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dog, notes, _ = watched(tmp_path)
    peaks = iter([100, 100, 100, 500, 500, 700])
    monkeypatch.setattr(watchdog, "MOST_GROWTH", 300)
    monkeypatch.setattr(watchdog, "MOST_MEMORY", 600)
    monkeypatch.setattr(watchdog, "peak_memory", lambda: next(peaks))
    told: list[str] = []
    monkeypatch.setattr(dog, "_end", lambda code: told.append(notes.read(LOOP)))
    for table in ("small", "greedy", "unlucky"):
        dog.at_work(table)
        dog.finish(dog.begin())
    assert told == ["greedy", ""]  # of all that fill it together none is to blame


@needs_limits
def test_a_call_in_the_background_that_goes_on_too_long_is_blamed(tmp_path: Path, monkeypatch: Any) -> None:
    dog, notes, ended = watched(tmp_path)
    monkeypatch.setattr(watchdog, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(watchdog, "CALL_SECONDS", 0.05)

    def works() -> None:
        with dog.call():
            assert notes.read(THREAD) == "long"
            while not ended:
                pass

    async def waits() -> None:
        beating = dog.watch(asyncio.get_running_loop())
        dog.at_work("long")
        await asyncio.to_thread(works)
        beating.cancel()

    asyncio.run(waits())
    assert ended


def test_a_halted_game_is_not_carried_out_any_more() -> None:
    wanted = TableWanted(seats=[SeatWanted("me", "Ann"), SeatWanted("computer", "Ben")])
    session = TableSession(SetUp("t", wanted, 1, 0.0, 1, "", ""), seats_of(wanted, 1))
    entries: list[journal.Entry] = [
        journal.Began(names=["Ann", "Ben"]),
        journal.Spoken(0, "Ann", "hello", 1),
        journal.Halted(),
    ]
    session.restore([Kept(number, 1.0, entry) for number, entry in enumerate(entries)])
    assert session.state == "stopped" and STOPPED in str(session.stopped)
    assert session.game is None and len(session.said) == 1
