"""Backups: all rows of a database in one file, read at one moment while the server goes on, and put back elsewhere.

A backup is JSON lines, compressed: what it is, then for each table its columns and its rows, then how many rows each
table has and the sum of their hashes. It fits any database: what was in SQLite can be restored into Postgres.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, Integer, MetaData, Table, func, inspect, select, text

from stormriver import __version__
from stormriver.language.message import MessageError
from stormriver.server.store import engine_for, migrations, told_if_not_opened, upgrade

FORMAT = "stormriver-backup-1"
VERSION_TABLE = "alembic_version"
BATCH = 500
"""How many rows are held in memory at once."""
SECONDS = 30.0
"""How long the database may take to answer; a backup has time."""


class Sum(NamedTuple):
    """How many rows a table has, and the sum of their hashes, whatever their order."""

    rows: int = 0
    hashes: int = 0

    def with_row(self, row: str) -> Sum:
        """Return the sum with one more row."""
        found = int.from_bytes(hashlib.sha256(row.encode()).digest()[:16])
        return Sum(self.rows + 1, (self.hashes + found) % 2**128)

    def told(self) -> list[int | str]:
        """Return it as a backup has it."""
        return [self.rows, f"{self.hashes:032x}"]


Sums = dict[str, Sum]


@contextmanager
def engine_of(url: str) -> Iterator[Engine]:
    """Open a database as it is, without bringing it up to date; a sentence says why that is not possible."""
    with told_if_not_opened(url):
        engine = engine_for(url, SECONDS)
    try:
        with told_if_not_opened(url):
            engine.connect().close()
        yield engine
    finally:
        engine.dispose()


# writing


def write_backup(url: str, file: Path) -> dict[str, int]:
    """Write a backup of a database, which a server may be using, and return how many rows of each table it has.

    Raises:
        StormriverError: if there is a file already, or nothing to write.
    """
    if file.exists():
        raise MessageError("server.backup.file_exists", file=str(file))
    partial = file.with_name(f"{file.name}.part")
    try:
        with engine_of(url) as engine, _at_one_moment(engine) as connection:
            revision = revision_of(connection)
            if not revision:
                raise MessageError("server.backup.nothing")
            with gzip.open(partial, "wt", encoding="utf-8", compresslevel=6) as lines:
                sums = _write(connection, revision, lines)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return {table: found.rows for table, found in sums.items()}


@contextmanager
def _at_one_moment(engine: Engine) -> Iterator[Connection]:
    """Return a connection that sees the database as it is now, however it goes on, and does not change it."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            connection.execute(text("SET TRANSACTION READ ONLY"))
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            yield connection
    else:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")  # the driver would begin none for what only reads
            yield connection


def _write(connection: Connection, revision: str, lines: TextIO) -> Sums:
    _put(lines, {"format": FORMAT, "revision": revision, "version": __version__})
    sums = {}
    for table in _tables(connection):
        names = sorted(table.columns.keys())
        _put(lines, {"table": table.name, "columns": names})
        found = Sum()
        for row in _rows(connection, table):
            found = found.with_row(row)
            lines.write(f"{row}\n")
        sums[table.name] = found
    _put(lines, {"end": {name: found.told() for name, found in sums.items()}})
    return sums


def _put(lines: TextIO, found: dict[str, Any]) -> None:
    lines.write(f"{json.dumps(found)}\n")


def _tables(connection: Connection) -> list[Table]:
    """Return the tables that there are, each behind those that it refers to."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _rows(connection: Connection, table: Table) -> Iterator[str]:
    """Yield the rows of a table as JSON, with their columns in the order of their names."""
    columns = [table.columns[name] for name in sorted(table.columns.keys())]
    rows = connection.execute(select(*columns).execution_options(yield_per=BATCH))
    return (json.dumps(list(row), ensure_ascii=False, default=_written) for row in rows)


def _written(value: bytes) -> dict[str, str]:
    """Return bytes as a backup has them."""
    return {"base64": base64.b64encode(value).decode()}


def _read(value: Any) -> Any:
    """Return a value of a row as the database has it."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def revision_of(connection: Connection) -> str:
    """Return the revision of a database, empty if it is none of ours."""
    return MigrationContext.configure(connection).get_current_revision() or ""


