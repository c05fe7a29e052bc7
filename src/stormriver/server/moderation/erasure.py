"""What is kept of a person: told to them, given to their account, or erased, with the games whole for the others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Column, case, delete, select, update
from sqlalchemy.orm import Session

from stormriver.kernel import saves
from stormriver.server import journal
from stormriver.server.archives import NAMED
from stormriver.server.journal import GONE, Entry
from stormriver.server.models import FINISHED, JournalRow, Model, PersonRow, SeatRow, SnapshotRow, TableRow
from stormriver.server.moderation import queries
from stormriver.server.moderation.facts import PersonalData
from stormriver.server.moderation.models import ActRow, ReportRow
from stormriver.server.seating import distinct
from stormriver.server.store import PersonId, Store
from stormriver.server.updates import when

SOMEBODY = "Somebody"
"""The name that stands at a table for those who have been deleted."""
PERSON: Column[Any] = Model.metadata.tables["people"].c.id
PEOPLE = PersonRow.__tablename__
TABLES = TableRow.__tablename__
UNTOLD = frozenset(
    ("password", "token_hash", "code_hash", "challenge", "secret", "secret_hash", "watch_secret", "seed", "salt")
    + ("state_hash", "nonce", "verifier", "header", "save", "outcome")
)
"""Columns that a person is not told: hashes, links that are others' to give, and what is hidden in a game."""


def references() -> list[Column[Any]]:
    """Return all columns of the database in which a person's number stands, whichever part of the server has them."""
    columns = (column for table in Model.metadata.sorted_tables for column in table.columns)
    return [column for column in columns if column.references(PERSON)]


# telling


def kept_of(store: Store, person: PersonId) -> PersonalData:
    """Return all that is kept of a person."""
    known = store.person(person)
    with Session(store.engine) as session:
        rows = {PEOPLE: _rows(session, PERSON, person)}
        for column in references():
            rows[f"{column.table.name}.{column.name}"] = _rows(session, column, person)
        said = {table: _said(session, table, person) for table in queries.tables_known(store, person)}
    found = {table: lines for table, lines in said.items() if lines}
    return PersonalData(known.name, known.account, {name: rows for name, rows in rows.items() if rows}, found)


def _rows(session: Session, column: Column[Any], person: PersonId) -> list[dict[str, Any]]:
    """Return the rows in which a column names a person, with all that they may be told."""
    told = [other for other in column.table.columns if other.name not in UNTOLD]
    return [dict(row._mapping) for row in session.execute(select(*told).where(column == person))]


def _said(session: Session, table: str, person: PersonId) -> list[dict[str, Any]]:
    """Return what a person has said at a table."""
    seats = set(session.scalars(select(SeatRow.number).where(SeatRow.table == table, SeatRow.person == person)))
    talk = (JournalRow.table == table) & JournalRow.kind.in_(("spoken", "questioned"))
    found = []
    for row in session.scalars(select(JournalRow).where(talk).order_by(JournalRow.number)):
        entry = journal.read(row.entry)
        assert isinstance(entry, journal.TALK)
        if entry.person == person or (entry.person == GONE and entry.seat in seats):
            found.append({"at": when(row.at), "name": entry.name, "text": entry.text})
    return found


# giving it to an account


def renumber(store: Store, old: PersonId, new: PersonId) -> None:
    """Let the journals of all tables that somebody is at call them by the number of their account."""
    tables = queries.tables_known(store, old)
    kinds = JournalRow.kind.in_(("spoken", "questioned", "muted", "shown_out"))
    with Session(store.engine) as session, session.begin():
        for row in session.scalars(select(JournalRow).where(JournalRow.table.in_(tables), kinds)):
            entry = journal.read(row.entry)
            if _renumbered(entry, old, new):
                row.entry = journal.written(entry)


def _renumbered(entry: Entry, old: PersonId, new: PersonId) -> bool:
    """Replace the number of a person in a journal entry, and tell whether it was there."""
    if not isinstance(entry, journal.OF_PEOPLE) or entry.person != old:
        return False
    entry.person = new
    return True


# erasing


class Known(NamedTuple):
    """What a person is at a table: their seats, whether they are its host, and who would be after them.

    Attributes:
        heir: the first other person who sits there, None if nobody does.
        finished: whether the game is over, or was stopped.
    """

    seats: frozenset[int]
    host: bool
    heir: PersonId | None
    finished: bool


def known_at(store: Store, table: str, person: PersonId) -> Known:
    """Return what a person is at a table."""
    with Session(store.engine) as session:
        row = session.get_one(TableRow, table)
        taken = select(SeatRow).where(SeatRow.table == table, SeatRow.person.is_not(None)).order_by(SeatRow.number)
        seats = session.scalars(taken).all()
        heir = next((seat.person for seat in seats if seat.person != person), None)
        mine = frozenset(seat.number for seat in seats if seat.person == person)
        return Known(mine, row.maker == person, heir, row.state in FINISHED)


