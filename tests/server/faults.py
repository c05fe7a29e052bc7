"""Three servers on one Postgres under play, of which any is killed or frozen, and Postgres too: `make faults`.

People play at a few tables, each through whichever server they come to. After each fault nothing that anybody was shown
may be lost, and every table must go on at a server that is left.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import kill
from remote import Remote, Server

from stormriver.server.cluster.leases import LEASE_SECONDS
from support import proofs
from support.layers import PACKAGE
from support.postgres import Postgres
from support.proofs import Found, Proof

WANTED = 30
FAULTS = 10
"""How many faults a try has."""
SERVERS = 3
TABLES = 3
KINDS = ("killed", "killed", "killed", "frozen", "Postgres killed")


class Company:
    """Servers on one Postgres, and the people who play there."""

    def __init__(self, folder: Path, database: Postgres, rng: random.Random) -> None:
        url = database.new_database("tables")
        self.servers = [Server(folder, database=url, thinkers=0) for _ in range(SERVERS)]
        self.database = database
        self.rng = rng
        self.pages: list[tuple[Remote, str]] = []

    def start(self) -> None:
        """Start all servers, and make the tables."""
        for server in self.servers:
            server.start()
        self.pages = [kill.page_of(self.rng.choice(self.servers)) for _ in range(TABLES)]

    def kill(self) -> None:
        """Kill all servers."""
        for server in self.servers:
            server.kill()

    async def suffer(self, kind: str, number: int) -> tuple[int, float]:
        """Play, suffer a fault, and go on; returns how many answers were given, and the seconds until all went on."""
        hurt = self.rng.choice(self.servers)
        for page, _ in self.pages:
            page.server = self.rng.choice(self.servers)
        playing = [asyncio.create_task(kill.play(page)) for page, _ in self.pages]
        await asyncio.sleep(self.rng.uniform(0.3, 1.5))
        begun = time.monotonic()
        await self._hurt(hurt, kind)
        for page, _ in self.pages:
            await page.close()
        given = sum(await asyncio.gather(*playing))
        left = [server for server in self.servers if server is not hurt or kind == "Postgres killed"]
        for page, table in self.pages:
            kill.demand_kept(hurt, page, table, number)
        for page, table in self.pages:
            page.server = self.rng.choice(left)
            await kill.demand_going_on(page, table, page.update.get("version", 0), number)
        lasted = time.monotonic() - begun
        await self._mend(hurt, kind)
        over = [place for place, (page, _) in enumerate(self.pages) if page.update["view"]["over"]]
        for place in over:
            self.pages[place] = kill.page_of(self.rng.choice(self.servers))
        return given, lasted

    async def _hurt(self, server: Server, kind: str) -> None:
        assert server.process is not None
        if kind == "killed":
            server.kill()
        elif kind == "frozen":
            os.killpg(server.process.pid, signal.SIGSTOP)
        else:
            await asyncio.to_thread(self.database.kill)
            await asyncio.to_thread(self.database.start)

    async def _mend(self, server: Server, kind: str) -> None:
        assert server.process is not None
        if kind == "killed":
            await asyncio.to_thread(server.start)
        elif kind == "frozen":
            os.killpg(server.process.pid, signal.SIGCONT)
            await asyncio.sleep(LEASE_SECONDS / 3)


async def suffer(number: int, faults: int = FAULTS) -> dict[str, int]:
    """Suffer some faults, and return what they were; Lost if an answer was lost or a table stuck."""
    rng = random.Random(number)
    sums = {"answers": 0, "milliseconds until all tables went on": 0, "faults": faults}
    with tempfile.TemporaryDirectory() as folder, Postgres() as database:
        company = Company(Path(folder), database, rng)
        try:
            await asyncio.to_thread(company.start)
            for _ in range(faults):
                kind = rng.choice(KINDS)
                given, lasted = await company.suffer(kind, number)
                sums["answers"] += given
                sums["milliseconds until all tables went on"] += round(1000 * lasted)
                sums[kind] = sums.get(kind, 0) + 1
        finally:
            company.kill()
    return sums


def attempt(number: int) -> Found:
    """Suffer the faults of one try."""
    return proofs.guarded(lambda: asyncio.run(suffer(number)), f"try {number}")


def sources() -> Iterable[Path]:
    """Return the engine and the server."""
    here = Path(__file__).parent
    server = sorted((PACKAGE / "server").rglob("*.py"))
    return [*proofs.engine_sources(), *server, *(here / name for name in ("faults.py", "kill.py", "remote.py"))]


PROOF = Proof("faults", "tries of ten faults", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(PROOF))
