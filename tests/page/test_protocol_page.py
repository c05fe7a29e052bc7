"""The page on the protocol: its session is played, and its client plays a game, at a real server."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from page.served import Served
from support.documents import blocks, read

PAGE = "docs/protocol.md"
MOST_LINES = 30
FROM_CLIENT = ("hello", "answer")
SECONDS = 20
"""After so long of nothing a message counts as not sent."""


def session() -> tuple[Any, list[Any]]:
    """Return what the request of the session sends, and the messages of the socket in their order."""
    (request,) = blocks(read(PAGE), "http")
    text = "".join(block.text for block in blocks(read(PAGE), "json"))
    messages = []
    while text.strip():
        message, end = json.JSONDecoder().raw_decode(text)
        messages.append(message)
        text = text[end:].lstrip()
    return json.loads(request.text.partition("\n\n")[2]), messages


def shows(shown: Any, sent: Any) -> bool:
    """Tell whether all that the page shows of a message is in it; lists are shown from their beginning."""
    if isinstance(shown, dict):
        return isinstance(sent, dict) and all(key in sent and shows(part, sent[key]) for key, part in shown.items())
    if isinstance(shown, list):
        return len(shown) <= len(sent) and all(map(shows, shown, sent))
    return bool(shown == sent)


def brought(messages: Iterator[Any], shown: Any) -> bool:
    """Tell whether one of the messages that come is the one shown."""
    with contextlib.suppress(TimeoutError):
        return any(shows(shown, message) for message in messages)
    return False


def test_the_session_of_the_page_is_played_word_for_word(served: Served) -> None:
    wanted, shown = session()
    headers = {"Origin": served.address}
    with httpx2.Client(base_url=served.address, headers=headers) as client:
        table = client.post("/api/tables", json=wanted).json()["table"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"{served.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, origin=Origin(served.address), additional_headers={"Cookie": cookie}) as socket:
        messages = (json.loads(socket.recv(timeout=SECONDS)) for _ in count())
        for message in shown:
            if message["type"] in FROM_CLIENT:
                socket.send(json.dumps(message))
            else:
                assert brought(messages, message), message


@pytest.mark.long
def test_the_client_of_the_page_plays_a_game(served: Served, tmp_path: Path) -> None:
    (client,) = blocks(read(PAGE), "python")
    assert len(client.text.splitlines()) <= MOST_LINES
    (tmp_path / "client.py").write_text(client.text, encoding="utf-8")
    play = [sys.executable, "client.py", served.address]
    done = subprocess.run(play, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Turn 6: ", done.stdout, re.MULTILINE), done.stdout


def test_a_message_that_the_page_shows_otherwise_is_found() -> None:
    sent = {"type": "update", "told": [{"text": "Ann rolls 6.", "dice": [6]}, {"text": "Ann moves."}]}
    assert shows({"told": [{"text": "Ann rolls 6."}]}, sent)
    assert not shows({"told": [{"text": "Ann rolls 5."}]}, sent)
    assert not shows({"asked": None}, sent)
    assert not brought(iter([sent]), {"type": "table"})
