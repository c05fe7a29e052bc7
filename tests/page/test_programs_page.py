"""The page on programs: its bot plays whole games with an API token, at a table of its own and by a link."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

from page.served import Served
from stormriver.cli.mcp.assistant import Assistant
from stormriver.cli.mcp.table_seat import Remote
from support.assistants import over_stdio, played, refused, used
from support.documents import blocks, read

MOST_LINES = 30


def run(talk: Coroutine[Any, Any, None]) -> None:
    """Run what an assistant does, in a thread of its own: the browser of this folder has the event loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, talk).result()


def bot(served: Served, folder: Path, person: httpx2.Client, *link: str) -> str:
    """Let the bot of the page play with a new token of a person, and return what it printed."""
    program = blocks(read("docs/programs.md"), "python")[0]
    code = [line for line in program.text.splitlines() if line.strip()]
    assert len(code) <= MOST_LINES
    (folder / "bot.py").write_text(program.text, encoding="utf-8")
    token = person.post("/api/me/tokens", json={"name": "bot", "scopes": ["play", "create"]}).json()["token"]
    play = [sys.executable, "bot.py", served.address, *link]
    env = {**os.environ, "STORMRIVER_TOKEN": token}
    done = subprocess.run(play, cwd=folder, env=env, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_bot_plays_a_table_of_its_own_to_the_end(served: Served, tmp_path: Path) -> None:
    with httpx2.Client(base_url=served.address, headers={"Origin": served.address}) as person:
        assert "Turn 6: " in bot(served, tmp_path, person)
        (table,) = person.get("/api/me/tables").json()
        assert table["state"] == "over"


@pytest.mark.slow
def test_the_bot_takes_a_seat_by_its_link(served: Served, tmp_path: Path) -> None:
    headers = {"Origin": served.address}
    with (
        httpx2.Client(base_url=served.address, headers=headers) as host,
        httpx2.Client(base_url=served.address, headers=headers) as guest,
    ):
        seats = [{"who": "computer"}, {"who": "open"}]
        made = host.post("/api/tables", json={"seats": seats, "options": {"last_round": 1}}).json()
        assert "Turn 2: " in bot(served, tmp_path, guest, made["seat_links"]["1"])
        assert host.get(f"/api/tables/{made['table']}").json()["state"] == "over"


@pytest.mark.slow
def test_an_assistant_plays_at_a_table_with_a_person(served: Served) -> None:
    headers = {"Origin": served.address}

    async def play(token: str) -> None:
        with httpx2.Client(base_url=served.address, headers=headers) as host:
            seats = [{"who": "computer"}, {"who": "open"}]
            made = host.post("/api/tables", json={"seats": seats, "options": {"last_round": 1}}).json()
        async with Client(Assistant("100000/minute", Remote(served.address, token, "de")).server()) as client:
            assert "führt ins Leere" in await refused(client, "join_table", link="/join/nowhere", name="Robin")
            here = await used(client, "join_table", link=served.address + made["seat_links"]["1"], name="Robin")
            assert here["you"] == "Robin"
            assert (await played(client, here))["over"]
            (mine,) = await used(client, "my_tables")
            assert (mine["table"], mine["state"]) == (made["table"], "over")
            again = await used(client, "join_table", link=made["table"])
            assert any("Robin" in text for text in again["happened"])
            made_here = await used(client, "new_table", name="Robin", computers=0, open_seats=1)
            assert made_here["state"] == "waiting" and made_here["links"][0].startswith(served.address)

    with httpx2.Client(base_url=served.address, headers=headers) as person:
        made = person.post("/api/me/tokens", json={"name": "assistant", "scopes": ["play", "create"]})
    run(play(made.json()["token"]))


@pytest.mark.long
def test_an_assistant_over_stdio_has_its_token_from_the_environment(served: Served) -> None:
    async def look(token: str) -> None:
        async with over_stdio("--server", served.address, STORMRIVER_TOKEN=token) as client:
            assert await used(client, "my_tables") == []

    with httpx2.Client(base_url=served.address, headers={"Origin": served.address}) as person:
        run(look(person.post("/api/me/tokens", json={"name": "assistant"}).json()["token"]))
