"""The sandbox as its server sees it: started when a table needs it, asked, ended, and replaced once it has ended.

It is a server of its own on the same database, which nobody but this one and its like reach. The tables that play with
strangers' packs are claimed there, and what comes for them is passed on to it; see `cluster.forwarding`.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from stormriver.server import journal, metrics
from stormriver.server.cluster import leases
from stormriver.server.cluster.leases import Elsewhere, LeaseLost, Sandboxed
from stormriver.server.cluster.member import Member
from stormriver.server.database import Database
from stormriver.server.errors import NotFound, Unavailable
from stormriver.server.journal import Kept
from stormriver.server.journal_writer import Batch
from stormriver.server.requests import TableLine
from stormriver.server.sandbox.notes import PLACES, Notes
from stormriver.server.settings import Settings
from stormriver.server.store import Store
from stormriver.server.workshop.drafts import VERSION

START_SECONDS = 60.0
"""How long it may take to start."""
END_SECONDS = 10.0
"""How long it may take to end before it is killed."""
MOST_DEATHS = 2
"""How often a table may end it; then it is halted."""
AWAY = "server.sandbox.away"

log = structlog.get_logger("stormriver.sandbox")


class Place(Struct):
    """What a sandbox says once it serves: its id among the servers of the database, and how it is reached."""

    id: str
    address: str
    secret: str


class Sandbox:
    """The process in which the tables of a server are that play with strangers' packs.

    Args:
        command: what starts it; the path of its notes is added.
        settings: those of the server.
        database: the database of both.
        member: the server.
    """

    def __init__(self, command: Sequence[str], settings: Settings, database: Database, member: Member) -> None:
        self._command = command
        self._settings = settings
        self._database = database
        self._member = member
        self._folder = tempfile.TemporaryDirectory(prefix="stormriver-")
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._place: Place | None = None
        self._listening: asyncio.Task[None] | None = None
        self._began = 0.0
        self._deaths: Counter[str] = Counter()
        self._closing = False
        member.notices.pipe = self._tell

    async def close(self) -> None:
        """End it."""
        self._closing = True
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), END_SECONDS)
            except TimeoutError:
                process.kill()
        if self._listening is not None:
            await asyncio.gather(self._listening, return_exceptions=True)
        self._folder.cleanup()

    async def demand_harmless(self, table: str) -> None:
        """Raise Sandboxed if a table plays with a stranger's pack.

        Raises:
            Unavailable: if it does, and there is no sandbox.
        """
        if not any(map(is_strangers, await self._database.ask(Store.packs_of, table))):
            return
        async with self._lock:
            found = await self._database.ask(leases.holder, table) or await self._reached()
        raise Sandboxed(found.server, found.address, found.secret)

    async def place(self) -> Sandboxed:
        """Return where it is, to be raised; Unavailable if it does not start."""
        async with self._lock:
            return await self._reached()

    async def _reached(self) -> Sandboxed:
        if self._place is None:
            await self._start()
        assert self._place is not None
        return Sandboxed(self._place.id, self._place.address, self._place.secret)

    async def _start(self) -> None:
        path, begun = Path(self._folder.name, "notes"), time.monotonic()
        notes = Notes(path)
        notes.clear()
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self._command,
            str(path),
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,  # Ctrl-C is told to the server, which ends it
        )
        try:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(msgspec.json.encode(self._settings) + b"\n")
            async with asyncio.timeout(START_SECONDS):
                self._place = msgspec.json.decode(await process.stdout.readline(), type=Place)
        except BaseException as error:
            with suppress(ProcessLookupError):
                process.kill()
            if not isinstance(error, TimeoutError | OSError | msgspec.MsgspecError):
                raise
            log.error("the sandbox does not start")
            raise Unavailable(AWAY) from None
        self._process, self._began = process, time.monotonic()
        metrics.sandbox_running.set(1)
        metrics.sandbox_starts.observe(self._began - begun)
        self._listening = asyncio.create_task(self._listen(process, process.stdout, self._place, notes))

    # what they tell each other

    def _tell(self, notice: bytes) -> None:
        if self._process is not None and self._process.stdin is not None and self._place is not None:
            self._process.stdin.write(notice + b"\n")

    async def _listen(
        self, process: asyncio.subprocess.Process, told: asyncio.StreamReader, place: Place, notes: Notes
    ) -> None:
        """Hear what it tells, until it has ended."""
        async for notice in told:
            self._member.notices.hear(notice)
        code = await process.wait()
        tables = {table for number in PLACES if (table := notes.read(number))}
        notes.close()
        metrics.sandbox_running.set(0)
        metrics.sandbox_lives.labels("table" if tables else "other").observe(time.monotonic() - self._began)
        async with self._lock:
            self._process = self._place = None
            if self._closing:
                return
            log.warning("the sandbox has ended", code=code, tables=sorted(tables))
            with suppress(Unavailable):  # else its tables are free once its lease has ended
                await self._database.ask(leases.leave, place.id)
            for table in tables:
                await self._blame(table)

    async def _blame(self, table: str) -> None:
        """Note that a table has ended the sandbox, and halt it if that was once too often."""
        self._deaths[table] += 1
        if self._deaths[table] < MOST_DEATHS:
            return
        try:
            await self._halt(table)
        except (Elsewhere, LeaseLost, NotFound, Unavailable) as error:
            log.warning("a table is not halted", table=table, reason=str(error))
        else:
            log.warning("a table is halted", table=table)
            metrics.sandbox_halted.inc()
            del self._deaths[table]

    async def _halt(self, table: str) -> None:
        """Write into the journal of a table, which nobody has now, that it is not carried out any more."""
        lease = await self._member.claim(table)
        stored = await self._database.table(table)
        number = stored.lines[-1].number + 1 if stored.lines else 0
        line = replace(msgspec.json.decode(stored.row.line, type=TableLine), state="stopped")
        batch = Batch(table, lease, [Kept(number, time.time(), journal.Halted())], {}, state="stopped")
        batch.line = msgspec.json.encode(line).decode()
        await self._database.keep(batch)
        await self._member.release(table, lease)


def is_strangers(pack: str) -> bool:
    """Tell whether a pack, as a table names it, is a version of a draft; those of the server are named by their id."""
    return VERSION.fullmatch(Path(pack).parent.name) is not None
