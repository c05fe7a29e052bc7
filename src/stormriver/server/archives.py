"""Archives: the journal of a finished game in one row, compressed, since it is read seldom and never changes.

Entries in which a person has a name or a number stay as they were: these change when somebody is erased.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.orm import Session

from stormriver.server import journal
from stormriver.server.damage import told_if_damaged
from stormriver.server.journal import Entry, Kept
from stormriver.server.models import FINISHED, ArchiveRow, JournalRow, SnapshotRow, TableRow

if TYPE_CHECKING:
    from stormriver.server.store import Store

NAMED = ("seated", "began", "spoken", "questioned", "upgraded", "muted", "shown_out")
"""The kinds of journal entries in which a person has a name or a number."""
REST_SECONDS = 3600.0
"""For how long nothing has happened at a table whose journal is archived: people look back, and talk, right after."""
STEP = 10
"""How many tables are archived in one step."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[tuple[int, float, Entry]]).decode


def packed(lines: Iterable[tuple[int, float, str]]) -> bytes:
    """Return lines of a journal, each with its number, its time and its entry as text, in few bytes."""
    return lzma.compress(_encode([(number, at, msgspec.Raw(entry.encode())) for number, at, entry in lines]))


def unpacked(archive: bytes) -> list[Kept]:
    """Return the lines that `packed` has packed."""
    return [Kept(number, at, entry) for number, at, entry in _decode(lzma.decompress(archive))]


def lines_of(session: Session, table: str) -> list[Kept]:
    """Return the journal of a table, with what is archived of it."""
    ours = select(JournalRow.number, JournalRow.at, JournalRow.entry).where(JournalRow.table == table)
    rows = session.execute(ours).all()
    archive = session.scalar(select(ArchiveRow.lines).where(ArchiveRow.table == table))
    with told_if_damaged():
        found = [Kept(number, at, journal.read(entry)) for number, at, entry in rows]
        if archive is not None:  # looked for last: what was archived meanwhile is found twice, and not missed
            found = list({kept.number: kept for kept in [*found, *unpacked(archive)]}.values())
    return sorted(found, key=lambda kept: kept.number)


def archive_some(store: Store, now: float, most: int = STEP) -> int:
    """Archive the journals of some tables, those that nobody has touched for longest first; return of how many."""
    ripe = select(TableRow.id).where(_ripe(now), ~exists().where(ArchiveRow.table == TableRow.id))
    with Session(store.engine) as session:
        tables = list(session.scalars(ripe.order_by(TableRow.updated).limit(most)))
    for table in tables:
        with Session(store.engine) as session, session.begin():
            _archive(session, table, now)
    return len(tables)


def _archive(session: Session, table: str, now: float) -> None:
    """Archive the journal of a table, unless its game goes on again; its snapshots are dropped."""
    held = update(TableRow).where(TableRow.id == table, _ripe(now)).values(epoch=TableRow.epoch)
    if session.connection().execute(held).rowcount != 1:  # a change, so that nobody else writes meanwhile
        return
    if session.get(ArchiveRow, table) is not None:  # another server was quicker
        return
    of_the_game = (JournalRow.table == table) & JournalRow.kind.not_in(NAMED)
    rows = select(JournalRow.number, JournalRow.at, JournalRow.entry).where(of_the_game).order_by(JournalRow.number)
    lines = [(number, at, entry) for number, at, entry in session.execute(rows)]
    session.add(ArchiveRow(table=table, lines=packed(lines)))
    session.flush()
    session.execute(delete(JournalRow).where(of_the_game))
    session.execute(delete(SnapshotRow).where(SnapshotRow.table == table))


def _ripe(now: float) -> ColumnElement[bool]:
    return TableRow.state.in_(FINISHED) & (TableRow.updated < now - REST_SECONDS)
