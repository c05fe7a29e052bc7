"""A server in a process of its own, and pages that play there through real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from ssl import SSLContext
from typing import Any, Protocol

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SERVER = """
import json, sys
from stormriver.cli.serve import listening, serve_at
from stormriver.server.logs import log_as_json
from stormriver.server.settings import settings_of
settings = settings_of(json.loads(sys.argv[1]), {})
log_as_json("error")
with listening(settings.host, settings.port) as listener:
    serve_at(settings, listener)
"""
AT_ONCE = {"forced_least": 0, "forced_most": 0, "computer_least": 0, "computer_most": 0}
RATES = ("requests", "changes", "tables", "logins", "messages", "chat", "reports")
FREELY = {f"rate_{what}": "1000000/second" for what in RATES}


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server on a folder, which can be killed and started again; `code` is what its process runs."""

    code = SERVER
    trusting: SSLContext | None = None

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        limits = {"connections": 100_000, "requests_at_once": 100_000, "tables_a_person": 100_000}
        database = f"sqlite:///{folder}/tables.db"
        self.settings = {"port": self.port, "database": database, **AT_ONCE, **FREELY, **limits, **settings}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **more: Any) -> None:
        """Start it, and wait until it answers; `more` is for the process."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.code, json.dumps(self.settings)], start_new_session=True, **more
        )
        self.until_it_answers()

    def until_it_answers(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(httpx2.HTTPError):
                if httpx2.get(f"{self.address}/healthz").status_code == 200:
                    return
            time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """Kill it and its processes at once, whatever they are doing."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def browser(self) -> httpx2.Client:
        """Return a browser with a cookie jar of its own."""
        return httpx2.Client(base_url=self.address, headers={"Origin": self.address}, timeout=60)

    def memory(self) -> int:
        """Return how many bytes the server's process holds."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) * 1024

    def processor(self) -> float:
        """Return how many seconds of processor time the server's process has taken."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Place(Protocol):
    """Where pages come to: a server, or what stands before it; `trusting` is what believes its certificate."""

    address: str

    @property
    def trusting(self) -> SSLContext | None: ...


class Remote:
    """A page with a real socket; it comes to `server` when it connects next."""

    def __init__(self, server: Place, table: str, cookies: httpx2.Cookies, deflate: bool = False) -> None:
        self.server = server
        self._table = table
        self._compression = "deflate" if deflate else None
        self._cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.socket: ClientConnection | None = None
        self.update: dict[str, Any] = {}
        self.info: dict[str, Any] = {}

    async def hello(self, **more: Any) -> None:
        """Connect and begin."""
        headers = {"Cookie": self._cookie}
        origin: Any = self.server.address
        address = f"{origin.replace('http', 'ws')}/api/tables/{self._table}/socket"
        self.socket = await connect(
            address,
            ssl=self.server.trusting,
            origin=origin,
            additional_headers=headers,
            max_size=None,
            open_timeout=60,  # as long as a browser waits, when thousands of pages come at once
            compression=self._compression,
        )
        await self.say(type="hello", **more)

    async def say(self, **message: Any) -> None:
        """Send a message."""
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """Return the next message."""
        assert self.socket is not None
        message: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
        if message["type"] == "update":
            self.update = message
        elif message["type"] == "table":
            self.info = message["info"]
        return message

    @property
    def ask(self) -> dict[str, Any] | None:
        """What this page is asked and may choose, None if nothing."""
        view: dict[str, Any] = self.update.get("view", {})
        ask: dict[str, Any] | None = view.get("ask")
        return ask if ask and ask["seat"] == view["seat"] and len(ask["options"]) > 1 else None

    def choice(self) -> str:
        """Return the first option that leaves things be, else the first."""
        assert self.ask is not None
        options = self.ask["options"]
        return str(next((option["key"] for option in options if option["idle"]), options[0]["key"]))

    async def answer(self, answers: int) -> None:
        """Answer so many questions."""
        while answers:
            await self.hear()
            if self.ask:
                await self.say(type="answer", version=self.update["version"], key=self.choice())
                answers -= 1

    async def closed(self) -> int:
        """Wait until the socket is closed, and return the code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as told:
            return told.rcvd.code if told.rcvd else 0

    async def close(self) -> None:
        """Go."""
        if self.socket is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.socket.close(), 2)
