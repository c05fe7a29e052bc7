"""Archiving: the journals of games that are finished and at rest are put into archives, a few at a time."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.orm import Session

from stormriver.server.archives import NAMED, packed
from stormriver.server.models import FINISHED, ArchiveRow, JournalRow, SnapshotRow, TableRow
from stormriver.server.store import Store

REST_SECONDS = 3600.0
"""For how long nothing has happened at a table whose journal is archived: people look back, and talk, right after."""
STEP = 10
"""How many tables are archived in one step."""


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
