"""Leases: of the servers on a database one has a table, and another that was thought dead writes nothing more of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from stormriver.server.cluster import leases
from stormriver.server.cluster.leases import GONE_SECONDS, LEASE_SECONDS, Elsewhere, Lease, LeaseLost
from stormriver.server.errors import NotFound
from stormriver.server.journal import Kept, Spoken
from stormriver.server.journal_writer import Batch, JournalWriter
from stormriver.server.models import JournalRow, PersonRow, ServerRow, TableRow
from stormriver.server.store import Store
from support.postgres import Postgres, needs_postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database with a table `t` and the servers `a` and `b`."""
    url = f"sqlite:///{tmp_path}/test.db"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_database(tmp_path.name)
    opened = Store(url)
    maker, _ = opened.new_person("Ann")
    columns = {"state": "playing", "wanted": "{}", "seed": "1", "salt": "", "watch_secret": "w", "listed": False}
    opened.add_table(TableRow(id="t", maker=maker, created=0.0, updated=0.0, **columns), [])
    for server in "ab":
        leases.enter(opened, server, f"{server}:1", f"secret of {server}", alone=False)
    yield opened
    opened.close()


def dies(store: Store, server: str, seconds: float = LEASE_SECONDS + 1) -> None:
    """Let a server have said nothing for so many seconds, at first as long as ends its lease."""
    with store.engine.begin() as connection:
        long_ago = ServerRow.seen - seconds
        connection.execute(update(ServerRow).where(ServerRow.id == server).values(seen=long_ago))


def lines_of(store: Store) -> int:
    with store.engine.begin() as connection:
        return connection.execute(select(func.count()).select_from(JournalRow)).scalar_one()


def keep(store: Store, lease: Lease, number: int) -> None:
    """Write a line of the table under a lease."""
    batch = Batch("t", lease, [Kept(number, 1.0, Spoken(0, "Ann", "hello"))], {}, state="playing")
    writer = JournalWriter(store.engine)
    written = writer.write(batch)
    writer.close(10)
    written.result()


def test_a_table_is_had_by_one_server(store: Store) -> None:
    assert leases.claim(store, "t", "a") == Lease("a", 1)
    with pytest.raises(Elsewhere) as told:
        leases.claim(store, "t", "b")
    assert (told.value.address, told.value.secret) == ("a:1", "secret of a")
    with pytest.raises(NotFound):
        leases.claim(store, "no such table", "b")


def test_a_table_that_is_given_up_is_anybodys(store: Store) -> None:
    leases.release(store, "t", leases.claim(store, "t", "a"))
    assert leases.claim(store, "t", "b") == Lease("b", 2)
    leases.leave(store, "b")
    assert leases.claim(store, "t", "a") == Lease("a", 3)


def test_giving_up_an_older_claim_takes_the_table_from_nobody(store: Store) -> None:
    first = leases.claim(store, "t", "a")
    leases.claim(store, "t", "a")
    leases.release(store, "t", first)
    with pytest.raises(Elsewhere):
        leases.claim(store, "t", "b")


def test_the_tables_of_a_dead_server_are_claimed(store: Store) -> None:
    lease = leases.claim(store, "t", "a")
    assert leases.lost(store, {"t": lease}) == []
    dies(store, "a")
    assert leases.claim(store, "t", "b") == Lease("b", 2)
    assert leases.lost(store, {"t": lease}) == ["t"]


def test_a_server_that_refuses_connections_is_dead_sooner_but_not_while_it_renews(store: Store) -> None:
    """As where its address is wrong, and nobody reaches it: its tables stay its own."""
    leases.claim(store, "t", "a")
    with pytest.raises(Elsewhere):
        leases.claim(store, "t", "b", ["a"])
    dies(store, "a", GONE_SECONDS + 0.1)
    with pytest.raises(Elsewhere):
        leases.claim(store, "t", "b", ["c"])
    assert leases.claim(store, "t", "b", ["a"]) == Lease("b", 2)


def test_a_server_that_renews_is_not_dead(store: Store) -> None:
    leases.claim(store, "t", "a")
    dies(store, "a")
    assert leases.renew(store, "a")
    with pytest.raises(Elsewhere):
        leases.claim(store, "t", "b")
    assert not leases.renew(store, "a server that never entered")


def test_a_server_that_was_thought_dead_writes_nothing_more(store: Store) -> None:
    lease = leases.claim(store, "t", "a")
    keep(store, lease, 0)
    dies(store, "a")
    taken = leases.claim(store, "t", "b")
    with pytest.raises(LeaseLost):
        keep(store, lease, 1)
    assert lines_of(store) == 1
    keep(store, taken, 1)
    assert lines_of(store) == 2


def test_what_a_server_alone_finds_of_others_is_deleted(store: Store) -> None:
    leases.claim(store, "t", "b")
    leases.enter(store, "a", "a:1", "another secret", alone=True)
    assert leases.claim(store, "t", "a") == Lease("a", 2)
    with store.engine.begin() as connection:
        assert connection.execute(select(ServerRow.id)).scalars().all() == ["a"]
        assert connection.execute(select(func.count()).select_from(PersonRow)).scalar_one() == 1


@needs_postgres
def test_a_server_that_freezes_while_it_writes_keeps_its_tables_from_nobody(postgres: Postgres, tmp_path: Path) -> None:
    """It holds a lock, and would as long as its connection stands."""
    frozen = Store(postgres.new_database(tmp_path.name))
    other = Store(frozen.engine.url.render_as_string(hide_password=False))
    maker, _ = frozen.new_person("Ann")
    columns = {"state": "playing", "wanted": "{}", "seed": "1", "salt": "", "watch_secret": "w", "listed": False}
    frozen.add_table(TableRow(id="t", maker=maker, created=0.0, updated=0.0, **columns), [])
    lease = leases.claim(frozen, "t", "a")
    with frozen.engine.connect() as connection:
        leases.write_held(connection, "t", lease, {"epoch": lease.epoch})
        assert leases.claim(other, "t", "b") == Lease("b", 2)
        connection.invalidate()
    other.close()
    frozen.close()
