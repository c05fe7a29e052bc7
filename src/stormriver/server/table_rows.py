"""Converters between a table's rows in the database and its session or set-up."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from stormriver.server.damage import told_if_damaged
from stormriver.server.journal import Kept, Upgraded
from stormriver.server.models import SeatRow, TableRow
from stormriver.server.requests import TableWanted
from stormriver.server.seating import Seat, seats_of
from stormriver.server.session import SetUp, TableSession
from stormriver.server.store import Stored


def session_of(stored: Stored) -> TableSession:
    """Return a session as its journal left it.

    If the rules of today no longer reproduce the journal, it goes on from the last state that was kept.

    Raises:
        Damaged: if what is kept makes no sense.
    """
    session = _restored(stored, stored.lines)
    if not session.stopped or not stored.row.save:
        return session
    entry = Upgraded(save=stored.row.save)
    other = _restored(stored, [*stored.lines, Kept(session.lines, stored.lines[-1].at, entry)])
    if other.stopped:
        session.stopped = other.stopped
        return session
    other.added = entry
    return other


def _restored(stored: Stored, lines: list[Kept]) -> TableSession:
    row = stored.row
    with told_if_damaged():
        wanted = msgspec.json.decode(row.wanted, type=TableWanted)
        datetime.fromtimestamp(row.created, UTC)
        setup = SetUp(row.id, wanted, row.maker, row.created, int(row.seed), row.salt, row.watch_secret)
        seats = seats_of(wanted, row.maker)
        for seat in seats:
            seat.person, seat.secret = stored.seats[seat.number]
        session = TableSession(setup, seats)
        session.restore(lines, row.header, stored.snapshots)
    return session


def rows_of(setup: SetUp, seats: list[Seat]) -> tuple[TableRow, list[SeatRow]]:
    """Return what is kept of a table that is just made."""
    row = TableRow(
        id=setup.id,
        maker=setup.maker,
        created=setup.created,
        updated=setup.created,
        listed=setup.wanted.listed,
        state="waiting",
        wanted=msgspec.json.encode(setup.wanted).decode(),
        seed=str(setup.seed),
        salt=setup.salt,
        watch_secret=setup.watch_secret,
        header="",
        line="",
        outcome="",
    )
    return row, [SeatRow(table=setup.id, number=s.number, person=s.person, secret=s.secret) for s in seats]
