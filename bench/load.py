"""How fast a server is with many tables in play: `python bench/load.py --tables 200 --seconds 60`.

At each table four people play, each through a real socket. Reported are answers a second, how long it took from an
answer until the last of the four had the view that came of it, and how much memory a table takes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from remote import Remote, Server

SEATS = 4


class Party:
    """Four people at a table, and how long each answer took to reach all of them."""

    def __init__(self, server: Server) -> None:
        browsers = [server.browser() for _ in range(SEATS)]
        seats = [{"who": "me"}, *[{"who": "open"}] * (SEATS - 1)]
        made = browsers[0].post("/api/tables", json={"seats": seats, "name": "P0"}).raise_for_status().json()
        for browser, (number, link) in zip(browsers[1:], made["seat_links"].items(), strict=True):
            browser.post(f"/api{link}", json={"name": f"P{number}"}).raise_for_status()
        self.pages = [Remote(server, made["table"], browser.cookies) for browser in browsers]
        self.delays: list[float] = []
        self._given: dict[int, float] = {}
        self._heard: dict[int, int] = {}

    async def play(self, pause: float, end: float) -> None:
        """Play until the time is up; before each answer somebody thinks for about `pause` seconds."""
        for page in self.pages:
            await page.hello()
        tasks = [asyncio.create_task(self._listen(page, pause, end)) for page in self.pages]
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(page.close() for page in self.pages))

    async def _listen(self, page: Remote, pause: float, end: float) -> None:
        while time.monotonic() < end:
            message = await page.hear()
            if message["type"] == "update":
                self._hear(message["version"])
                if page.ask:
                    await asyncio.sleep(random.expovariate(1 / pause))
                    version = page.update["version"]
                    self._given[version + 1] = time.perf_counter()
                    await page.say(type="answer", version=version, key=page.choice())

    def _hear(self, version: int) -> None:
        self._heard[version] = self._heard.get(version, 0) + 1
        if self._heard[version] == SEATS and version in self._given:
            self.delays.append(time.perf_counter() - self._given.pop(version))


async def measure(tables: int, seconds: float, pause: float) -> str:
    """Return what was measured, in a few words."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), workers=1, forced_least=0.15, forced_most=0.6)
        server.start()
        try:
            empty = server.memory()
            parties = [Party(server) for _ in range(tables)]
            end = time.monotonic() + seconds
            await asyncio.gather(*(party.play(pause, end) for party in parties))
            memory = server.memory() - empty
        finally:
            server.kill()
    delays = sorted(delay for party in parties for delay in party.delays)
    return (
        f"{tables} tables of {SEATS}: {len(delays) / seconds:.0f} answers/s,"
        f" median {statistics.median(delays) * 1e3:.1f} ms, p99 {delays[int(len(delays) * 0.99)] * 1e3:.1f} ms,"
        f" {memory / tables / 1e6:.2f} MB a table"
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=4.0, help="how long people think, on average, in seconds")
    given = parser.parse_args()
    print(asyncio.run(measure(given.tables, given.seconds, given.pause)))


if __name__ == "__main__":
    main()
