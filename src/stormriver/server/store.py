"""The store: everything that outlives the server, in SQLite or Postgres.

Reading and the rare small writes are plain calls, which wait for the database; the event loop has them made in threads,
see `database.py`. What is done at tables is written by `journal_writer.py`.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from alembic.script import Script, ScriptDirectory
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from stormriver.language.message import MessageError
from stormriver.server.account_names import account_key
from stormriver.server.archives import lines_of
from stormriver.server.database_lock import DatabaseLock, NoLock, lock_database
from stormriver.server.errors import BadRequest, NotFound
from stormriver.server.journal import Kept
from stormriver.server.models import (
    FINISHED,
    ApiTokenRow,
    ArchiveRow,
    DraftRow,
    FiledRow,
    JournalRow,
    OnlookerRow,
    PersonRow,
    SeatRow,
    SessionRow,
    SnapshotRow,
    TableRow,
    WebhookRow,
)
from stormriver.server.snapshots import Snapshot

PersonId = int
SECRET_BYTES = 18
SESSION_ID_BYTES = 9
SECONDS = 5.0
"""How long the database is waited for, unless the settings say otherwise."""
AN_HOUR = 3600
A_DAY = 24 * AN_HOUR
HELD_SECONDS = 2
"""After how many seconds in which nothing comes Postgres ends a transaction: else a server that is frozen within one
would hold its locks, and so keep its tables from the others."""
SESSION_SECONDS = 365 * A_DAY
"""How long a login session lasts without being used."""
MIGRATING = 7_386_310_528
"""The number of the advisory lock; any will do that no other program in the same database uses."""


class Stored(Struct):
    """A table as it is kept.

    Attributes:
        row: its row.
        seats: by number, whose each is and the secret of its link.
        lines: its journal.
        onlookers: who may look on.
        snapshots: of its game, the first one first.
    """

    row: TableRow
    seats: dict[int, tuple[PersonId | None, str | None]]
    lines: list[Kept]
    onlookers: set[PersonId]
    snapshots: list[Snapshot]


class KeptLine(NamedTuple):
    """A table's line in lists.

    Attributes:
        line: the `TableLine` as JSON.
        updated: when the table was last changed.
        host: whether whoever looks has made it.
        archived: whether they keep it in their archive.
    """

    line: str
    updated: float
    host: bool = False
    archived: bool = False


class Person(Struct):
    """Who somebody is."""

    id: PersonId
    name: str
    account: str
    password: str = ""


class KnownSession(NamedTuple):
    """A login session by whose token somebody is known; the id tells it from others without being the token.

    Attributes:
        confirmed: when the OpenID provider has last made sure that it is them; None if it never has.
    """

    id: str
    person: PersonId
    confirmed: float | None


def hashed(token: str) -> str:
    """Return the hash of a token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def engine_for(url: str, seconds: float) -> Engine:
    """Return the engine for a database that is waited for no longer than so many seconds.

    SQLite is set up so that what is committed outlives a power failure.
    """
    if make_url(url).get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True, pool_timeout=seconds, connect_args=patience(seconds))
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")  # WAL with NORMAL could lose the last commits with the power
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()

    return engine


def patience(seconds: float) -> dict[str, Any]:
    """Return the connection arguments that tell Postgres and the network how long an answer may take."""
    whole = max(1, round(seconds))
    return {
        "connect_timeout": max(2, whole),  # libpq takes 1 for 2
        "tcp_user_timeout": whole * 1000,
        "keepalives_idle": whole,
        "keepalives_interval": whole,
        "keepalives_count": 2,
        "options": f"-c statement_timeout={whole}s -c lock_timeout={whole}s"
        f" -c idle_in_transaction_session_timeout={HELD_SECONDS}s",
    }


@contextmanager
def told_if_not_opened(url: str) -> Iterator[None]:
    """Tell in a sentence what is wrong with a database that is being opened."""
    try:
        told = make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        raise MessageError("server.database.no_url") from None
    try:
        yield
    except (ArgumentError, ImportError):
        raise MessageError("server.database.no_driver", url=told) from None
    except (SQLAlchemyError, OSError, CommandError) as error:
        raise MessageError("server.database.not_opened", url=told, reason=_first_line(error)) from None


