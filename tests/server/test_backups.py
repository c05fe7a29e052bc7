"""A backup is whole, is put back whole into an empty database alone, and databases of every version are brought up."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from company import House, Page, in_a_house, play
from sqlalchemy import (
    Boolean,
    Connection,
    Double,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    create_engine,
    func,
    select,
    text,
)
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.kernel.errors import StormriverError
from stormriver.server import backup
from stormriver.server.messages import Say
from stormriver.server.store import Store, engine_for, migrate, migrations
from support.postgres import needs_postgres

DATABASES = ["sqlite", pytest.param("postgres", marks=needs_postgres)]
everywhere = pytest.mark.parametrize("kind", DATABASES)
REVISIONS = [one.revision for one in migrations()]


@pytest.fixture
def urls(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Returns the URL of a new, empty database of a kind."""

    def url(kind: str) -> str:
        name = f"stormriver_{uuid4().hex}"
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{name}.db"
        return str(request.getfixturevalue("postgres").new_database(name))

    return url


@contextmanager
def unhurried(engine: Engine) -> Iterator[Connection]:
    """Begin a transaction that may be kept waiting, as these tests are on a busy machine; one of a server may not."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield connection


def counted(engine: Engine) -> dict[str, int]:
    """Return how many rows each table has."""
    found = MetaData()
    with unhurried(engine) as connection:
        found.reflect(connection)
        return {one.name: connection.scalar(select(func.count()).select_from(one)) or 0 for one in found.sorted_tables}


def fill(engine: Engine, rows: int = 3) -> None:
    """Put rows into every table there is, with values of all its types."""
    found, numbers = MetaData(), count(1)
    with unhurried(engine) as connection:
        found.reflect(connection)
        for table in found.sorted_tables:
            for row in range(1, rows + 1) if table.name != "alembic_version" else ():
                connection.execute(table.insert().values({c.name: value(c, row, next(numbers)) for c in table.columns}))


def value(column: Any, row: int, number: int) -> object:
    """Return a value for a column; where it refers to another table it is a key that is there."""
    if column.foreign_keys:
        target = next(iter(column.foreign_keys)).column
        return row if isinstance(target.type, Integer) else f"{target.table.name} {row}"
    if isinstance(column.type, Boolean):
        return row % 2 == 0
    if isinstance(column.type, Integer):
        return row
    if isinstance(column.type, Double) or "DOUBLE" in str(column.type) or "FLOAT" in str(column.type):
        return 1_700_000_000.125 + number / 3
    if isinstance(column.type, LargeBinary):
        return bytes([number % 256, 0, 255])
    if column.primary_key:
        return f"{column.table.name} {row}"
    return f'{column.name} {number}: Ä "quoted"\nline'


@pytest.mark.long
@everywhere
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_every_version_is_brought_up_to_date_with_all_in_it(urls, kind: str, revision: str) -> None:
    url = urls(kind)
    engine = engine_for(url, 5)
    migrate(engine, revision)
    fill(engine)
    before = counted(engine)
    now, steps = backup.to_migrate(url)
    assert (now, [step for step, _ in steps]) == (revision, REVISIONS[REVISIONS.index(revision) + 1 :])
    assert all(does.endswith(".") for _, does in steps)
    assert counted(engine) == before
    store = Store(url)
    after = counted(engine)
    assert {table: after[table] for table in before} == before
    assert backup.to_migrate(url) == (REVISIONS[-1], [])
    assert store.person(1).id == 1
    store.close()
    engine.dispose()


@pytest.mark.long
@everywhere
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("into", DATABASES)
def test_a_backup_of_every_version_is_restored_into_every_database(
    urls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, revision: str, into: str
) -> None:
    monkeypatch.setattr(backup, "BATCH", 2)
    source, target, file = urls(kind), urls(into), tmp_path / "backup.gz"
    engine = engine_for(source, 5)
    migrate(engine, revision)
    fill(engine)
    written = backup.write_backup(source, file)
    assert written == {name: rows for name, rows in counted(engine).items() if name != "alembic_version"}
    assert backup.restore_backup(target, file) == written
    again = engine_for(target, 5)
    assert {name: counted(again)[name] for name in written} == written
    store = Store(target)
    assert store.new_person("Newcomer")[0] == written["people"] + 1
    store.close()
    for one in (engine, again):
        one.dispose()


@pytest.mark.long
@in_a_house
async def test_a_game_goes_on_from_a_backup_made_while_it_was_played(opened: House) -> None:
    table, ann, ben = await opened.two()
    file = Path(opened.url.removeprefix("sqlite:///")).with_name("backup.gz")
    await play(table, ann, ben, answers=6)
    await ann.send(Say("So far."))
    made = asyncio.create_task(asyncio.to_thread(backup.write_backup, opened.url, file))
    await play(table, ann, ben, answers=9)
    await made
    other = f"sqlite:///{file.parent}/other.db"
    backup.restore_backup(other, file)
    table_id, person, version = table.id, ann.person, table.session.version
    await opened.lobby.close()
    opened.database.close()
    opened.url = other
    opened.open()
    again = await opened.lobby.table(table_id)
    assert 6 <= again.session.version <= version and not again.session.stopped
    page = await Page(again, person).hello()
    await play(again, page, await Page(again, ben.person).hello(), answers=again.session.version + 1)
    with pytest.raises(StormriverError, match="not empty"):
        backup.restore_backup(other, file)
    with pytest.raises(StormriverError, match="already"):
        backup.write_backup(other, file)


@pytest.mark.slow
def test_a_backup_that_is_none_or_damaged_leaves_the_database_empty(tmp_path: Path) -> None:
    source, target, file = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", tmp_path / "backup.gz"
    store = Store(source)
    store.new_person("Ann")
    store.close()
    backup.write_backup(source, file)
    whole = gzip.decompress(file.read_bytes())
    for spoilt, sentence in (
        (whole.replace(b"Ann", b"Bob"), "is damaged"),
        (whole[: whole.rindex(b'{"end"')], "is damaged"),
        (whole.replace(b"stormriver-backup-1", b"stormriver-backup-9"), "is no backup"),
        (whole.replace(f'"{REVISIONS[-1]}"'.encode(), b'"9999"'), "later version"),
        (b"A letter", "is no backup"),
        (b"", "is no backup"),
    ):
        file.write_bytes(gzip.compress(spoilt))
        with pytest.raises(StormriverError, match=sentence):
            backup.restore_backup(target, file)
    file.write_bytes(b"not even compressed")
    with pytest.raises(StormriverError, match="is no backup"):
        backup.restore_backup(target, file)
    assert counted(create_engine(target)) == {}


@pytest.mark.slow
def test_what_cannot_be_kept_whole_is_not_kept_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target, file = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", tmp_path / "backup.gz"
    Store(source).close()
    backup.write_backup(source, file)
    monkeypatch.setattr(backup, "_sums", lambda connection: {})
    with pytest.raises(StormriverError, match="nothing of it is kept"):
        backup.restore_backup(target, file)
    assert counted(create_engine(target)) == {}
    monkeypatch.undo()
    backup.restore_backup(target, file)


@pytest.mark.slow
@everywhere
def test_a_backup_sees_one_moment_whatever_is_written_meanwhile(urls, kind: str) -> None:
    url = urls(kind)
    store = Store(url)
    store.new_person("Ann")
    with backup.engine_of(url) as engine, backup._at_one_moment(engine) as connection:
        first = backup._sums(connection)
        writing = threading.Thread(target=store.new_person, args=("Ben",))
        writing.start()
        writing.join()
        assert backup._sums(connection) == first and first["people"].rows == 1
    assert counted(store.engine)["people"] == 2
    store.close()


@pytest.mark.slow
def test_the_command_line_says_what_it_would_do_and_what_it_did(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        said = CliRunner().invoke(app, list(words))
        return said.exit_code, said.output

    old, new = f"sqlite:///{tmp_path}/old.db", f"sqlite:///{tmp_path}/new.db"
    engine = create_engine(old)
    migrate(engine, REVISIONS[-2])
    code, said = run("migrate", "--dry-run", "--database", old)
    assert code == 0 and said.startswith(f"{REVISIONS[-1]}  ") and len(said.splitlines()) == 1
    assert run("migrate", "--database", old)[1].endswith("The database is up to date now.\n")
    assert run("migrate", "--database", old) == (0, f"The database is up to date ({REVISIONS[-1]}).\n")
    assert "         0  people" in run("backup", f"{tmp_path}/b.gz", "--database", old)[1]
    assert run("restore", f"{tmp_path}/b.gz", "--database", new)[1].endswith(f"Restored from {tmp_path}/b.gz.\n")
    assert run("restore", f"{tmp_path}/b.gz", "--database", new)[0] == 2
    assert run("backup", f"{tmp_path}/c.gz", "--database", f"sqlite:///{tmp_path}/none.db")[0] == 2
    assert not (tmp_path / "c.gz").exists()
