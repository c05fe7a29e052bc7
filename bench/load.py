"""How fast a server is with many tables in play: `python bench/load.py --tables 200 --seconds 60`.

At each table four play, people through real sockets; everybody has a name of their own. Unless it is said otherwise,
half of the pages have their messages packed, as browsers do, and at a quarter of the tables two of the four are
computer players. Reported are answers a second, how long it took from an answer until the last person at the table
had the view that came of it, and how much memory a table takes; and how long it took before, until everybody had their
table open, when all of them came at once. The server runs the engine of this process, compiled if it is (`make
compiled`). With `--write` all loads are measured that are to be published, each at most once for a revision, so that it
can be broken off and goes on; docs/results/load.json and docs/performance/server.md have them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from remote import Remote, Server

from machine import ROOT, circumstances, say
from stormriver.builds import build
from support.postgres import Postgres
from tables import markdown, number, write_between

SEATS = 4
RESULT = ROOT / "docs" / "results" / "load.json"
PAGE = ROOT / "docs" / "performance" / "server.md"
START, END = "<!-- load:start -->", "<!-- load:end -->"


class Load(NamedTuple):
    """What is measured: so many tables, whose people think so many seconds before an answer, at so many processes.

    Without Postgres the database is an SQLite file.
    """

    says: str
    tables: int
    pause: float = 4.0
    processes: int = 1
    postgres: bool = False


PUBLISHED = (
    Load("62 answers/s are wanted within 100 ms", 280),
    Load("123 answers/s are wanted within 250 ms", 560, processes=2, postgres=True),
    Load("1,000 tables open", 1000, pause=30),
    Load("as many answers as can be: one process", 280, pause=1.0, postgres=True),
    Load("the same, two processes", 280, pause=1.0, processes=2, postgres=True),
    Load("the same, three processes", 280, pause=1.0, processes=3, postgres=True),
)
"""What `--write` measures, one after the other; the last three ask for more than one process can do."""


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
        """Open the table at all pages, and wait until it is there."""
        for page in self.pages:
            await page.hello()
            while not page.update:
                await page.hear()

    async def play(self, pause: float, end: float) -> None:
        """Play until the time is up; before each answer somebody thinks for about `pause` seconds."""
        tasks = [asyncio.create_task(self._listen(page, pause, end)) for page in self.pages]
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(page.close() for page in self.pages))

    async def _listen(self, page: Remote, pause: float, end: float) -> None:
        message = page.update  # with which the table was opened
        while time.monotonic() < end:
            if message["type"] == "update":
                self._hear(message["version"])
                if page.ask and not message["settled"]:  # which the table answers by itself
                    await asyncio.sleep(random.expovariate(1 / pause))
                    version = page.update["version"]
                    self._given[version + 1] = time.perf_counter()
                    await page.say(type="answer", version=version, key=page.choice())
            message = await page.hear()

    def _hear(self, version: int) -> None:
        self._heard[version] = self._heard.get(version, 0) + 1
        if self._heard[version] == self.people and version in self._given:
            self.delays.append(time.perf_counter() - self._given.pop(version))


@contextmanager
def servers_of(load: Load) -> Iterator[list[Server]]:
    """Start the servers that a load is for, all on one database."""
    quick: dict[str, Any] = {"forced_least": 0.15, "forced_most": 0.6, "thinkers": 1}
    with tempfile.TemporaryDirectory() as folder:
        database = Postgres() if load.postgres else None
        if database is not None:
            database.__enter__()
            quick["database"] = database.new_database("tables")
        servers = [Server(Path(folder), **quick) for _ in range(load.processes)]
        try:
            for server in servers:
                server.start()
            yield servers
        finally:
            for server in servers:
                server.kill()
            if database is not None:
                database.__exit__()


def rest_collector() -> None:
    """Let the collector of this process rest: all people share it here, and no pause of a server is one of theirs."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.disable()