def _make_folder(url: str) -> None:
    found = make_url(url)
    if found.get_backend_name() == "sqlite" and found.database and not found.database.startswith("file:"):
        Path(found.database).resolve().parent.mkdir(parents=True, exist_ok=True)


def _first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().split("\n")[0].rstrip(".")


class Store:
    """The database behind a server.

    Attributes:
        seconds: how long it may take to answer.
    """

    def __init__(self, url: str, seconds: float = SECONDS, alone: bool = False) -> None:
        """Open a database and bring it up to date.

        Args:
            url: e.g. `sqlite:///stormriver.db` or `postgresql+psycopg://user@host/name`.
            seconds: how long it may take to answer.
            alone: whether it is opened for a server, of which SQLite can have one at a time.

        Raises:
            StormriverError: if it cannot be opened, or the URL is none.
            DatabaseInUse: if it is not opened `alone`, though it should be.
        """
        self.seconds = seconds
        with told_if_not_opened(url):
            _make_folder(url)
            self.engine = engine_for(url, seconds)
            self._lock: DatabaseLock = lock_database(self.engine) if alone else NoLock()
            migrate(self.engine)

    def close(self) -> None:
        """Close all connections and release the lock."""
        self._lock.give_up()
        self.engine.dispose()

    def answers(self) -> bool:
        """Ask the database for nothing; raises its error if it does not answer."""
        with self.engine.connect() as connection:
            return connection.scalar(select(1)) == 1

    # people

    def new_person(self, name: str = "", browser: str = "") -> tuple[PersonId, str]:
        """Return a new person and the token for the cookie of their browser, which is kept nowhere."""
        with Session(self.engine) as session, session.begin():
            row = PersonRow(name=name, created=time.time())
            session.add(row)
            session.flush()
            person = row.id
        return person, self.new_session(person, browser)

    def new_session(self, person: PersonId, browser: str = "", confirmed: float | None = None) -> str:
        """Return a token by which another browser, called `browser`, is known as this person.

        Args:
            confirmed: when the OpenID provider has made sure that it is them, if it has.
        """
        token, now = secrets.token_urlsafe(32), time.time()
        with Session(self.engine) as session, session.begin():
            session.execute(delete(SessionRow).where(SessionRow.used < now - SESSION_SECONDS))
            own = {"id": secrets.token_urlsafe(SESSION_ID_BYTES), "person": person, "browser": browser}
            session.add(SessionRow(token_hash=hashed(token), created=now, used=now, confirmed=confirmed, **own))
        return token

    def end_session(self, token: str) -> None:
        """Forget a token."""
        with Session(self.engine) as session, session.begin():
            session.execute(delete(SessionRow).where(SessionRow.token_hash == hashed(token)))

    def end_sessions(self, person: PersonId) -> None:
        """Forget all tokens of a person, those of programs too."""
        with Session(self.engine) as session, session.begin():
            _revoke_all(session, person)

    def session_of(self, token: str) -> KnownSession | None:
        """Return the login session with a token; None if there is none, or it has not been used for too long."""
        with Session(self.engine) as session:
            mine = (SessionRow.token_hash == hashed(token)) & (SessionRow.used > time.time() - SESSION_SECONDS)
            found = session.execute(select(SessionRow.id, SessionRow.person, SessionRow.confirmed).where(mine)).first()
            return None if found is None else KnownSession(*found)

    def renew(self, token: str) -> bool:
        """Note that a token is in use, and tell whether that was due: once an hour is enough."""
        now = time.time()
        with Session(self.engine) as session, session.begin():
            due = SessionRow.used.between(now - SESSION_SECONDS, now - AN_HOUR) & (
                SessionRow.token_hash == hashed(token)
            )
            done = session.execute(update(SessionRow).where(due).values(used=now).returning(SessionRow.person))
            return done.first() is not None

    def forget(self, person: PersonId) -> None:
        """Delete a new person who has done nothing yet; one who has is kept."""
        with suppress(IntegrityError), Session(self.engine) as session, session.begin():
            _revoke_all(session, person)
            session.execute(delete(PersonRow).where(PersonRow.id == person))

    def person(self, person: PersonId) -> Person:
        """Return what is known of a person; NotFound if there is none of that number."""
        with Session(self.engine) as session:
            row = session.get(PersonRow, person)
            if row is None:
                raise NotFound("server.lobby.nobody")
            return Person(row.id, row.name, row.account or "", row.password or "")

    def rename(self, person: PersonId, name: str) -> None:
        """Note the name that a person last went by."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(PersonRow).where(PersonRow.id == person).values(name=name))

    def account(self, name: str) -> Person | None:
        """Return the person with an account of that name, however it is written."""
        with Session(self.engine) as session:
            row = session.scalar(select(PersonRow).where(PersonRow.account_key == account_key(name)))
            return None if row is None else Person(row.id, row.name, row.account or "", row.password or "")

    def make_account(self, person: PersonId, name: str, password: str) -> None:
        """Give a person an account; `password` is its hash. BadRequest if there is one of that name.

        Their tokens are forgotten: whoever else has the cookie of before is not to have the account.
        """
        if self.account(name) is not None:
            raise BadRequest("server.account.taken", "name", name=repr(name))
        try:
            with Session(self.engine) as session, session.begin():
                give_account(session, person, name, password)
        except IntegrityError:
            raise BadRequest("server.account.taken", "name", name=repr(name)) from None

    def change_password(self, person: PersonId, password: str) -> None:
        """Give an account another password, of which `password` is the hash, and forget all its tokens."""
        with Session(self.engine) as session, session.begin():
            set_password(session, person, password)

    def merge(self, old: PersonId, new: PersonId) -> None:
        """Give everything of one person to another; `Lobby.merge` tells the tables in play as well."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(SeatRow).where(SeatRow.person == old).values(person=new))
            session.execute(update(TableRow).where(TableRow.maker == old).values(maker=new))
            for own in (DraftRow, ApiTokenRow, WebhookRow):
                session.execute(update(own).where(own.person == old).values(person=new))
            for kind in (OnlookerRow, FiledRow):
                known = select(kind.table).where(kind.person == new)
                session.execute(delete(kind).where(kind.person == old, kind.table.in_(known)))
                session.execute(update(kind).where(kind.person == old).values(person=new))

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
                raise NotFound("server.lobby.no_table")
            seats = session.scalars(select(SeatRow).where(SeatRow.table == table).order_by(SeatRow.number))
            found = {seat.number: (seat.person, seat.secret) for seat in seats}
            onlookers = session.scalars(select(OnlookerRow.person).where(OnlookerRow.table == table))
            return Stored(row, found, lines_of(session, table), set(onlookers), _snapshots(session, table))

    def packs_of(self, table: str) -> list[str]:
        """Return the packs that a table plays with; none if there is no such table."""
        with Session(self.engine) as session:
            wanted = session.scalar(select(TableRow.wanted).where(TableRow.id == table))
        return [] if wanted is None else json.loads(wanted).get("packs", [])

    def in_play(self, person: PersonId) -> int:
        """Return how many tables that are not finished a person has made."""
        with Session(self.engine) as session:
            mine = select(func.count()).where(TableRow.maker == person, TableRow.state.not_in(FINISHED))
            return session.scalar(mine) or 0

    def seat_of(self, secret: str) -> str | None:
        """Return the table with the seat that a link leads to."""
        with Session(self.engine) as session:
            return session.scalar(select(SeatRow.table).where(SeatRow.secret == secret))

    def watched_by(self, secret: str) -> str | None:
        """Return the table that a link for onlookers leads to."""
        with Session(self.engine) as session:
            return session.scalar(select(TableRow.id).where(TableRow.watch_secret == secret))

    def let_watch(self, table: str, person: PersonId) -> None:
        """Let a person look on at a table."""
        with Session(self.engine) as session, session.begin():
            session.execute(delete(FiledRow).where(FiledRow.table == table, FiledRow.person == person))
            if session.get(OnlookerRow, (table, person)) is None:
                session.add(OnlookerRow(table=table, person=person))

    def file_table(self, table: str, person: PersonId, place: str) -> None:
        """Note where a person keeps a table; one kept `nowhere` they do not look on at any more."""
        mine = (FiledRow.table == table) & (FiledRow.person == person)
        with Session(self.engine) as session, session.begin():
            session.execute(delete(FiledRow).where(mine))
            if place != "list":
                session.add(FiledRow(table=table, person=person, place=place))
            if place == "nowhere":
                looking = (OnlookerRow.table == table) & (OnlookerRow.person == person)
                session.execute(delete(OnlookerRow).where(looking))

    def delete_table(self, table: str) -> None:
        """Delete a table with all that was done there."""
        with Session(self.engine) as session, session.begin():
            for kind in (FiledRow, OnlookerRow, SeatRow, SnapshotRow, ArchiveRow, JournalRow):
                session.execute(delete(kind).where(kind.table == table))
            session.execute(delete(TableRow).where(TableRow.id == table))

    def lines_of(self, person: PersonId, most: int = 200) -> list[tuple[KeptLine, list[int]]]:
        """Return the tables that a person sits or looks on at, the last one first: the line, and the own seats.

        Those in their archive come last, and those that they keep nowhere not at all.
        """
        mine = select(SeatRow.table).where(SeatRow.person == person)
        seen = select(OnlookerRow.table).where(OnlookerRow.person == person)
        filed = (FiledRow.table == TableRow.id) & (FiledRow.person == person)
        archived = func.coalesce(FiledRow.place, "") == "archive"
        with Session(self.engine) as session:
            rows = session.execute(
                select(TableRow.id, TableRow.line, TableRow.updated, TableRow.maker == person, archived)
                .outerjoin(FiledRow, filed)
                .where(TableRow.id.in_(mine.union(seen)) | (TableRow.maker == person))
                .where(func.coalesce(FiledRow.place, "") != "nowhere")
                .order_by(archived, TableRow.updated.desc())
                .limit(most)
            ).all()
            seats: dict[str, list[int]] = {}
            for table, number in session.execute(select(SeatRow.table, SeatRow.number).where(SeatRow.person == person)):
                seats.setdefault(table, []).append(number)
        return [(KeptLine(*row[1:]), seats.get(row[0], [])) for row in rows]

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


