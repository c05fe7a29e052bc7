"""All that a rude visitor can do at once, through a reverse proxy, while two people play on honestly.

    PYTHONPATH=tests python tests/server/attack.py --proxy nginx --seconds 30

The server has its usual limits. Who attacks comes from an address of their own, as the proxy tells the two apart.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import kill
from remote import AT_ONCE, Remote
from reverse_proxies import HOST, KINDS, ReverseProxy
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from stormriver.server.settings import Settings

ATTACKER = "127.0.0.2"
TWO = {"seats": [{"who": "me"}, {"who": "computer"}], "name": "Eve"}
BROKEN = (OSError, EOFError, httpx2.HTTPError, WebSocketException)
"""How an attack ends that is refused."""
THINKING_SECONDS = 0.05
PAUSE_SECONDS = 0.01
"""After each thing an attacker does: they share a machine with the server, and are not to win by that alone."""
LONG = 100_000
ANSWER_SECONDS = 30.0
JUNK: tuple[str | bytes, ...] = (
    *("", "null", "[" * 5000, "\ud7ff" * 2000, b"\xff\x00"),
    *('{"type":"hello"', '{"type":"nothing"}', '{"type":"answer","version":-1,"key":1}', '{"type":"ping","id":1}'),
    '{"type":"say","text":"' + "x" * 500 + '"}',
)


class Endured(NamedTuple):
    """What came of an attack.

    Attributes:
        delays: seconds from each honest answer to the view that came of it.
        refused: how often the server refused something, by why.
        grown: by how many bytes its memory grew.
    """

    delays: list[float]
    refused: dict[str, int]
    grown: int


class Attacker:
    """Somebody who has a table of their own, and means no good."""

    def __init__(self, proxy: ReverseProxy, rng: random.Random) -> None:
        self.proxy = proxy
        self.rng = rng
        transport = httpx2.AsyncHTTPTransport(verify=proxy.trusting, local_address=ATTACKER)
        self.client = httpx2.AsyncClient(
            transport=transport, base_url=proxy.address, headers={"Origin": proxy.address}, timeout=60
        )
        self.table = ""

    async def attack(self, seconds: float) -> None:
        """Do everything at once for a while."""
        made = await self.client.post("/api/tables", json=TWO)
        self.table = made.raise_for_status().json()["table"]
        with suppress(*BROKEN):
            await self.client.post("/api/tables", content=b" " * LONG)
        ways = (self.flood, self.guess, self.swamp, *[self.dribble] * 30, *[self.crowd] * 45, *[self.babble] * 5)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for way in ways:
                    group.create_task(self._again_and_again(way))
        await self.client.aclose()

    async def _again_and_again(self, way: Callable[[], Awaitable[object]]) -> None:
        while True:
            with suppress(*BROKEN):
                await way()
            await asyncio.sleep(PAUSE_SECONDS)

    async def flood(self) -> None:
        """Ask for something large."""
        await self.client.get("/api/catalogue")

    async def guess(self) -> None:
        """Try to log in."""
        await self.client.post("/api/login", json={"name": "Ann", "password": f"password {self.rng.random()}"})

    async def swamp(self) -> None:
        """Make tables."""
        await self.client.post("/api/tables", json=TWO)

    async def dribble(self) -> None:
        """Send a request slowly: its head, or its body, of which some have no end."""
        reader, writer = await asyncio.open_connection(
            HOST, self.proxy.port, ssl=self.proxy.trusting, server_hostname=HOST, local_addr=(ATTACKER, 0)
        )
        body = self.rng.choice(("X-Slow: ", "Content-Length: 60000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"))
        head = f"POST /api/tables HTTP/1.1\r\nHost: {HOST}:{self.proxy.port}\r\nOrigin: {self.proxy.address}\r\n"
        try:
            writer.write(f"{head}Content-Type: application/json\r\n{body}".encode())
            while not reader.at_eof() and not writer.is_closing():
                writer.write(b"1\r\n \r\n")
                await writer.drain()
                await asyncio.sleep(0.1)
        finally:
            writer.transport.abort()

    async def crowd(self) -> None:
        """Keep a socket open, and read nothing of what comes."""
        async with self._socket() as line:
            await line.send('{"type":"hello"}')
            await asyncio.sleep(5)

    async def babble(self) -> None:
        """Say what makes no sense, as fast as it goes."""
        async with self._socket() as line:
            while True:
                await line.send(self.rng.choice(JUNK))
                await asyncio.sleep(PAUSE_SECONDS / 10)

    def _socket(self) -> connect:
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address, origin = f"{self.proxy.address}/api/tables/{self.table}/socket", self.proxy.address
        headers = {"Cookie": cookie}
        more: dict[str, Any] = {"ssl": self.proxy.trusting, "local_addr": (ATTACKER, 0), "close_timeout": 1}
        return connect(address.replace("http", "ws", 1), origin=origin, additional_headers=headers, **more)  # type: ignore[arg-type]


async def play(proxy: ReverseProxy, seconds: float) -> list[float]:
    """Let two people play honestly for a while; returns how long each answer took.

    Raises:
        Lost: if an answer is refused or does not come back.
    """
    delays: list[float] = []
    pages = await asyncio.to_thread(_two, proxy)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for page in pages:
                group.create_task(_play(page, delays))
    return delays


def _two(proxy: ReverseProxy) -> list[Remote]:
    """Return the pages of two people at a table."""
    with proxy.browser() as ann, proxy.browser() as ben:
        seats = [{"who": "me"}, {"who": "open"}]
        made = ann.post("/api/tables", json={"seats": seats, "name": "Ann"}).raise_for_status().json()
        ben.post(f"/api{made['seat_links']['1']}", json={"name": "Ben"}).raise_for_status()
        return [Remote(proxy, made["table"], browser.cookies) for browser in (ann, ben)]


async def _play(page: Remote, delays: list[float]) -> None:
    await page.hello()
    while not (page.update and page.update["view"]["over"]):
        if page.ask is None or page.update["settled"]:
            await page.hear()
        else:
            await asyncio.sleep(THINKING_SECONDS)
            delays.append(await _answered(page, len(delays) + 1))


async def _answered(page: Remote, number: int) -> float:
    """Answer what is asked, and return after how many seconds that was seen."""
    begun = time.monotonic()
    await page.say(type="answer", version=page.update["version"], key=page.choice(), id=number)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            while page.update["id"] != number:
                message = await page.hear()
                if message["type"] == "refused":
                    raise kill.Lost(f"answer {number} of an honest player was refused: {message['error']}")
    except TimeoutError:
        raise kill.Lost(f"answer {number} of an honest player did not come back") from None
    return time.monotonic() - begun


def refusals(proxy: ReverseProxy) -> dict[str, int]:
    """Return what the server has refused so far, by why."""
    text = httpx2.get(f"{proxy.server.address}/metrics").text
    return {why: int(float(count)) for why, count in re.findall(r'stormriver_refused_total\{why="(\w+)"\} (\S+)', text)}


async def endure(proxy: ReverseProxy, seconds: float, seed: int = 1) -> Endured:
    """Attack for a while, and return what came of it."""
    before = proxy.server.memory()
    attacker = Attacker(proxy, random.Random(seed))
    delays, _ = await asyncio.gather(play(proxy, seconds), attacker.attack(seconds))
    return Endured(delays, refusals(proxy), proxy.server.memory() - before)


def guarded(kind: str, folder: Path) -> ReverseProxy:
    """Return a proxy before a server with the limits that it usually has."""
    fields = Settings.__struct_fields__
    limits = ("connections", "requests_at_once", "tables_a_person", *(name for name in fields if name[:5] == "rate_"))
    usual = {name: getattr(Settings(), name) for name in limits}
    return ReverseProxy(kind, folder, **AT_ONCE, **usual)


def main() -> None:
    """Attack as the command line says, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proxy", choices=KINDS, default="caddy")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        proxy = guarded(given.proxy, Path(folder))
        proxy.start()
        try:
            found = asyncio.run(endure(proxy, given.seconds))
        finally:
            proxy.end()
    slowest = sorted(found.delays)[int(len(found.delays) * 0.99)] * 1000
    print(f"{len(found.delays)} answers, all seen; 99th percentile {slowest:.0f} ms; {found.grown / 1e6:.0f} MB more")
    print("Refused: " + ", ".join(f"{why} {count}" for why, count in sorted(found.refused.items())))


if __name__ == "__main__":
    main()
