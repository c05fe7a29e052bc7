"""`stormriver serve` and `stormriver play` as people start them: a process, its address, its end, and what it keeps."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from stormriver.cli.app import app
from stormriver.cli.serve import listening
from stormriver.kernel.errors import StormriverError

START = [sys.executable, "-c", "from stormriver.cli.app import main; main()"]
TWO = {"seats": [{"who": "me"}, {"who": "me"}], "name": "Ann"}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def started(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command with a home of its own until the end of the block, if it has not ended by then."""
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "STORMRIVER_THINKERS": "0"}
    pipe = subprocess.PIPE
    with subprocess.Popen([*START, *words], cwd=folder, env=env, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def address_told(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    found = re.search(r"http://\S+/", process.stdout.readline())
    assert found is not None
    return found[0].rstrip("/")


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `serve` on a free port, and return its address once it answers."""
    port = free_port()
    with started(folder, "serve", "--port", str(port)) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "startup complete" in line:
                break
        yield process, f"http://127.0.0.1:{port}"


@pytest.mark.slow
def test_play_tells_its_address_and_keeps_its_tables_with_the_users_data(tmp_path: Path) -> None:
    with started(tmp_path, "play", "--no-browser") as process:
        address = address_told(process)
        assert "<div id=" in httpx2.get(f"{address}/").text
        with httpx2.Client(base_url=address, headers={"Origin": address}) as ann:
            table = ann.post("/api/tables", json=TWO).json()["table"]
            cookies = dict(ann.cookies)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
    assert (tmp_path / "data" / "stormriver" / "tables.db").is_file()
    with started(tmp_path, "play", "--no-browser", "--port", str(free_port())) as process:
        again = address_told(process)
        answer = httpx2.get(f"{again}/api/tables/{table}", cookies=cookies)
        assert answer.json()["state"] == "playing"


@pytest.mark.slow
def test_the_tables_are_opened_once_and_a_second_start_leads_to_the_first(tmp_path: Path) -> None:
    with started(tmp_path, "play", "--no-browser") as first:
        address = address_told(first)
        with started(tmp_path, "play", "--no-browser") as second:
            out, err = second.communicate(timeout=60)
            assert (second.returncode, err) == (0, "")
            assert out == f"Open the table in a browser: {address}/\n"
        first.kill()
        first.wait()
    with started(tmp_path, "play", "--no-browser") as third:  # the note of one that was killed misleads nobody
        assert httpx2.get(f"{address_told(third)}/healthz").status_code == 200


@pytest.mark.long
def test_a_second_game_in_the_browser_takes_another_port(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with started(tmp_path / "one", "play", "--no-browser") as first:
        one = address_told(first)
        with started(tmp_path / "two", "play", "--no-browser") as second:
            assert address_told(second) != one


@pytest.mark.slow
def test_serve_speaks_json_in_its_logs_and_never_of_secrets(tmp_path: Path) -> None:
    port = free_port()
    with started(tmp_path, "serve", "--port", str(port), "--log", "debug") as process:
        assert process.stderr is not None
        lines = [next(process.stderr)]
        while "startup complete" not in lines[-1]:
            lines.append(next(process.stderr))
        address = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=address, headers={"Origin": address}) as ann:
            made = ann.post("/api/tables", json=TWO).json()
            ann.post("/api" + made["watch_link"])
            ann.get(f"/api/tables/{made['table']}")
            token = ann.cookies["stormriver"]
            bearer = ann.post("/api/me/tokens", json={"name": "bot"}).json()["token"]
            as_program = {"Authorization": f"Bearer {bearer}"}
            told_of_cookie = {"Cookie": f"stormriver={token}"}
            path = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket"
            with connect(path, origin=Origin(address), additional_headers=told_of_cookie) as line:
                line.send('{"type":"hello"}')
                line.recv()
            with connect(path, additional_headers=as_program) as line:
                line.send('{"type":"hello"}')
                line.recv()
        process.send_signal(signal.SIGTERM)
        lines += process.stderr.readlines()
    told = [json.loads(line) for line in lines]
    assert {"route": "/api/watch/{secret}", "status": 200}.items() <= next(
        entry for entry in told if entry.get("route", "").startswith("/api/watch")
    ).items()
    assert any(entry.get("table") == made["table"] for entry in told)
    assert [line for line in lines if "127.0.0.1" in line.replace(f"127.0.0.1:{port}", "")] == []
    secret = made["watch_link"].rpartition("/")[2]
    assert not any(hidden in line for line in lines for hidden in (secret, token, bearer))


@pytest.mark.slow
def test_a_real_socket_is_cut_off_at_a_huge_message_and_closed_to_foreign_pages(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address), httpx2.Client(base_url=address, headers={"Origin": address}) as ann:
        table = ann.post("/api/tables", json=TWO).json()["table"]
        place = f"{address.replace('http', 'ws')}/api/tables/{table}/socket"
        cookie = {"Cookie": f"stormriver={ann.cookies['stormriver']}"}
        for origin in (None, Origin("http://evil.example")):
            with pytest.raises(InvalidStatus) as refused:
                connect(place, origin=origin, additional_headers=cookie)
            assert refused.value.response.status_code == 403
        with connect(place, origin=Origin(address), additional_headers=cookie) as line:
            line.send('{"type":"hello"}')
            assert json.loads(line.recv())["type"] in ("table", "update")
            line.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as end:
                while True:
                    line.recv()
            assert end.value.rcvd is not None and end.value.rcvd.code == 1009
        assert ann.get(f"/api/tables/{table}").json()["state"] == "playing"


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(StormriverError, match=f"^Port {port} of 127.0.0.1 cannot be listened at: .*in use.*\\.$"):
            listening("127.0.0.1", port)
        with listening("127.0.0.1", port, 0) as other:
            assert other.getsockname()[1] != port


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "A database is named by a URL such as sqlite:///stormriver.db"),
        ("nonsense://x", "there is no driver here."),
        ("sqlite:////proc/no/such/file.db", "The database sqlite:////proc/no/such/file.db cannot be opened:"),
        ("postgresql+psycopg://ann:secret@127.0.0.1:1/x", "postgresql+psycopg://ann:***@127.0.0.1:1/x"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(url: str, sentence: str) -> None:
    said = CliRunner().invoke(app, ["serve", "--port", "0", "--database", url])
    assert said.exit_code == 2
    assert sentence in said.stderr and said.stderr.strip().count("\n") == 0
    assert "secret" not in said.stderr and "Traceback" not in said.stderr
