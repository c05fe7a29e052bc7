"""The store: everything that outlives the server, in SQLite or Postgres.

Reading and the rare small writes are plain calls. What is done at tables goes through `keep`: one thread writes
whatever all tables have waiting in one transaction, so that many games share the cost of one commit.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import hashlib
import queue
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stormriver.server import journal
from stormriver.server.errors import BadRequest, NotFound
from stormriver.server.journal import Kept
from stormriver.server.models import JournalRow, OnlookerRow, PersonRow, SeatRow, SessionRow, TableRow

PersonId = int
SECRET_BYTES = 18
FINISHED = ("over", "stopped")


class Page(Struct):
    """What a table has to keep at once: lines of its journal and what has changed beside it; None: nothing has.

    Attributes:
        seated: the seats that were taken, by whom.
    """

    table: str
    lines: list[Kept]
    seated: dict[int, PersonId]
    state: str | None = None
    line: str | None = None
    header: str | None = None
    outcome: str | None = None


class Stored(Struct):
    """A table as it is kept: its row, the seats (by whom, the secret of the link) and its journal."""

    row: TableRow
    seats: dict[int, tuple[PersonId | None, str | None]]
    lines: list[Kept]


class KeptLine(NamedTuple):
    """A table's line in lists: the `TableLine` as JSON, and when the table was last changed."""

    line: str
    updated: float


class Person(Struct):
    """Who somebody is."""

    id: PersonId
    name: str
    account: str
    password: str = ""


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def engine_for(url: str) -> Engine:
    """Return the engine for a database; SQLite is set up so that what is committed outlives a power failure."""
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")  # WAL with NORMAL could lose the last commits with the power
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

    return engine


