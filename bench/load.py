"""How fast a server is with many tables in play: `python bench/load.py --tables 200 --seconds 60`.

At each table four play, people through real sockets; everybody has a name of their own. Unless it is said otherwise,
half of the pages have their messages packed, as browsers do, and at a quarter of the tables two of the four are
computer players. Reported are answers a second, how long it took from an answer until the last person at the table
had the view that came of it, and how much memory a table takes; and how long it took before, until everybody had their
table open, when all of them came at once.
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
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from remote import Remote, Server

SEATS = 4


class Mix(NamedTuple):
    """Who plays: the share of tables with two computer players, that of packed pages, and whether names differ."""

    computers: float
    deflate: float
    names: bool

    def people(self, table: int) -> int:
        """Return how many people play at a table."""
        return SEATS // 2 if chosen(table, self.computers) else SEATS

    def name(self, table: int, seat: int) -> str:
        """Return what somebody is called."""
        return f"P{table}-{seat}" if self.names else f"P{seat}"


def chosen(number: int, share: float) -> bool:
    """Tell whether the thing of a number is among a share of all, evenly spread."""
    return int((number + 1) * share) > int(number * share)


class Party:
    """People at a table, and how long each answer took to reach all of them."""

    def __init__(self, server: Server, number: int, mix: Mix) -> None:
        self.people = mix.people(number)
        browsers = [server.browser() for _ in range(self.people)]
        kinds = ["me"] + ["open"] * (self.people - 1) + ["computer"] * (SEATS - self.people)
        seats = [{"who": kind, "name": mix.name(number, seat)} for seat, kind in enumerate(kinds)]
        wanted = {"seats": seats, "name": mix.name(number, 0)}
        made = browsers[0].post("/api/tables", json=wanted).raise_for_status().json()
        for browser, (seat, link) in zip(browsers[1:], made["seat_links"].items(), strict=True):
            browser.post(f"/api{link}", json={"name": mix.name(number, int(seat))}).raise_for_status()
        self.pages = [
            Remote(server, made["table"], browser.cookies, chosen(number * SEATS + seat, mix.deflate))
            for seat, browser in enumerate(browsers)
        ]
        for browser in browsers:
            browser.close()
        self.delays: list[float] = []
        self._given: dict[int, float] = {}
        self._heard: dict[int, int] = {}

    async def arrive(self) -> None:
        """Open the table at all pages."""
        for page in self.pages:
            await page.hello()

    async def play(self, pause: float, end: float) -> None:
        """Play until the time is up; before each answer somebody thinks for about `pause` seconds."""
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
        if self._heard[version] == self.people and version in self._given:
            self.delays.append(time.perf_counter() - self._given.pop(version))


async def measure(tables: int, seconds: float, pause: float, mix: Mix) -> str:
    """Return what was measured, in a few words."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), workers=1, forced_least=0.15, forced_most=0.6)
        server.start()
        try:
            empty = server.memory()
            parties = [Party(server, number, mix) for number in range(tables)]
            began = time.monotonic()
            await asyncio.gather(*(party.arrive() for party in parties))
            arrived = time.monotonic() - began
            end = time.monotonic() + seconds
            await asyncio.gather(*(party.play(pause, end) for party in parties))
            memory = server.memory() - empty
        finally:
            server.kill()
    delays = sorted(delay for party in parties for delay in party.delays)
    return (
        f"{tables} tables of {SEATS}: {len(delays) / seconds:.0f} answers/s,"
        f" median {statistics.median(delays) * 1e3:.1f} ms, p99 {delays[int(len(delays) * 0.99)] * 1e3:.1f} ms,"
        f" {memory / tables / 1e6:.2f} MB a table; all of them opened at once: {arrived:.1f} s"
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=4.0, help="how long people think, on average, in seconds")
    parser.add_argument("--computers", type=float, default=0.25, help="share of tables with two computer players")
    parser.add_argument("--deflate", type=float, default=0.5, help="share of pages whose messages are packed")
    parser.add_argument("--same-names", action="store_true", help="let people be called alike at all tables")
    given = parser.parse_args()
    mix = Mix(given.computers, given.deflate, not given.same_names)
    print(asyncio.run(measure(given.tables, given.seconds, given.pause, mix)))


if __name__ == "__main__":
    main()
