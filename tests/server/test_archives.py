"""Archives: the journal of a finished game takes few bytes; it is looked back at, told and erased as before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from company import DATABASES, House, Page, facts, house_on, play, rest, same
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from stormriver.server import archives, backup, replay, store
from stormriver.server.housekeeping import delete_table
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Resign, Say
from stormriver.server.models import ArchiveRow, JournalRow, TableRow
from stormriver.server.moderation import archiving, erasure
from stormriver.server.moderation.moderation import Moderation
from stormriver.server.table_rows import session_of

Test = Callable[[House], Coroutine[Any, Any, None]]
A_DAY = 24 * 3600.0


@pytest.fixture(params=DATABASES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Test], None]:
    """Returns what runs a test in a house on a database of each kind."""

    async def within(test: Test) -> None:
        async with house_on(request.param, request, tmp_path.name) as opened:
            await test(opened)

    return lambda test: asyncio.run(within(test))


async def finished(opened: House) -> tuple[LiveTable, Page, Page]:
    """Return a table with a game that is over."""
    table, ann, ben = await opened.two(preset="wargame")
    await play(table, ann, ben, answers=40)
    await ben.send(Say("I give up."))
    await ben.send(Resign(1))
    await rest(table)
    assert table.session.over
    return table, ann, ben


def pass_time(opened: House, seconds: float = A_DAY) -> float:
    """Let what was done at tables have been done so long ago; return what time it is."""
    with opened.store.engine.begin() as connection:
        connection.execute(update(TableRow).values(updated=time.time() - seconds))
    return time.time()


def kinds(opened: House, table: LiveTable) -> set[str]:
    with Session(opened.store.engine) as session:
        return set(session.scalars(select(JournalRow.kind).where(JournalRow.table == table.id)))


def test_an_archived_game_is_looked_back_at_as_before(run) -> None:
    async def test(opened: House) -> None:
        table, *_ = await finished(opened)
        before = opened.kept(table.id)
        assert archiving.archive_some(opened.store, pass_time(opened)) == 1
        assert kinds(opened, table) <= set(archives.NAMED)
        after = opened.kept(table.id)
        same(facts(after), facts(before))
        assert replay.record(after) == replay.record(before)
        for answers in range(0, len(before.decisions), 11):
            assert replay.moment(after, -1, answers) == replay.moment(before, -1, answers)
        assert archiving.archive_some(opened.store, time.time()) == 0

    run(test)


def test_an_archive_takes_few_bytes(run) -> None:
    async def test(opened: House) -> None:
        table, *_ = await finished(opened)
        of_the_game = (JournalRow.table == table.id) & JournalRow.kind.not_in(archives.NAMED)
        with Session(opened.store.engine) as session:
            before = session.scalar(select(func.sum(func.length(JournalRow.entry))).where(of_the_game))
        archiving.archive_some(opened.store, pass_time(opened))
        with Session(opened.store.engine) as session:
            after = session.scalar(select(func.length(ArchiveRow.lines)))
        assert before is not None and after is not None and after < before / 4

    run(test)


def test_only_games_that_have_been_over_for_a_while_are_archived(run) -> None:
    """By the chores of the server, a few at a time."""

    async def test(opened: House) -> None:
        over, *_ = await finished(opened)
        going, one, other = await opened.two()
        await play(going, one, other, answers=9)
        await rest(going)
        opened.time.seconds = pass_time(opened, 0)
        await Moderation(opened.lobby).expire()
        assert "answered" in kinds(opened, over)
        pass_time(opened)
        await Moderation(opened.lobby).expire()
        assert "answered" not in kinds(opened, over)
        assert "answered" in kinds(opened, going)

    run(test)


def test_people_talk_on_at_a_table_that_is_archived(run) -> None:
    async def test(opened: House) -> None:
        table, ann, _ = await finished(opened)
        archiving.archive_some(opened.store, pass_time(opened))
        await ann.send(Say("Well played."))
        same(facts(opened.kept(table.id)), facts(table.session))
        assert [kept.number for kept in opened.store.table(table.id).lines] == list(range(table.session.lines))

    run(test)


def test_an_archived_game_is_told_to_its_people_and_somebody_is_erased_from_it(run) -> None:
    async def test(opened: House) -> None:
        table, _, ben = await finished(opened)
        archiving.archive_some(opened.store, pass_time(opened))
        told = erasure.kept_of(opened.store, ben.person)
        assert "I give up." in str(told)
        erasure.erase_at(opened.store, table.id, ben.person, erasure.known_at(opened.store, table.id, ben.person))
        found = opened.kept(table.id)
        assert found.seating.names() == ["Ann", erasure.SOMEBODY]
        assert "Ben" not in replay.record(found)
        with Session(opened.store.engine) as session:
            archive = session.scalar(select(ArchiveRow.lines))
            assert archive is not None and b"Ben" not in archives.lzma.decompress(archive)

    run(test)


def test_an_archived_game_is_in_backups_and_is_deleted_with_its_table(run, tmp_path: Path) -> None:
    async def test(opened: House) -> None:
        table, ann, _ = await finished(opened)
        archiving.archive_some(opened.store, pass_time(opened))
        wanted = facts(opened.kept(table.id))
        backup.write_backup(opened.url, tmp_path / "backup.gz")
        backup.restore_backup(f"sqlite:///{tmp_path}/other.db", tmp_path / "backup.gz")
        other = store.Store(f"sqlite:///{tmp_path}/other.db")
        same(facts(session_of(other.table(table.id))), wanted)
        other.close()
        await delete_table(opened.lobby, table.id, ann.person)
        with Session(opened.store.engine) as session:
            assert session.scalar(select(func.count()).select_from(ArchiveRow)) == 0

    run(test)


def test_an_earlier_version_finds_the_journal_as_it_was(run) -> None:
    async def test(opened: House) -> None:
        table, *_ = await finished(opened)
        with Session(opened.store.engine) as session:
            wanted = session.execute(select(JournalRow.number, JournalRow.kind, JournalRow.entry)).all()
        archiving.archive_some(opened.store, pass_time(opened))
        config = store._migrations()
        with opened.store.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, "0011")
        with Session(opened.store.engine) as session:
            found = session.execute(select(JournalRow.number, JournalRow.kind, JournalRow.entry)).all()
        assert sorted(found) == sorted(wanted)
        store.migrate(opened.store.engine)
        assert opened.kept(table.id).over

    run(test)
