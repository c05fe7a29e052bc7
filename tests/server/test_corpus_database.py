"""A database that an earlier server has written is opened by that of today, and everybody goes on where they were."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from company import AT_ONCE, House
from corpus_tables import Expected, goes_on, unpack

from stormriver.api import table_for
from stormriver.kernel.records import read_record
from stormriver.kernel.replays import strong, verify


def in_the_old_house(folder: Path, test: Callable[[House, list[Expected]], Awaitable[None]]) -> None:
    """Open a copy of the database of the corpus for a test."""
    tables = unpack(folder)

    async def run() -> None:
        opened = House(folder, AT_ONCE)
        try:
            await test(opened, tables)
        finally:
            await opened.close()

    asyncio.run(run())


@pytest.mark.slow
def test_every_table_of_an_old_database_stands_as_it_did_and_takes_an_answer(tmp_path: Path) -> None:
    async def test(opened: House, tables: list[Expected]) -> None:
        for wanted in tables:
            try:
                await goes_on(opened, wanted)
            except Exception as error:
                raise AssertionError(f"the table with this: {wanted.what}: {error}") from error

    in_the_old_house(tmp_path, test)


def test_a_game_that_was_over_in_an_old_database_has_a_record_that_verifies(tmp_path: Path) -> None:
    async def test(opened: House, tables: list[Expected]) -> None:
        (over,) = [wanted for wanted in tables if wanted.state == "over"]
        table = await opened.lobby.table(over.table)
        person = table.session.seating[0].person
        info = table.info(person)
        record = read_record(await table.past.record(person))
        verify(record, int(info.seed))
        assert strong(record, table_for).result == over.result

    in_the_old_house(tmp_path, test)


def test_the_people_of_an_old_database_are_known(tmp_path: Path) -> None:
    async def test(opened: House, tables: list[Expected]) -> None:
        dan = opened.store.account("Dan")
        assert dan is not None and dan.name == "Dan"
        for wanted in tables:
            if wanted.person is not None:
                lines = await opened.lobby.tables_of(wanted.person)
                assert wanted.table in [line.id for line in lines]

    in_the_old_house(tmp_path, test)