def give_account(session: Session, person: PersonId, name: str, password: str | None) -> None:
    """Give a person an account, with the hash of its password if it has one; IntegrityError if its name is taken."""
    values = {"account": name, "account_key": account_key(name), "password": password, "name": name}
    session.execute(update(PersonRow).where(PersonRow.id == person).values(**values))
    _revoke_all(session, person)


def set_password(session: Session, person: PersonId, password: str) -> None:
    """Give an account another password, of which `password` is the hash, and forget all by which it was known."""
    session.execute(update(PersonRow).where(PersonRow.id == person).values(password=password))
    _revoke_all(session, person)


def _revoke_all(session: Session, person: PersonId) -> None:
    """Revoke all by which a person is known: whoever had got hold of their browser may have made API tokens as well."""
    for kind in (SessionRow, ApiTokenRow):
        session.execute(delete(kind).where(kind.person == person))


def _snapshots(session: Session, table: str) -> list[Snapshot]:
    rows = session.scalars(select(SnapshotRow).where(SnapshotRow.table == table).order_by(SnapshotRow.answers))
    return [Snapshot(row.answers, row.lines, row.engine, row.state) for row in rows]


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrate a database to the tables of today, or to an earlier revision."""
    with engine.begin() as connection:
        upgrade(connection, revision)


def upgrade(connection: Connection, revision: str) -> None:
    """Migrate a database to a revision within a transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))  # to change large tables takes its time
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # of several servers one migrates
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def migrations() -> list[Script]:
    """Return all migrations, the first one first."""
    return list(reversed(list(ScriptDirectory.from_config(_migrations()).walk_revisions())))


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", "stormriver.server:migrations")
    return config
