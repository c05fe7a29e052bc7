"""Leases: which of the servers on a database has a table, so that no two carry out what is done there.

A server that has entered renews its entry at intervals; as long as it does, the tables that it has claimed are its own.
Each claim raises the epoch of the table, and whatever is written of a table is written under owner and epoch of the
claim: a server that was thought dead, and was only slow, can therefore write nothing more of a table that another has
claimed since (Kleppmann, How to do distributed locking, 2016: fencing tokens).

All times are those of the database, since the clocks of several machines differ.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Update,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)

from stormriver.server.errors import NotFound
from stormriver.server.models import ServerRow, TableRow
from stormriver.server.store import Store

NO_TABLE = "server.lobby.no_table"
SANDBOXED = "sandbox-"
"""What the ids of sandboxes begin with: they have tables as servers do, and do nothing for the others."""
LEASE_SECONDS = 2.0
"""How long a server that no longer renews its entry keeps its tables."""
GONE_SECONDS = LEASE_SECONDS / 2
"""The same of one that refuses connections, and so is gone or about to go: it misses one renewal."""
FORGOTTEN_SECONDS = 3600.0
"""After how long the entry of a server that is gone is deleted."""


class Lease(Struct, frozen=True):
    """A claim to a table: whose it is, and the how manieth it was."""

    owner: str
    epoch: int


class LeaseLost(Exception):
    """Another server has claimed the table meanwhile: nothing of what was to be written of it is."""


class Elsewhere(Exception):
    """Another server has the table.

    Attributes:
        server: its id.
        address: where servers reach it, such as `10.0.0.3:8100`.
        secret: what tells it that a request has been passed on by another server.
        taken_seconds: how long it may take to take a request or socket; one that is frozen takes none, and loses its
            lease.
        silent_seconds: how long it may take to answer a ping: one that is frozen is given up as its lease ends.
        seconds: how long it may take to answer a request, since much may wait there before it.
    """

    taken_seconds = LEASE_SECONDS / 6
    silent_seconds = LEASE_SECONDS / 2
    seconds = 20.0

    def __init__(self, server: str, address: str, secret: str) -> None:
        super().__init__(address)
        self.server = server
        self.address = address
        self.secret = secret


class Sandboxed(Elsewhere):
    """A table plays with a stranger's pack: it is in a sandbox, and no server takes it from there.

    One that has just been started loads the table first, and a pack that is written has to be looked at there.
    """

    taken_seconds = silent_seconds = 20.0
    seconds = 75.0


def enter(store: Store, server: str, address: str, secret: str, alone: bool) -> None:
    """Enter a server among those of its database.

    Args:
        server: its id.
        address: where the others reach it, empty if they do not.
        secret: known to those that can read the database.
        alone: whether there can be no other: what servers before it have left is deleted.
    """
    with store.engine.begin() as connection:
        now = _now(connection)
        gone = ServerRow.id != server if alone else ServerRow.seen < now - FORGOTTEN_SECONDS
        connection.execute(delete(ServerRow).where(gone | (ServerRow.id == server)))
        connection.execute(insert(ServerRow).values(id=server, address=address, secret=secret, seen=now))


def renew(store: Store, server: str) -> bool:
    """Say that a server is alive; returns False if it has no entry any more."""
    with store.engine.begin() as connection:
        mine = ServerRow.id == server
        return connection.execute(update(ServerRow).where(mine).values(seen=_now(connection))).rowcount == 1


def alive(store: Store) -> list[str]:
    """Return the ids of the servers that are alive, sandboxes left out, in an order that all of them know."""
    with store.engine.begin() as connection:
        alive = ServerRow.seen > _now(connection) - LEASE_SECONDS
        found = select(ServerRow.id).where(alive, ~ServerRow.id.startswith(SANDBOXED)).order_by(ServerRow.id)
        return list(connection.scalars(found))


def leave(store: Store, server: str) -> None:
    """Give up all tables of a server, and its entry."""
    with store.engine.begin() as connection:
        connection.execute(update(TableRow).where(TableRow.owner == server).values(owner=None))
        connection.execute(delete(ServerRow).where(ServerRow.id == server))


def claim(store: Store, table: str, server: str, refusing: Collection[str] = ()) -> Lease:
    """Claim a table for a server.

    Args:
        refusing: the ids of servers that refuse connections.

    Raises:
        NotFound: if there is no such table.
        Elsewhere: if another server has it.
    """
    with store.engine.begin() as connection:
        found = connection.execute(
            select(TableRow.owner, TableRow.epoch).where(TableRow.id == table).with_for_update()
        ).first()
        if found is None:
            raise NotFound(NO_TABLE)
        other = None
        if found.owner not in (None, server):
            other = _alive(connection, found.owner, GONE_SECONDS if found.owner in refusing else LEASE_SECONDS)
        if other is not None:
            raise other
        lease = Lease(server, found.epoch + 1)
        connection.execute(update(TableRow).where(TableRow.id == table).values(owner=server, epoch=lease.epoch))
        return lease


def holder(store: Store, table: str) -> Elsewhere | None:
    """Return where the server is that has a table, None if none has it; nothing is claimed."""
    with store.engine.begin() as connection:
        owner = connection.scalar(select(TableRow.owner).where(TableRow.id == table))
        return None if owner is None else _alive(connection, owner)


def _alive(connection: Connection, server: str, seconds: float = LEASE_SECONDS) -> Elsewhere | None:
    """Return where a server is, None if it has not renewed its entry within so many seconds, and is dead."""
    alive = (ServerRow.id == server) & (ServerRow.seen > _now(connection) - seconds)
    found = connection.execute(select(ServerRow.address, ServerRow.secret).where(alive)).first()
    return None if found is None else Elsewhere(server, found.address, found.secret)


def release(store: Store, table: str, lease: Lease) -> None:
    """Give up a table, for whichever server is asked for it next."""
    with store.engine.begin() as connection:
        connection.execute(update(TableRow).where(_held(table, lease.owner, lease.epoch)).values(owner=None))


def lost(store: Store, leases: Mapping[str, Lease]) -> list[str]:
    """Return which of some tables are no longer held."""
    with store.engine.begin() as connection:
        rows = connection.execute(select(TableRow.id, TableRow.owner, TableRow.epoch).where(TableRow.id.in_(leases)))
        held = {row.id for row in rows if Lease(row.owner, row.epoch) == leases[row.id]}
    return [table for table in leases if table not in held]


def write_held(connection: Connection, table: str, lease: Lease, values: Mapping[str, object]) -> None:
    """Change the row of a table, which keeps others from claiming it until that is committed.

    Raises:
        LeaseLost: if it is not held any more.
        NotFound: if it has been deleted.
    """
    held = {"held_table": table, "held_owner": lease.owner, "held_epoch": lease.epoch}
    if connection.execute(_change_held(tuple(values)), {**values, **held}).rowcount != 1:
        if connection.scalar(select(TableRow.id).where(TableRow.id == table)) is None:
            raise NotFound(NO_TABLE)
        raise LeaseLost(table)


@lru_cache(maxsize=64)
def _change_held(names: tuple[str, ...]) -> Update:
    """Return the statement that changes columns of a held table; made once, as each answer is kept by it."""
    held = _held(bindparam("held_table"), bindparam("held_owner"), bindparam("held_epoch"))
    return update(TableRow).where(held).values({name: bindparam(name) for name in names})


def _held(table: Any, owner: Any, epoch: Any) -> ColumnElement[bool]:
    """Return the condition that a table is held under a lease; its parts are values or parameters of a statement."""
    return and_(TableRow.id == table, TableRow.owner == owner, TableRow.epoch == epoch)


def _now(connection: Connection) -> float:
    if connection.dialect.name == "postgresql":
        now: float = connection.execute(
            select(cast(func.extract("epoch", func.clock_timestamp()), Double))
        ).scalar_one()
        return now
    return time.time()
