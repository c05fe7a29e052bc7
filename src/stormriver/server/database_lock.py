"""The lock of one server on a database: two at once would each think its own tables in memory the true ones.

It is a lock that falls with the process that holds it, so that one that was killed stands in nobody's way: of SQLite
a transaction that is never ended, in a file beside the database; of Postgres an advisory lock of one connection.
"""

from __future__ import annotations

import sqlite3
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from stormriver.language.message import MessageError

ADVISORY = 7_386_310_528
"""The number of the advisory lock; any will do that no other program in the same database uses."""
ALIVE = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""Lets Postgres notice within half a minute that the machine of a server is gone, and give up its lock."""


class DatabaseInUse(MessageError):
    """Another server has the database."""


class DatabaseLock(Protocol):
    """The lock of a database, held until it is given up or the process ends."""

    def confirm(self) -> None:
        """Check that it still holds, and take it again if it was lost; DatabaseInUse if another server was quicker."""

    def give_up(self) -> None:
        """Release it, so that another server can have it."""


def lock_database(engine: Engine) -> DatabaseLock:
    """Lock a database for this server.

    Raises:
        DatabaseInUse: if another server has it.
    """
    if engine.dialect.name == "postgresql":
        return _AdvisoryLock(engine)
    name = engine.url.database or ""
    return NoLock() if name in ("", ":memory:") else _FileLock(name)


def _taken(database: str) -> DatabaseInUse:
    return DatabaseInUse("server.database.in_use", database=database)


class NoLock:
    """The lock of a database that needs none: one in memory, which no other server can reach, or one only read."""

    def confirm(self) -> None:
        """Do nothing: it always holds."""

    def give_up(self) -> None:
        """Do nothing: there is nothing to release."""


class _FileLock:
    """An SQLite file; SQLite itself locks a second one, as it can do so on every system."""

    def __init__(self, database: str) -> None:
        try:
            self._lock = sqlite3.connect(f"{database}.lock", timeout=0, isolation_level=None, check_same_thread=False)
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _taken(database) from None
            raise MessageError("server.database.not_locked", file=f"{database}.lock", reason=str(error)) from None

    def confirm(self) -> None:
        pass  # the system keeps such a lock as long as the process lives

    def give_up(self) -> None:
        self._lock.close()


class _AdvisoryLock:
    """A Postgres database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._claim()

    def _claim(self) -> None:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(ALIVE))
        if not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY}):
            connection.close()
            raise _taken(self._engine.url.database or "")
        self._connection = connection

    def confirm(self) -> None:
        try:
            if self._connection is not None:
                self._connection.execute(text("SELECT 1"))
                return
        except SQLAlchemyError:  # the connection is gone, and the lock with it
            self.give_up()
        self._claim()

    def give_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()  # back in the pool it would hold the lock
            connection.close()
