"""The page on programs: its bot plays whole games with an API token, at a table of its own and by a link."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from page.served import Served
from support.documents import blocks, read

MOST_LINES = 30


def bot(served: Served, folder: Path, person: httpx2.Client, *link: str) -> str:
    """Let the bot of the page play with a new token of a person, and return what it printed."""
    (program,) = blocks(read("docs/programs.md"), "python")
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
