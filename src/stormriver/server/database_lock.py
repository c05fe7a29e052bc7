"""The lock of one server on an SQLite database, which cannot be shared: nothing tells one server what another does.

It is a lock that falls with the process that holds it, so that one that was killed stands in nobody's way: a
transaction that is never ended, in a file beside the database. Servers on Postgres share it, see `cluster.leases`.
"""

from __future__ import annotations

import sqlite3
from typing import Protocol

from sqlalchemy import Engine

from stormriver.language.message import MessageError


class DatabaseInUse(MessageError):
    """Another server has the database."""


class DatabaseLock(Protocol):
    """The lock of a database, held until it is given up or the process ends."""

    def give_up(self) -> None:
        """Release it, so that another server can have it."""


def lock_database(engine: Engine) -> DatabaseLock:
    """Lock a database for this server.

    Raises:
        DatabaseInUse: if another server has it.
    """
    if engine.dialect.name == "postgresql":
        return NoLock()
    name = engine.url.database or ""
    return NoLock() if name in ("", ":memory:") else _FileLock(name)


def _taken(database: str) -> DatabaseInUse:
    return DatabaseInUse("server.database.in_use", database=database)


class NoLock:
    """The lock of a database that needs none: it can be shared, is in memory, which no other reaches, or only read."""

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

    def give_up(self) -> None:
        self._lock.close()