def erase_at(store: Store, table: str, person: PersonId, known: Known) -> None:
    """Let nothing of a person be known at a table but what they did in the game and what they said.

    Args:
        known: what they were there; if they were the host, somebody else is now.
    """
    with Session(store.engine) as session, session.begin():
        row = session.get_one(TableRow, table)
        rows = session.scalars(select(JournalRow).where(JournalRow.table == table, JournalRow.kind.in_(NAMED))).all()
        entries = [journal.read(kept.entry) for kept in rows]
        wanted, line = json.loads(row.wanted), json.loads(row.line)
        names = {seat["name"] for seat in line["seats"] if seat["number"] in known.seats}
        names |= {entry.name for entry in entries if isinstance(entry, journal.TALK) and entry.person == person}
        names |= {seat["name"] for seat in wanted["seats"] if known.host and seat["who"] == "me"}
        instead = _instead(names - {""}, {seat["name"] for seat in wanted["seats"]} | _all_names(entries))
        seats = [seat["name"] for seat in line["seats"]]
        for kept, entry in zip(rows, entries, strict=True):
            _rename(entry, person, seats, instead)
            kept.entry = journal.written(entry)
        _rename_seats(wanted, instead)
        _rename_seats(line, instead)
        line["result"] = [instead.get(name, name) for name in line["result"]]
        row.wanted, row.line = json.dumps(wanted), json.dumps(line)
        row.header = _in_header(row.header, instead)
        row.save = _in_save(row.save, instead) if row.save else row.save
        session.execute(delete(SnapshotRow).where(SnapshotRow.table == table))
        row.maker = known.heir if known.host and known.heir is not None else row.maker
        session.execute(update(SeatRow).where(SeatRow.table == table, SeatRow.person == person).values(person=None))


def _rename_seats(found: dict[str, Any], instead: dict[str, str]) -> None:
    for seat in found["seats"]:
        seat["name"] = instead.get(seat["name"], seat["name"])


def _all_names(entries: Iterable[Entry]) -> set[str]:
    began = (entry.names for entry in entries if isinstance(entry, journal.Began))
    return {name for names in began for name in names}


def _instead(names: set[str], taken: set[str]) -> dict[str, str]:
    """Return what is said instead of each name: `Somebody`, or with a number if somebody else is called so already."""
    others = sorted(taken - names)
    found = distinct([*others, *(SOMEBODY for _ in names)])[len(others) :]
    return dict(zip(sorted(names), found, strict=True))


def _rename(entry: Entry, person: PersonId, seats: list[str], instead: dict[str, str]) -> None:
    """Replace a person's names and number in a journal entry."""
    if isinstance(entry, journal.Began):
        entry.names = [instead.get(name, name) for name in entry.names]
    if isinstance(entry, journal.Began | journal.Upgraded) and entry.save:
        entry.save = _in_save(entry.save, instead)
    if isinstance(entry, journal.Upgraded) and "zones" in entry.names:
        entry.names["zones"] = _zones(entry.names["zones"], seats, instead)
    if isinstance(entry, journal.Seated | journal.Spoken | journal.Questioned):
        entry.name = instead.get(entry.name, entry.name)
    _renumbered(entry, person, GONE)


def _in_header(header: str, instead: dict[str, str]) -> str:
    if not header:
        return ""
    found = json.loads(header)
    _rename_header(found, instead)
    return json.dumps(found, separators=(",", ":"))


def _in_save(save: str, instead: dict[str, str]) -> str:
    """Return a save with other names of its seats, and the digest that it has with these."""
    found = json.loads(save)
    _rename_header(found["header"], instead)
    found["digest"] = saves.digest(found)
    return json.dumps(found, separators=(",", ":"))


def _rename_header(header: dict[str, Any], instead: dict[str, str]) -> None:
    """Rename the seats in the header of a record or save, and the zones that are called by them."""
    if "names" in header:
        header["names"]["zones"] = _zones(header["names"]["zones"], header["seats"], instead)
    header["seats"] = [instead.get(name, name) for name in header["seats"]]


def _zones(zones: list[str], seats: list[str], instead: dict[str, str]) -> list[str]:
    """Return the names of zones with other names of seats: those of which each seat has one, such as `hand.Ann`."""
    parted = [zone.partition(".") for zone in zones]
    known = set(zones)
    return [
        f"{kind}.{instead[seat]}" if seat in instead and all(f"{kind}.{name}" in known for name in seats) else zone
        for zone, (kind, _, seat) in zip(zones, parted, strict=True)
    ]


def forget_person(store: Store, person: PersonId) -> None:
    """Delete a person who is the host of no table any more: their rows, and their number in rows of others."""
    named = {"name": SOMEBODY, "quoted": case((ReportRow.kind == "name", SOMEBODY), else_=ReportRow.quoted)}
    with Session(store.engine) as session, session.begin():
        session.execute(update(ReportRow).where(ReportRow.about == person, ReportRow.kind != "table").values(named))
        session.execute(update(ActRow).where(ActRow.person == person).values(whom=f"{SOMEBODY} ({person})"))
        for column in reversed(references()):
            if column.nullable:
                session.execute(update(column.table).where(column == person).values({column.name: None}))
            elif column.table.name != TABLES:
                session.execute(delete(column.table).where(column == person))
        session.execute(delete(PersonRow).where(PersonRow.id == person))
