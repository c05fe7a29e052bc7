"""Several servers on one Postgres: whichever somebody comes to, they play; and whichever is killed, they go on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import kill
import pytest
from lasting_player import LastingPlayer, playing
from remote import AT_ONCE, FREELY, Remote, Server, free_port

from stormriver.server.cluster.forwarding import HEADER
from stormriver.server.store import Store
from support.postgres import Postgres, needs_postgres

pytestmark = [pytest.mark.long, needs_postgres]


@pytest.fixture(scope="module")
def database(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> str:
    return postgres.new_database(tmp_path_factory.mktemp("tables").name)  # another one when the module is come back to


@pytest.fixture(scope="module")
def two(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, where an address makes no more than four tables an hour at both together."""
    folder = tmp_path_factory.mktemp("two")
    here, there = servers = [Server(folder, database=database, thinkers=0, rate_logins="4/hour") for _ in range(2)]
    try:
        for server in servers:
            server.start()
        yield here, there
    finally:
        for server in servers:
            server.kill()


def person_at(server: Server, cookies: httpx2.Cookies | None = None) -> httpx2.Client:
    """Return a browser at a server, with the cookies of one at another."""
    browser = server.browser()
    browser.cookies.update(cookies)
    return browser


def table_at(server: Server, *seats: str) -> tuple[httpx2.Client, dict[str, Any]]:
    """Return a new table, and the browser of whoever made it."""
    browser = server.browser()
    made = browser.post("/api/tables", json={"seats": [{"who": who} for who in seats], "name": "Ann", "listed": False})
    assert made.status_code == 201, made.text
    return browser, made.json()


def test_a_table_is_played_at_through_any_server(two: tuple[Server, Server]) -> None:
    here, there = two
    browser, made = table_at(here, "me", "open")
    ben = there.browser()
    link = made["seat_links"]["1"].rpartition("/")[2]
    joined = ben.post(f"/api/join/{link}", json={"name": "Ben"})
    assert joined.status_code == 200, joined.text
    table = made["table"]
    ann = person_at(there, browser.cookies)
    info = ann.get(f"/api/tables/{table}").json()
    assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ben"]
    assert info["state"] == "playing" and info["seats"][0]["mine"]
    assert ann.get(f"/api/tables/{table}/book").json()["rulebook"] == "adventure"
    assert ann.get("/api/tables/nowhere").status_code == 404
    assert there.browser().get(f"/api/tables/{table}").status_code == 403

    async def plays() -> None:
        page, other = Remote(there, table, browser.cookies), Remote(here, table, ben.cookies)
        await asyncio.gather(page.hello(), other.hello())
        playing = asyncio.create_task(other.answer(1000))
        await page.answer(5)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await other.close()
        await page.say(type="nonsense")
        while (await page.hear())["type"] != "refused":
            pass
        await page.close()

    asyncio.run(plays())


def test_who_logs_out_at_one_server_is_closed_out_at_the_other(two: tuple[Server, Server]) -> None:
    here, there = two
    browser, made = table_at(here, "me", "computer")
    account = browser.post("/api/accounts", json={"name": "Ann of two", "password": "a long enough one"})
    assert account.status_code < 300, account.text

    async def logs_out() -> int:
        page = Remote(here, made["table"], browser.cookies)
        await page.hello()
        await page.hear()
        left = person_at(there, browser.cookies).post("/api/logout/everywhere")
        assert left.status_code < 300, left.text
        return await asyncio.wait_for(page.closed(), 30)

    assert asyncio.run(logs_out()) == 4403


def test_a_browser_that_is_logged_out_from_another_one_is_closed_out_at_every_server(
    two: tuple[Server, Server],
) -> None:
    here, there = two
    browser, made = table_at(here, "me", "computer")

    async def logged_out() -> int:
        page = Remote(here, made["table"], browser.cookies)
        await page.hello()
        await page.hear()
        same = person_at(there, browser.cookies)
        (session,) = same.get("/api/me/sessions").json()
        assert same.delete(f"/api/me/sessions/{session['id']}").status_code == 200
        return await asyncio.wait_for(page.closed(), 30)

    assert asyncio.run(logged_out()) == 4403


def test_what_an_address_does_is_counted_at_all_servers(two: tuple[Server, Server]) -> None:
    wrong = {"name": "nobody", "password": "not the password"}
    tried = [two[number % 2].browser() for number in range(30)]
    codes = []
    for browser in tried:
        codes.append(browser.post("/api/login", json=wrong).status_code)
        time.sleep(0.5)  # servers tell each other once a second
    assert 429 in codes
    assert codes.count(403) <= 6  # not twice four


def test_nobody_passes_on_who_does_not_know_the_secret(two: tuple[Server, Server]) -> None:
    """Else whoever sends the header would be let off all limits, under any address."""
    browser = two[0].browser()
    for said in ("wrong 10.0.0.1 http", "wrong", "- 10.0.0.1 http"):
        foreign = browser.post(
            "/api/tables", json={"seats": [{"who": "me"}]}, headers={HEADER: said, "Origin": "http://elsewhere.example"}
        )
        assert foreign.status_code == 403