# restoring


def restore_backup(url: str, file: Path) -> dict[str, int]:
    """Put a backup into an empty database, bring it up to date, and return how many rows each table has got.

    All of it is kept, or nothing.

    Raises:
        StormriverError: if the database is not empty, or the backup none, damaged or of a later version.
    """
    begun, wanted = _looked_through(file)
    with engine_of(url) as engine, engine.connect() as connection:
        if inspect(connection).get_table_names():
            raise MessageError("server.backup.not_empty")
        if begun["revision"] not in {one.revision for one in migrations()}:
            raise MessageError("server.backup.later", version=begun["version"])
        if engine.dialect.name == "sqlite":
            connection.rollback()
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # so that tables are made within it
        upgrade(connection, begun["revision"])
        _fill(connection, file)
        if _sums(connection) != wanted:
            raise MessageError("server.backup.differs")
        upgrade(connection, "head")
        connection.commit()
    return {table: found.rows for table, found in wanted.items()}


def _looked_through(file: Path) -> tuple[dict[str, Any], Sums]:
    """Return the head of a backup and the sums of its tables, once it is known that it is whole."""
    try:
        with closing(_lines(file)) as lines:
            begun = json.loads(next(lines, ""))
            if begun["format"] != FORMAT:
                raise MessageError("server.backup.none", file=str(file))
            sums: Sums = {}
            table, end = "", None
            for line in lines:
                if line.startswith("["):
                    sums[table] = sums[table].with_row(line)
                elif "table" in (found := json.loads(line)):
                    table = found["table"]
                    sums[table] = Sum()
                else:
                    end = found["end"]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise MessageError("server.backup.none", file=str(file)) from error
    if end != {name: found.told() for name, found in sums.items()}:
        raise MessageError("server.backup.damaged", file=str(file))
    return begun, sums


def _lines(file: Path) -> Generator[str, None, None]:
    """Yield the lines of a backup, without their ends."""
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.removesuffix("\n")


def _fill(connection: Connection, file: Path) -> None:
    """Insert all rows of a backup."""
    tables = {table.name: table for table in _tables(connection)}
    table: Table | None = None
    names: list[str] = []
    rows: list[dict[str, Any]] = []

    def insert() -> None:
        if table is not None and rows:
            connection.execute(table.insert(), rows)
        rows.clear()

    for line in _lines(file):
        if line.startswith("["):
            rows.append(dict(zip(names, map(_read, json.loads(line)), strict=True)))
            if len(rows) == BATCH:
                insert()
        elif "table" in (found := json.loads(line)):
            insert()
            table, names = tables[found["table"]], found["columns"]
    insert()
    if connection.dialect.name == "postgresql":
        for filled in tables.values():
            _count_on(connection, filled)


def _count_on(connection: Connection, table: Table) -> None:
    """Let the numbers that Postgres gives to new rows go on behind those that are there."""
    keys = list(table.primary_key.columns)
    if len(keys) != 1 or not isinstance(keys[0].type, Integer) or keys[0].foreign_keys:
        return
    last = connection.scalar(select(func.max(keys[0])))
    sequence = func.pg_get_serial_sequence(table.name, keys[0].name)
    if last is not None:
        connection.execute(select(func.setval(sequence, last)))


def _sums(connection: Connection) -> Sums:
    sums = {}
    for table in _tables(connection):
        found = Sum()
        for row in _rows(connection, table):
            found = found.with_row(row)
        sums[table.name] = found
    return sums


# migrations


def to_migrate(url: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the revision of a database, and what would bring it up to date: revisions with what they do."""
    with engine_of(url) as engine, engine.connect() as connection:
        now = revision_of(connection)
    known = [one.revision for one in migrations()]
    if now and now not in known:
        raise MessageError("server.backup.later_database", revision=now)
    after = migrations()[known.index(now) + 1 if now else 0 :]
    return now, [(one.revision, (one.doc or "").split("\n")[0]) for one in after]