class Store:
    """The database behind a server."""

    def __init__(self, url: str) -> None:
        """Open a database and bring it up to date.

        Args:
            url: e.g. `sqlite:///stormriver.db` or `postgresql+psycopg://user@host/name`.
        """
        found = make_url(url)
        if found.get_backend_name() == "sqlite" and found.database:
            Path(found.database).resolve().parent.mkdir(parents=True, exist_ok=True)
        self.engine = engine_for(url)
        migrate(self.engine)
        self._scribe = _Scribe(self.engine)

    def close(self) -> None:
        """Write what is still waiting, and close."""
        self._scribe.close()
        self.engine.dispose()

    # people

    def new_person(self, name: str = "") -> tuple[PersonId, str]:
        """Return a new person and the token for the cookie, which is kept nowhere."""
        with Session(self.engine) as session, session.begin():
            row = PersonRow(name=name, created=time.time())
            session.add(row)
            session.flush()
            person = row.id
        return person, self.new_session(person)

    def new_session(self, person: PersonId) -> str:
        """Return a token by which another browser is known as this person."""
        token = secrets.token_urlsafe(32)
        with Session(self.engine) as session, session.begin():
            session.add(SessionRow(token_hash=hashed(token), person=person, created=time.time()))
        return token

    def end_session(self, token: str) -> None:
        """Forget a token."""
        with Session(self.engine) as session, session.begin():
            session.execute(delete(SessionRow).where(SessionRow.token_hash == hashed(token)))

    def person_of(self, token: str) -> PersonId | None:
        """Return whose token it is."""
        with Session(self.engine) as session:
            return session.scalar(select(SessionRow.person).where(SessionRow.token_hash == hashed(token)))

    def person(self, person: PersonId) -> Person:
        """Return what is known of a person; NotFound if there is none of that number."""
        with Session(self.engine) as session:
            row = session.get(PersonRow, person)
            if row is None:
                raise NotFound("Nobody is known by that number.")
            return Person(row.id, row.name, row.account or "", row.password or "")

    def rename(self, person: PersonId, name: str) -> None:
        """Note the name that a person last went by."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(PersonRow).where(PersonRow.id == person).values(name=name))

    def account(self, name: str) -> Person | None:
        """Return the person with an account of that name, however it is capitalised."""
        with Session(self.engine) as session:
            row = session.scalar(select(PersonRow).where(func.lower(PersonRow.account) == name.lower()))
            return None if row is None else Person(row.id, row.name, row.account or "", row.password or "")

    def make_account(self, person: PersonId, name: str, password: str) -> None:
        """Give a person an account; `password` is its hash. BadRequest if there is one of that name."""
        if self.account(name) is not None:
            raise BadRequest(f"There is an account {name!r} already.", "name")
        try:
            with Session(self.engine) as session, session.begin():
                values = {"account": name, "password": password, "name": name}
                session.execute(update(PersonRow).where(PersonRow.id == person).values(**values))
        except IntegrityError:
            raise BadRequest(f"There is an account {name!r} already.", "name") from None

    def merge(self, old: PersonId, new: PersonId) -> None:
        """Give everything of one person to another; `Hall.merge` tells the tables in play as well."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(SeatRow).where(SeatRow.person == old).values(person=new))
            session.execute(update(TableRow).where(TableRow.maker == old).values(maker=new))
            seen = select(OnlookerRow.table).where(OnlookerRow.person == new)
            session.execute(delete(OnlookerRow).where(OnlookerRow.person == old, OnlookerRow.table.in_(seen)))
            session.execute(update(OnlookerRow).where(OnlookerRow.person == old).values(person=new))

    # tables

    def add_table(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Keep a new table."""
        with Session(self.engine) as session, session.begin():
            session.add(row)
            session.flush()
            session.add_all(seats)

    def table(self, table: str) -> Stored:
        """Return a table with its whole journal; NotFound if there is none of that id."""
        with Session(self.engine, expire_on_commit=False) as session:
            row = session.get(TableRow, table)
            if row is None:
                raise NotFound("There is no such table.")
            seats = session.scalars(select(SeatRow).where(SeatRow.table == table).order_by(SeatRow.number))
            found = {seat.number: (seat.person, seat.secret) for seat in seats}
            return Stored(row, found, _lines(session, table))

    def state_of(self, table: str) -> str:
        """Return the state in which a table was last kept."""
        with Session(self.engine) as session:
            return session.scalar(select(TableRow.state).where(TableRow.id == table)) or ""

    def in_play(self, person: PersonId) -> int:
        """Return how many tables that are not finished a person has made."""
        with Session(self.engine) as session:
            mine = select(func.count()).where(TableRow.maker == person, TableRow.state.not_in(FINISHED))
            return session.scalar(mine) or 0

    def seat_of(self, secret: str) -> tuple[str, int] | None:
        """Return the table and seat that a link leads to."""
        with Session(self.engine) as session:
            row = session.execute(select(SeatRow.table, SeatRow.number).where(SeatRow.secret == secret)).first()
            return None if row is None else (row[0], row[1])

    def watched_by(self, secret: str) -> str | None:
        """Return the table that a link for onlookers leads to."""
        with Session(self.engine) as session:
            return session.scalar(select(TableRow.id).where(TableRow.watch_secret == secret))

    def let_watch(self, table: str, person: PersonId) -> None:
        """Let a person look on at a table."""
        with Session(self.engine) as session, session.begin():
            if session.get(OnlookerRow, (table, person)) is None:
                session.add(OnlookerRow(table=table, person=person))

    def watches(self, table: str, person: PersonId) -> bool:
        """Tell whether a person has come by the link for onlookers."""
        with Session(self.engine) as session:
            return session.get(OnlookerRow, (table, person)) is not None

    def lines_of(self, person: PersonId, most: int = 200) -> list[tuple[KeptLine, list[int]]]:
        """Return the tables that a person sits or looks on at, the last one first: the line, and the own seats."""
        mine = select(SeatRow.table).where(SeatRow.person == person)
        seen = select(OnlookerRow.table).where(OnlookerRow.person == person)
        with Session(self.engine) as session:
            rows = session.execute(
                select(TableRow.id, TableRow.line, TableRow.updated)
                .where(TableRow.id.in_(mine.union(seen)) | (TableRow.maker == person))
                .order_by(TableRow.updated.desc())
                .limit(most)
            ).all()
            seats: dict[str, list[int]] = {}
            for table, number in session.execute(select(SeatRow.table, SeatRow.number).where(SeatRow.person == person)):
                seats.setdefault(table, []).append(number)
        return [(KeptLine(line, updated), seats.get(table, [])) for table, line, updated in rows]

    def public_lines(self, most: int = 100) -> list[tuple[KeptLine, str]]:
        """Return the line and the onlookers' secret of the tables in the public list that are not over."""
        with Session(self.engine) as session:
            rows = session.execute(
                select(TableRow.line, TableRow.updated, TableRow.watch_secret)
                .where(TableRow.listed, TableRow.state.not_in(FINISHED))
                .order_by(TableRow.updated.desc())
                .limit(most)
            ).all()
        return [(KeptLine(line, updated), secret) for line, updated, secret in rows]

    def outcomes(self, person: PersonId) -> list[tuple[str, list[int]]]:
        """Return the outcome of each finished game of a person, and the seats that were theirs."""
        with Session(self.engine) as session:
            rows = session.execute(
                select(TableRow.id, TableRow.outcome, SeatRow.number)
                .join(SeatRow, SeatRow.table == TableRow.id)
                .where(SeatRow.person == person, TableRow.outcome != "")
                .order_by(TableRow.updated)
            ).all()
        found: dict[str, tuple[str, list[int]]] = {}
        for table, outcome, number in rows:
            found.setdefault(table, (outcome, []))[1].append(number)
        return list(found.values())

    async def keep(self, page: Page) -> None:
        """Keep what was done at a table; what `await` returns from is committed.

        Raises:
            Exception: whatever kept the database from it; nothing of the page is kept then.
        """
        await asyncio.wrap_future(self._scribe.write(page))


def _lines(session: Session, table: str) -> list[Kept]:
    rows = session.execute(
        select(JournalRow.number, JournalRow.at, JournalRow.entry)
        .where(JournalRow.table == table)
        .order_by(JournalRow.number)
    )
    return [Kept(number, at, journal.read(entry)) for number, at, entry in rows]


def migrate(engine: Engine) -> None:
    """Bring a database up to the tables of today."""
    config = Config()
    config.set_main_option("script_location", "stormriver.server:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


_Order = tuple[Page, "concurrent.futures.Future[None]"]


class _Scribe:
    """The one thread that writes journals; whatever waits is committed together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    def write(self, page: Page) -> concurrent.futures.Future[None]:
        """Put a page in the queue, and return what tells that it is committed."""
        done: concurrent.futures.Future[None] = concurrent.futures.Future()
        done.set_running_or_notify_cancel()  # whoever waits for it may go away, but what waits is written
        self._waiting.put((page, done))
        return done

    def close(self) -> None:
        """Write what waits and end the thread."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            orders, ended = self._gathered()
            if orders and not self._written(orders):
                for order in orders:  # one of them is to blame: the others are not to suffer for it
                    self._written([order], last=True)
            if ended:
                return

    def _gathered(self) -> tuple[list[_Order], bool]:
        """Wait for an order and return all that are there, and whether the end has come."""
        orders: list[_Order] = []
        order = self._waiting.get()
        while order is not None:
            orders.append(order)
            if self._waiting.empty():
                return orders, False
            order = self._waiting.get()
        return orders, True

    def _written(self, orders: list[_Order], last: bool = False) -> bool:
        """Commit some pages and tell so; if it fails, tell it only when it was the `last` try."""
        try:
            with self._engine.begin() as connection:
                for page, _ in orders:
                    _write(connection, page)
        except Exception as error:
            if last:
                for _, done in orders:
                    done.set_exception(error)
            return False
        for _, done in orders:
            done.set_result(None)
        return True


def _write(connection: Connection, page: Page) -> None:
    if page.lines:
        rows = [
            {
                "table": page.table,
                "number": kept.number,
                "at": kept.at,
                "kind": kept.entry.__struct_config__.tag,
                "entry": journal.written(kept.entry),
            }
            for kept in page.lines
        ]
        connection.execute(insert(JournalRow), rows)
    for number, person in page.seated.items():
        seat = (SeatRow.table == page.table) & (SeatRow.number == number)
        connection.execute(update(SeatRow).where(seat).values(person=person))
    changed = {
        name: value for name in ("state", "line", "header", "outcome") if (value := getattr(page, name)) is not None
    }
    if changed:
        changed["updated"] = page.lines[-1].at if page.lines else time.time()
        connection.execute(update(TableRow).where(TableRow.id == page.table).values(**changed))
