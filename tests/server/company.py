"""Tables for tests: a lobby on a database of its own, time that stands still, and people who play without a socket."""

from __future__ import annotations

import asyncio
import functools
import itertools
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from stormriver.kernel.dice import SPLITMIX64
from stormriver.server.autoplay import automatic_answer
from stormriver.server.bot_pool import BotPool
from stormriver.server.database import Database
from stormriver.server.live_table import LiveTable
from stormriver.server.lobby import Lobby
from stormriver.server.messages import Answer, Attend, FromPage, Hello, Refused, Table, ToPage, Update
from stormriver.server.requests import SeatWanted, TableWanted
from stormriver.server.session import TableSession
from stormriver.server.store import Store
from stormriver.server.table_policy import TablePolicy
from stormriver.server.table_rows import session_of
from stormriver.session.attention import ALL
from support.postgres import needs_postgres

Message = TypeVar("Message", bound=ToPage)
AT_ONCE = TablePolicy(forced_delay=(0, 0), computer_delay=(0, 0), thinkers=0, unwatched_share=1000, idle_seconds=1)
SEED = 11
"""The seed of the first table for which nobody chooses one, so that the same games come again."""
DATABASES = ["sqlite", pytest.param("postgres", marks=needs_postgres)]
"""The kinds of databases, as parameters of tests."""
SECONDS = 60.0
"""After so long of nothing a test gives up."""


class Time:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


class House:
    """A test server without a network: a database, and the lobby that is open on it."""

    def __init__(self, folder: Path, policy: TablePolicy, bots: BotPool | None = None, dice: str = SPLITMIX64) -> None:
        self.url = f"sqlite:///{folder}/tables.db"
        self.policy = policy
        self.time = Time()
        self._bots = bots
        self.dice = dice
        self.seeds = itertools.count(SEED)
        self.open()

    def open(self) -> None:
        """Open a lobby on the database, as after a restart."""
        self.store = Store(self.url)
        self.database = Database(self.store)
        self.lobby = Lobby(self.database, self.policy, self.time, self._bots, self.seeds.__next__, self.dice)

    async def close(self) -> None:
        """Close the lobby and the database."""
        await self.lobby.close()
        self.database.close()

    def person(self, name: str = "") -> int:
        """Return the id of a new person."""
        return self.store.new_person(name)[0]

    async def table(self, *seats: str, person: int | None = None, **wanted: Any) -> tuple[LiveTable, int]:
        """Return a new table and who made it; a seat is `me`, `open`, `computer`, or one of them with `:name`."""
        maker = self.person() if person is None else person
        made = await self.lobby.make(TableWanted(seats=[_seat(text) for text in seats], **wanted), maker)
        return await self.lobby.table(made.table), maker

    async def two(self, *more: str, **wanted: Any) -> tuple[LiveTable, Page, Page]:
        """Return a table of Ann and Ben, who are both there, with further seats."""
        table, ann = await self.table("me:Ann", "open", *more, **wanted)
        ben = self.person()
        await self.lobby.join(table.session.seating[1].secret or "", "Ben", ben)
        return table, await Page(table, ann).hello(), await Page(table, ben).hello()

    def skip_games(self, number: int) -> None:
        """Let the next table play another of the games that come one after the other."""
        for _ in range(number):
            next(self.seeds)

    def kept(self, table: str) -> TableSession:
        """Return the session of a table, restored from its journal alone."""
        return session_of(self.store.table(table))


def _seat(text: str) -> SeatWanted:
    who, _, name = text.partition(":")
    return SeatWanted(who, name)  # type: ignore[arg-type]


class Page:
    """A person at a table, with a connection but no socket."""

    def __init__(self, table: LiveTable, person: int) -> None:
        self.table = table
        self.person = person
        self.received: list[ToPage] = []
        self.connection = table.connect(person, self.received.append)

    async def hello(self, since: int = -1, version: int = -1) -> Page:
        """Send a `hello`, as a page that begins or comes back."""
        await self.send(Hello(since, version))
        return self

    async def send(self, message: FromPage) -> list[ToPage]:
        """Send a message, and return what came since."""
        before = len(self.received)
        await self.table.receive(self.connection, message)
        return self.received[before:]

    async def refused(self, message: FromPage) -> str:
        """Send a message that must be refused, with nothing changed; return why."""
        before = facts(self.table.session)
        answers = [answer for answer in await self.send(message) if isinstance(answer, Refused)]
        assert answers, f"{message} was not refused"
        same(facts(self.table.session), before)
        return answers[-1].error

    def last(self, kind: type[Message]) -> Message:
        """Return the last message of a kind."""
        return next(message for message in reversed(self.received) if isinstance(message, kind))

    @property
    def update(self) -> Update:
        """The last update."""
        return self.last(Update)

    @property
    def info(self) -> Any:
        """The last message on the table beside its game."""
        return self.last(Table).info

    @property
    def asked(self) -> bool:
        """Whether this page is asked, by its last update, and the table does not answer by itself."""
        update = self.update
        current = update.version == self.table.session.version and automatic_answer(self.table.session) is None
        return current and update.view.ask is not None and update.view.ask.seat == update.view.seat >= 0

    async def answer(self, key: str | None = None) -> str:
        """Answer what is asked, by default with the first option that does nothing, else the first of all."""
        await until(lambda: self.asked)
        update = self.update
        assert update.view.ask is not None
        options = update.view.ask.options
        chosen = key or next((option.key for option in options if option.idle), options[0].key)
        await self.send(Answer(update.version, chosen))
        return chosen