async def measure(load: Load, seconds: float, mix: Mix) -> dict[str, Any]:
    """Return what was measured: the figures by their names, delays in milliseconds."""
    with servers_of(load) as servers:
        empty = sum(server.memory() for server in servers)
        parties = [Party(servers[number % len(servers)], number, mix) for number in range(load.tables)]
        began = time.monotonic()
        await asyncio.gather(*(party.arrive() for party in parties))
        arrived = time.monotonic() - began
        rest_collector()
        before = sum(server.processor() for server in servers)
        end = time.monotonic() + seconds
        await asyncio.gather(*(party.play(load.pause, end) for party in parties))
        spent = sum(server.processor() for server in servers) - before
        memory = sum(server.memory() for server in servers) - empty
    delays = sorted(delay for party in parties for delay in party.delays)
    return {
        **load._asdict(),
        "seconds": seconds,
        "answers_a_second": len(delays) / seconds,
        "median_ms": statistics.median(delays) * 1e3,
        "p99_ms": delays[int(len(delays) * 0.99)] * 1e3,
        "processor_ms_an_answer": spent / len(delays) * 1e3,
        "megabytes_a_table": memory / load.tables / 1e6,
        "opened_seconds": arrived,
    }


# --- what is kept ---------------------------------------------------------

TITLES = ["", "tables", "processes", "answers/s", "median, ms", "99th percentile, ms"]
TITLES += ["processor, ms an answer", "MB a table", "all opened at once, s"]


def table(found: dict[str, Any]) -> str:
    """Return the figures as a table of Markdown."""
    rows = [
        [one["says"], f"{one['tables']:,}", str(one["processes"]), number(one["answers_a_second"], 0)]
        + [number(one[name], 1) for name in ("median_ms", "p99_ms", "processor_ms_an_answer")]
        + [number(one["megabytes_a_table"], 2), number(one["opened_seconds"], 1)]
        for one in found["loads"]
    ]
    told = (
        f"Measured {found['date']} at revision {found['revision']} by `python bench/load.py --write`: {found['cpu']} "
        f"({found['cores']} cores, which players, servers and database share), the engine {found['build']}, "
        f"{found['loads'][0]['seconds']:g} s each."
    )
    return f"{markdown(TITLES, rows, 1)}\n\n{told}"


def write(seconds: float, mix: Mix) -> None:
    """Measure what has not been measured of this revision, keep it, and print it as a table."""
    found = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    here = {**circumstances(), "build": build()}
    same = all(str(found.get(name)).rstrip("+") == here[name].rstrip("+") for name in ("revision", "build"))
    kept = found["loads"] if same else []  # what is written below changes the sources, as far as git can tell
    for load in PUBLISHED[len(kept) :]:
        kept.append({name: rounded(one) for name, one in asyncio.run(measure(load, seconds, mix)).items()})
        say(f"{load.says}: {kept[-1]['answers_a_second']} answers/s, p99 {kept[-1]['p99_ms']} ms")
        RESULT.write_text(json.dumps({**here, "loads": kept}, indent=2) + "\n", encoding="utf-8")
    text = table(json.loads(RESULT.read_text(encoding="utf-8")))
    print(text)
    write_between(PAGE, START, END, text)


def rounded(value: Any) -> Any:
    """Return a figure with three digits behind the point."""
    return round(value, 3) if isinstance(value, float) else value


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=4.0, help="how long people think, on average, in seconds")
    parser.add_argument("--processes", type=int, default=1, help="how many servers; several need --postgres")
    parser.add_argument("--postgres", action="store_true", help="keep tables in a Postgres that is started for it")
    parser.add_argument("--computers", type=float, default=0.25, help="share of tables with two computer players")
    parser.add_argument("--deflate", type=float, default=0.5, help="share of pages whose messages are packed")
    parser.add_argument("--same-names", action="store_true", help="let people be called alike at all tables")
    parser.add_argument("--write", action="store_true", help="measure all loads to be published, and keep the result")
    given = parser.parse_args()
    if given.processes > 1 and not given.postgres:
        parser.error("several processes need --postgres")
    mix = Mix(given.computers, given.deflate, not given.same_names)
    if given.write:
        write(given.seconds, mix)
    else:
        load = Load("", given.tables, given.pause, given.processes, given.postgres)
        for name, one in asyncio.run(measure(load, given.seconds, mix)).items():
            print(f"{name}: {rounded(one)}")


if __name__ == "__main__":
    main()
