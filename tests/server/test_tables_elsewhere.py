"""What concerns a table that another server has is done there, or not at all: two lobbies on one Postgres."""

from __future__ import annotations

import asyncio
import functools
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

import psycopg
import pytest
from company import AT_ONCE, Page, until

from stormriver.language.message import Message
from stormriver.server.cluster.leases import Elsewhere
from stormriver.server.cluster.member import Member
from stormriver.server.database import Database
from stormriver.server.errors import NotAllowed, NotFound
from stormriver.server.live_table import LiveTable
from stormriver.server.lobby import Lobby
from stormriver.server.messages import Refused, Say
from stormriver.server.moderation.facts import ActWanted, ReportWanted
from stormriver.server.moderation.moderation import Moderation
from stormriver.server.requests import SeatWanted, TableWanted
from stormriver.server.store import A_DAY, Store
from stormriver.server.table_policy import Expiry
from support.postgres import Postgres, needs_postgres

pytestmark = [pytest.mark.long, needs_postgres]


class Side:
    """One of two servers: its lobby, and the moderation that works there."""

    def __init__(self, url: str, address: str) -> None:
        self.store = Store(url)
        self.database = Database(self.store)
        self.lobby = Lobby(self.database, AT_ONCE, member=Member(self.database, address))
        self.moderation = Moderation(self.lobby, Expiry(waiting=1, idle=1, finished=1))

    async def close(self) -> None:
        await self.moderation.close()
        await self.lobby.close()
        self.database.close()


class Visitor:
    """Somebody who is at a table of one server, and what their socket was closed with."""

    def __init__(self, table: LiveTable, page: Page) -> None:
        self.table = table
        self.page = page
        self.person = page.person
        self.told: list[Message] = []
        self.sent_away: list[Message] = []
        page.connection.dismiss, page.connection.send_away = self.told.append, self.sent_away.append

    def demand_undisturbed(self, side: Side) -> None:
        """Demand that they are still there."""
        assert self.table.id in side.lobby.live
        assert not self.told and not self.sent_away


@asynccontextmanager
async def sides(url: str) -> AsyncIterator[tuple[Side, Side]]:
    """Open two servers on a database for a while."""
    both = Side(url, "127.0.0.1:1"), Side(url, "127.0.0.1:2")
    try:
        for side in both:
            await side.lobby.start()
            await side.moderation.start()
        await asyncio.sleep(0.5)  # until each listens to the other
        yield both
    finally:
        for side in both:
            await side.close()


Test = Callable[[Side, Side], Awaitable[None]]


def at_two_servers(test: Test) -> Callable[[Postgres], None]:
    """Run a test at two servers on a database of its own."""

    async def run(url: str) -> None:
        async with sides(url) as (one, two):
            await test(one, two)

    @functools.wraps(test)
    def plain(postgres: Postgres) -> None:
        asyncio.run(run(postgres.new_database(uuid.uuid4().hex)))

    del plain.__wrapped__  # pytest is to see the parameter of this one
    return plain


async def visitor(side: Side, other: Literal["computer", "open"] = "computer") -> Visitor:
    """Return Ann, who is at a table that they have made."""
    person, _ = side.store.new_person("Ann")
    seats = [SeatWanted("me", "Ann"), SeatWanted(other)]
    made = await side.lobby.make(TableWanted(seats=seats), person)
    table = await side.lobby.table(made.table)
    return Visitor(table, await Page(table, person).hello())


@at_two_servers
async def test_a_table_is_deleted_at_the_server_that_has_it(one: Side, two: Side) -> None:
    ann = await visitor(one)
    await two.moderation.act(None, ActWanted("delete_table", table=ann.table.id))
    await until(lambda: ann.told)
    assert ann.told[0].key == "server.moderation.deleted_table" and not ann.sent_away
    assert ann.table.id not in one.lobby.live
    for side in (one, two):
        with pytest.raises(NotFound):
            await side.lobby.table(ann.table.id)


@at_two_servers
async def test_a_table_of_which_no_server_knows_is_deleted_by_any(one: Side, two: Side) -> None:
    ann = await visitor(one)
    await one.lobby.close()
    await two.moderation.act(None, ActWanted("delete_table", table=ann.table.id))
    with pytest.raises(NotFound):
        two.store.table(ann.table.id)
    assert not two.lobby.live


@at_two_servers
async def test_whoever_is_at_a_table_that_is_gone_is_told_so(one: Side, two: Side) -> None:
    """As where it was deleted by hand: it leaves the memory, and nothing is tried there again and again."""
    ann = await visitor(one)
    two.store.delete_table(ann.table.id)
    refused = [message for message in await ann.page.send(Say("Hello?")) if isinstance(message, Refused)]
    assert "no such table" in refused[0].error
    await until(lambda: ann.told)
    assert ann.told[0].key == "server.lobby.no_table" and ann.table.id not in one.lobby.live
    assert ann.table._driver is not None
    await until(ann.table._driver.done)


@at_two_servers
async def test_a_table_is_reported_where_it_is(one: Side, two: Side) -> None:
    """The request is passed on, and it is seen there who may report; nobody is disturbed by it."""
    ann = await visitor(one)
    stranger, _ = two.store.new_person("Eve")
    for person in (stranger, ann.person):
        with pytest.raises(Elsewhere):
            await two.moderation.report(person, ReportWanted(table=ann.table.id, reason="x"))
    with pytest.raises(NotAllowed):
        await one.moderation.report(stranger, ReportWanted(table=ann.table.id, reason="x"))
    assert await one.moderation.report(ann.person, ReportWanted(table=ann.table.id, reason="x"))
    ann.demand_undisturbed(one)


@at_two_servers
async def test_a_table_at_which_somebody_is_expires_at_no_server(one: Side, two: Side) -> None:
    ann, ben = await visitor(one), await visitor(one)
    for side in (one, two):
        side.lobby.now = lambda: ann.table.clocks.now() + 10 * A_DAY
    await one.lobby.table(ben.table.id)
    del one.lobby.live[ben.table.id]  # as it is once nobody has been there for a while
    await ben.table.close()
    await one.lobby.member.release(ben.table.id, ben.table.lease)
    for side in (one, two):
        await side.moderation.expire()
    ann.demand_undisturbed(one)
    assert two.store.table(ann.table.id)
    with pytest.raises(NotFound):
        two.store.table(ben.table.id)


@at_two_servers
async def test_who_is_deleted_is_called_by_their_name_at_no_server(one: Side, two: Side) -> None:
    ann = await visitor(one, "open")
    ben, _ = one.store.new_person("Ben")
    await one.lobby.join(ann.table.session.seating[1].secret or "", "Ben", ben)
    await one.moderation.act(None, ActWanted("end_table", table=ann.table.id))
    await two.moderation.delete_person(ann.person)
    for side in (one, two):
        table = side.lobby.live.get(ann.table.id)
        assert table is None or table.session.seating.names() == ["Somebody", "Ben"]


def test_the_connection_that_listens_is_given_up_when_the_network_is_silent(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a server whose database has gone without a word hears nothing for hours."""
    connect = psycopg.AsyncConnection.connect
    given: dict[str, Any] = {}

    async def watched(address: str, **options: Any) -> Any:
        given.update(options)
        return await connect(address, **options)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", watched)

    async def listens(one: Side, two: Side) -> None:
        await until(lambda: given)

    at_two_servers(listens)(postgres)
    assert given["tcp_user_timeout"] == 5000 and given["keepalives_idle"] == 5 and given["connect_timeout"] == 5