async def ask_everything(*pages: Page) -> None:
    """Let people be asked whenever they could do something, not only where it concerns them."""
    for page in pages:
        await page.send(Attend(ALL, "always"))


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SECONDS):
        while not holds():
            await asyncio.sleep(0.001)


async def rest(table: LiveTable) -> None:
    """Wait until the table has no automatic answer left, and all of them are committed."""
    await until(lambda: automatic_answer(table.session) is None)
    async with table.lock:
        assert automatic_answer(table.session) is None


async def play(table: LiveTable, *pages: Page, answers: int) -> None:
    """Let people answer until the game has seen so many changes, or is over."""
    while table.session.version < answers and not table.session.over:
        await until(lambda: table.session.over or any(page.asked for page in pages))
        for page in pages:
            if page.asked:
                await page.answer()
                break


def facts(session: TableSession) -> dict[str, Any]:
    """Return all that a session consists of, as plain data."""
    game = session.game
    return {
        "game": None if game is None else game.save(),
        "version": session.version,
        "lines": session.lines,
        "decisions": list(session.decisions),
        "cuts": list(session.cuts),
        "orders": [orders.values() for orders in session.orders],
        "obeyed": [list(words) for words in session.obeyed],
        "forward": dict(session.forward),
        "read": list(session.read),
        "said": list(session.said),
        "questions": list(session.questions),
        "asked_at": session.asked_at,
        "paused_at": session.paused_at,
        "goes_on": session.goes_on,
        "state": session.state,
        "seats": [msgspec.to_builtins(seat) for seat in session.seating.seats],
        "draw": msgspec.to_builtins(session.draw),
        "proposal": msgspec.to_builtins(session.seating.proposal),
    }


def same(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Demand that the facts of two sessions are equal; what differs is named, not spelt out, as it is long."""
    different = [name for name, value in wanted.items() if found[name] != value]
    if different:
        short = {name: (found[name], wanted[name]) for name in different if len(str(wanted[name])) < 500}
        raise AssertionError(f"the tables differ in {', '.join(different)}: {short}")


@asynccontextmanager
async def house(
    policy: TablePolicy = AT_ONCE, bots: BotPool | None = None, dice: str = SPLITMIX64
) -> AsyncIterator[House]:
    """Open a house for a while."""
    with tempfile.TemporaryDirectory() as folder:
        opened = House(Path(folder), policy, bots, dice)
        try:
            yield opened
        finally:
            await opened.close()


@asynccontextmanager
async def house_on(kind: str, request: pytest.FixtureRequest, name: str) -> AsyncIterator[House]:
    """Open a house on a database of a kind, one of `DATABASES`."""
    async with house() as opened:
        if kind == "postgres":
            await opened.close()
            opened.url = request.getfixturevalue("postgres").new_database(name)
            opened.open()
        yield opened


def in_each_house(test: Callable[[House], Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a house of its own on each kind of database."""

    async def run(kind: str, request: pytest.FixtureRequest, name: str) -> None:
        async with house_on(kind, request, name) as opened:
            await test(opened)

    def plain(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
        asyncio.run(run(kind, request, tmp_path.name))

    plain.__name__, plain.__doc__, plain.__module__ = test.__name__, test.__doc__, test.__module__
    return pytest.mark.parametrize("kind", DATABASES)(plain)


def in_a_house(test: Callable[[House], Awaitable[None]]) -> Callable[[], None]:
    """Run a test in a house of its own."""

    async def run() -> None:
        async with house() as opened:
            await test(opened)

    @functools.wraps(test)
    def plain() -> None:
        asyncio.run(run())

    del plain.__wrapped__  # pytest is to see no parameter
    return plain
