"""Servers on one Postgres under play, of which any is killed, frozen or restarted, and Postgres too: `make faults`.

People play at a few tables, each through whichever server they come to, without a pause, also while what was hurt comes
back. After each fault nothing that anybody was shown may be lost, and every table must go on at a server that is left:
it does once somebody has decided something there since, of people and computer players.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import kill
from kill import Lost
from lasting_player import LastingPlayer, playing
from remote import Server

from stormriver.server.cluster.leases import LEASE_SECONDS
from stormriver.server.store import Store
from support import proofs
from support.layers import PACKAGE
from support.postgres import Postgres
from support.proofs import Found, Proof

WANTED = 30
FAULTS = 10
"""How many faults a try has."""
TABLES = 3
KINDS = ("killed", "killed", "killed", "frozen", "restarted", "Postgres killed")
LONGEST = 5.0
"""How many seconds no table may stand still."""
PATIENCE = 60.0
"""After how many seconds one that does is no longer waited for."""


class Company:
    """Servers on one Postgres, and the people who play there.

    Attributes:
        left: the servers that people can come to.
    """

    def __init__(self, folder: Path, servers: int, database: Postgres, rng: random.Random) -> None:
        self.url = database.new_database("tables")
        self.servers = [Server(folder, database=self.url, thinkers=0) for _ in range(servers)]
        self.left = list(self.servers)
        self.database = database
        self.rng = rng
        self.players: list[LastingPlayer] = []

    async def start(self) -> None:
        """Start all servers, and let people sit down."""
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in self.servers))
        self.players = [LastingPlayer(self._a_server) for _ in range(TABLES)]

    def kill(self) -> None:
        """Kill all servers."""
        for server in self.servers:
            server.kill()

    def _a_server(self) -> Server:
        return self.rng.choice(self.left)

    async def suffer(self, kind: str) -> float:
        """Suffer a fault while people play; returns after how many seconds the last table went on.

        Raises:
            Lost: if what was shown is lost, or a table does not go on.
        """
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        hurt = self.rng.choice(self.servers)
        self.left = [server for server in self.servers if server is not hurt or kind == "Postgres killed"]
        begun = asyncio.get_running_loop().time()
        await self._hurt(hurt, kind)
        going_on = [asyncio.ensure_future(player.goes_on()) for player in self.players]
        await asyncio.gather(*(player.look() for player in self.players))
        try:
            async with asyncio.timeout(PATIENCE):
                stalled = max(await asyncio.gather(*going_on)) - begun
        except TimeoutError:
            raise Lost(f"{kind}: a table is stuck") from None
        await asyncio.to_thread(self._demand_kept, kind)
        await self._mend(hurt, kind)
        self.left = list(self.servers)
        return stalled

    def _demand_kept(self, kind: str) -> None:
        store = Store(self.url)
        try:
            for player in self.players:
                for table, update in player.last_shown():
                    kill.demand_kept(store, table, update, kind)
        finally:
            store.close()

    async def _hurt(self, server: Server, kind: str) -> None:
        assert server.process is not None
        if kind == "killed":
            server.kill()
        elif kind == "restarted":
            server.process.terminate()
        elif kind == "frozen":
            os.killpg(server.process.pid, signal.SIGSTOP)
            for player in self.players:
                if player.page.server is server:  # whose proxy looks whether servers are alive
                    player.come_again()
        else:
            await asyncio.to_thread(self.database.kill)
            await asyncio.to_thread(self.database.start)

    async def _mend(self, server: Server, kind: str) -> None:
        assert server.process is not None
        if kind == "frozen":
            os.killpg(server.process.pid, signal.SIGCONT)
            await asyncio.sleep(LEASE_SECONDS / 3)
        elif kind != "Postgres killed":
            await asyncio.to_thread(server.process.wait)
            await asyncio.to_thread(server.start)


async def suffer(servers: int, kinds: Sequence[str], seed: int, longest: float = LONGEST) -> Found:
    """Suffer faults one after the other, and return what they were and how long tables stood still.

    Args:
        servers: how many there are.
        kinds: the kind of each fault.
        seed: settles when, and whom it hits.
        longest: how many seconds a table may stand still.

    Raises:
        Lost: if what was shown is lost, or a table stands still for longer.
    """
    found = Found({f"faults of {servers} servers": len(kinds)})
    with tempfile.TemporaryDirectory() as folder, Postgres() as database:
        company = Company(Path(folder), servers, database, random.Random(seed))
        try:
            await company.start()
            async with playing(*company.players):
                for kind in kinds:
                    stalled = await company.suffer(kind)
                    found.measured.setdefault(kind, []).append(round(1000 * stalled))
                    if stalled > longest:
                        raise Lost(f"{kind}, of {servers} servers: a table stood still for {stalled:.1f} s")
        finally:
            company.kill()
    found.sums["answers"] = sum(player.given for player in company.players)
    return found


def attempt(number: int) -> Found:
    """Suffer the faults of one try, two servers or three in turn."""
    kinds = random.Random(number).choices(KINDS, k=FAULTS)
    return proofs.guarded(lambda: asyncio.run(suffer(2 + number % 2, kinds, number)), f"try {number}")


def sources() -> Iterable[Path]:
    """Return the engine and the server."""
    here = Path(__file__).parent
    server = sorted((PACKAGE / "server").rglob("*.py"))
    names = ("faults.py", "kill.py", "lasting_player.py", "remote.py")
    return [*proofs.engine_sources(), *server, *(here / name for name in names)]


FAULT_PROOF = Proof("faults", "tries of ten faults", WANTED, attempt, sources)

if __name__ == "__main__":
    sys.exit(proofs.main(FAULT_PROOF))