def test_a_frozen_server_loses_its_tables_and_writes_nothing_more(two: tuple[Server, Server]) -> None:
    here, there = two
    browser, made = table_at(here, "me", "computer")
    assert here.process is not None
    process = here.process.pid

    async def goes_on() -> int:
        old = Remote(here, made["table"], browser.cookies)
        await old.hello()
        await old.answer(2)
        os.killpg(process, signal.SIGSTOP)
        new = Remote(there, made["table"], browser.cookies)
        await new.hello()
        await asyncio.wait_for(new.answer(2), 30)
        os.killpg(process, signal.SIGCONT)
        code = await asyncio.wait_for(old.closed(), 30)
        await new.answer(2)
        await new.close()
        return code

    try:
        assert asyncio.run(goes_on()) == 1013
    finally:
        os.killpg(process, signal.SIGCONT)


def test_who_comes_through_another_server_is_sent_away_from_one_that_freezes(two: tuple[Server, Server]) -> None:
    here, there = two
    browser, made = table_at(here, "me", "computer")
    assert here.process is not None
    process = here.process.pid

    async def is_sent_away() -> int:
        page = Remote(there, made["table"], browser.cookies)
        await page.hello()
        await page.answer(2)
        os.killpg(process, signal.SIGSTOP)
        return await asyncio.wait_for(page.closed(), 15)

    try:
        assert asyncio.run(is_sent_away()) == 1013
    finally:
        os.killpg(process, signal.SIGCONT)


def test_a_killed_servers_tables_go_on_at_the_other(two: tuple[Server, Server]) -> None:
    here, there = two
    browser, made = table_at(here, "me", "computer")

    async def goes_on() -> None:
        page = Remote(there, made["table"], browser.cookies)
        await page.hello()
        await page.answer(3)
        here.kill()
        assert await page.closed() == 1013
        await page.hello()
        await asyncio.wait_for(page.answer(3), 30)
        await page.close()

    try:
        asyncio.run(goes_on())
    finally:
        here.start()


@contextmanager
def workers(database: str, **options: Any) -> Iterator[tuple[subprocess.Popen[bytes], Server]]:
    """Run `stormriver serve --workers 2`; returns the process that began them, and where they serve."""
    server = Server(Path())
    options = {**AT_ONCE, **FREELY, "port": server.port, "database": database, "thinkers": 0, "workers": 2, **options}
    line = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    supervisor = subprocess.Popen([sys.executable, "-m", "stormriver", "serve", *line], start_new_session=True)
    try:
        server.until_it_answers()
        yield supervisor, server
    finally:
        supervisor.kill()


def children(supervisor: subprocess.Popen[bytes]) -> set[int]:
    """Return the processes of the workers."""
    found = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children").read_text()
    return {int(child) for child in found.split()}


def test_workers_serve_at_one_address_and_are_replaced(database: str) -> None:
    with workers(database) as (supervisor, server):
        browser, made = table_at(server, "me", "computer")
        before = children(supervisor)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(children(supervisor)) == 2 and children(supervisor) != before)
        second = children(supervisor)
        supervisor.send_signal(signal.SIGHUP)
        until(lambda: len(children(supervisor)) == 2 and not children(supervisor) & second)
        for _ in range(10):  # whichever of them is come to
            assert person_at(server, browser.cookies).get(f"/api/tables/{made['table']}").status_code == 200
        supervisor.terminate()
        assert supervisor.wait(30) == 0


def test_what_people_are_shown_is_kept_while_workers_are_replaced(database: str) -> None:
    """They play on through it, whichever process they come to."""
    with workers(database) as (supervisor, server):
        players = [LastingPlayer(lambda: server) for _ in range(3)]
        before = children(supervisor)

        async def play_on() -> None:
            async with playing(*players):
                supervisor.send_signal(signal.SIGHUP)
                await asyncio.to_thread(until, lambda: len(children(supervisor) - before) == 2)
                await asyncio.wait_for(asyncio.gather(*(player.goes_on() for player in players)), 60)

        asyncio.run(play_on())
        supervisor.terminate()
        supervisor.wait(30)
        store = Store(database)
        for table, update in (shown for player in players for shown in player.last_shown()):
            kill.demand_kept(store, table, update, "replaced")
        store.close()


def test_each_worker_tells_its_metrics_at_its_internal_address(database: str) -> None:
    first = free_port()
    with workers(database, internal=f"127.0.0.1:{first}"):

        def answering() -> int:
            found = 0
            for port in range(first, first + 3):
                with suppress(httpx2.ConnectError):
                    found += "stormriver_tables" in httpx2.get(f"http://127.0.0.1:{port}/metrics").text
            return found

        until(lambda: answering() == 2)


def until(happened: Any, seconds: float = 60.0) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)
