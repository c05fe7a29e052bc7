"""What moderation keeps and looks up: standings, reports, acts; plain functions of the store, for `Database.ask`."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session

from stormriver.server import setup_catalogue
from stormriver.server.account_names import account_key
from stormriver.server.errors import NotFound
from stormriver.server.languages import USUAL
from stormriver.server.models import FINISHED, OnlookerRow, PersonRow, SeatRow, SessionRow, TableRow
from stormriver.server.moderation.facts import ActWanted, AdminAct, AdminPerson, AdminReport, AdminTable
from stormriver.server.moderation.models import ActRow, ReportRow, StandingRow
from stormriver.server.requests import TableLine
from stormriver.server.store import PersonId, Store
from stormriver.server.updates import when

MOST = 100
"""How many rows operators are shown at once; a search finds the others."""


# standings


class Standings(NamedTuple):
    """The people who may do more, or less, than everybody."""

    operators: frozenset[PersonId]
    muted: frozenset[PersonId]
    banned: frozenset[PersonId]


def standings(store: Store) -> Standings:
    """Return the people who may do more, or less, than everybody."""
    with Session(store.engine) as session:
        rows = session.scalars(select(StandingRow)).all()
    operators, muted, banned = (
        frozenset(row.person for row in rows if getattr(row, name)) for name in ("operator", "muted", "banned")
    )
    return Standings(operators, muted, banned)


def set_standing(store: Store, /, person: PersonId, **changed: bool) -> None:
    """Change what a person may do: whether they are `operator`, `muted`, `banned`."""
    with Session(store.engine) as session, session.begin():
        row = session.get(StandingRow, person)
        if row is None:
            row = StandingRow(person=person, operator=False, muted=False, banned=False)
            session.add(row)
        for name, value in changed.items():
            setattr(row, name, value)


# people and tables


def who(store: Store, person: PersonId) -> str:
    """Return what operators call a person: account, else name, and number; NotFound if there is none of that number."""
    known = store.person(person)
    return f"{known.account or known.name or '-'} ({known.id})"


def number_of(store: Store, called: str) -> PersonId:
    """Return the number of the person with an account of that name, or of that number; NotFound if there is none."""
    account = store.account(called)
    if account is not None:
        return account.id
    if called.isdecimal():
        return store.person(int(called)).id
    raise NotFound("server.moderation.no_account", name=repr(called))


def people(store: Store, search: str = "", most: int = MOST) -> list[AdminPerson]:
    """Return the people whose name or account has some letters, or with that number; those last here come first."""
    used = select(SessionRow.person, func.max(SessionRow.used).label("used")).group_by(SessionRow.person).subquery()
    seats = select(SeatRow.person, func.count(SeatRow.table.distinct()).label("tables")).group_by(SeatRow.person)
    sitting = seats.subquery()
    wanted: list[ColumnElement[bool]] = []
    if search:
        like = f"%{escaped(account_key(search))}%"
        names = [PersonRow.account_key.like(like, escape="\\"), func.lower(PersonRow.name).like(like, escape="\\")]
        wanted = [or_(*names, *([PersonRow.id == int(search)] if _is_number(search) else []))]
    with Session(store.engine) as session:
        rows = session.execute(
            select(PersonRow, used.c.used, sitting.c.tables, StandingRow)
            .outerjoin(used, used.c.person == PersonRow.id)
            .outerjoin(sitting, sitting.c.person == PersonRow.id)
            .outerjoin(StandingRow, StandingRow.person == PersonRow.id)
            .where(*wanted)
            .order_by(func.coalesce(used.c.used, PersonRow.created).desc(), PersonRow.id)
            .limit(most)
        ).all()
        return [_admin_person(*row) for row in rows]


def _admin_person(row: PersonRow, used: float | None, tables: int | None, standing: StandingRow | None) -> AdminPerson:
    return AdminPerson(
        id=row.id,
        name=row.name,
        account=row.account or "",
        created=when(row.created),
        used=_told(used),
        tables=tables or 0,
        operator=standing is not None and standing.operator,
        muted=standing is not None and standing.muted,
        banned=standing is not None and standing.banned,
    )


def tables(store: Store, search: str = "", state: str = "", language: str = USUAL) -> list[AdminTable]:
    """Return the tables with some letters in their name, id or a seat's name, those last changed first.

    Args:
        search: what to look for; empty for all.
        state: `waiting`, `playing`, `paused`, `over` or `stopped`; empty for all.
        language: in which it is told what is played.
    """
    wanted: list[ColumnElement[bool]] = [TableRow.state == state] if state else []
    if search:
        like = f"%{escaped(search.lower())}%"
        wanted.append(or_(TableRow.id == search, func.lower(TableRow.line).like(like, escape="\\")))
    with Session(store.engine) as session:
        rows = session.scalars(select(TableRow).where(*wanted).order_by(TableRow.updated.desc()).limit(MOST)).all()
        seated: dict[str, dict[int, int]] = {}
        seats = select(SeatRow).where(SeatRow.table.in_([row.id for row in rows]), SeatRow.person.is_not(None))
        for seat in session.scalars(seats):
            seated.setdefault(seat.table, {})[seat.number] = seat.person or 0
        return [_admin_table(row, seated.get(row.id, {}), language) for row in rows]


def _admin_table(row: TableRow, seated: dict[int, int], language: str) -> AdminTable:
    try:
        line = msgspec.json.decode(row.line, type=TableLine)
    except msgspec.MsgspecError:  # a row that nobody can read is one that operators should find
        line = TableLine(row.id, "?", "?", row.state, [], 0, "")
    return AdminTable(
        id=row.id,
        name=line.name,
        game=setup_catalogue.game_name(line.preset, line.packs, language),
        state=row.state,
        listed=row.listed,
        turn=line.turn,
        created=when(row.created),
        updated=when(row.updated),
        maker=row.maker,
        people=[(seated[seat.number], seat.name) for seat in line.seats if seat.number in seated],
        computers=sum(seat.who == "computer" for seat in line.seats),
        watch_link=f"/watch/{row.watch_secret}",
    )


def tables_to_leave(store: Store, person: PersonId) -> list[str]:
    """Return the tables in play at which somebody sits."""
    with Session(store.engine) as session:
        mine = select(SeatRow.table).join(TableRow, TableRow.id == SeatRow.table)
        return list(session.scalars(mine.where(SeatRow.person == person, TableRow.state.not_in(FINISHED)).distinct()))


def tables_known(store: Store, person: PersonId) -> list[str]:
    """Return all tables that somebody has made, or at which they sit or look on."""
    ways = (
        select(TableRow.id).where(TableRow.maker == person),
        select(SeatRow.table).where(SeatRow.person == person),
        select(OnlookerRow.table).where(OnlookerRow.person == person),
    )
    with Session(store.engine) as session:
        return sorted({table for way in ways for table in session.scalars(way)})


class Census(Struct):
    """How much the database holds."""

    tables: int
    in_play: int
    people: int
    accounts: int
    reports: int


def census(store: Store) -> Census:
    """Return how much the database holds."""
    counts = (
        select(func.count()).select_from(TableRow),
        select(func.count()).select_from(TableRow).where(TableRow.state.not_in(FINISHED)),
        select(func.count()).select_from(PersonRow),
        select(func.count()).select_from(PersonRow).where(PersonRow.account.is_not(None)),
        select(func.count()).select_from(ReportRow).where(ReportRow.done.is_(None)),
    )
    with Session(store.engine) as session:
        return Census(*(session.scalar(count) or 0 for count in counts))


# reports


def add_report(store: Store, report: ReportRow) -> int:
    """Keep a report, and return its number."""
    with Session(store.engine) as session, session.begin():
        session.add(report)
        session.flush()
        return report.id


def close_report(store: Store, report: int) -> None:
    """Note that an operator is done with a report; NotFound if there is none of that number."""
    with Session(store.engine) as session, session.begin():
        found = session.execute(
            update(ReportRow).where(ReportRow.id == report).values(done=time.time()).returning(ReportRow.id)
        )
        if found.first() is None:
            raise NotFound("server.moderation.no_report")


def reports(store: Store, done: bool = False, most: int = MOST) -> list[AdminReport]:
    """Return the reports that are open, or those that are done; the latest first."""
    with Session(store.engine) as session:
        rows = session.execute(
            select(ReportRow, TableRow.watch_secret)
            .outerjoin(TableRow, TableRow.id == ReportRow.table)
            .where(ReportRow.done.is_not(None) if done else ReportRow.done.is_(None))
            .order_by(ReportRow.at.desc(), ReportRow.id.desc())
            .limit(most)
        ).all()
        return [_admin_report(row, secret) for row, secret in rows]


def _admin_report(row: ReportRow, secret: str | None) -> AdminReport:
    kind: Any = row.kind
    link = f"/watch/{secret}" if secret else ""
    return AdminReport(
        row.id, when(row.at), kind, row.table, row.title, row.name, row.quoted, row.reason, row.by, row.about,
        _told(row.done), link,
    )  # fmt: skip


# acts


def add_act(store: Store, wanted: ActWanted, operator: PersonId | None, whom: str, done: bool) -> int:
    """Note what an operator has `done`, or wants the server to do, and return its number."""
    now = time.time()
    row = ActRow(
        at=now, operator=operator, what=wanted.what, person=wanted.person or None, whom=whom, table=wanted.table,
        report=wanted.report or None, why=wanted.why, done=now if done else None, refused="",
    )  # fmt: skip
    with Session(store.engine) as session, session.begin():
        session.add(row)
        session.flush()
        return row.id


def settle_act(store: Store, act: int, refused: str = "") -> None:
    """Note that an act has been done, or why it could not be."""
    with Session(store.engine) as session, session.begin():
        session.execute(update(ActRow).where(ActRow.id == act).values(done=time.time(), refused=refused))


def acts_to_do(store: Store) -> list[tuple[int, ActWanted]]:
    """Return what operators want done, by number, in the order in which they said so."""
    with Session(store.engine) as session:
        rows = session.scalars(select(ActRow).where(ActRow.done.is_(None)).order_by(ActRow.id)).all()
        return [(row.id, _wanted(row)) for row in rows]


def _wanted(row: ActRow) -> ActWanted:
    what: Any = row.what
    return ActWanted(what, row.person or 0, row.table, row.report or 0, row.why)


def act(store: Store, number: int) -> AdminAct:
    """Return an act by its number; NotFound if there is none."""
    return next(iter(_acts(store, ActRow.id == number)))


def acts(store: Store, most: int = MOST) -> list[AdminAct]:
    """Return what operators have done, the latest first."""
    return _acts(store, ActRow.id > 0, most)


def _acts(store: Store, wanted: ColumnElement[bool], most: int = MOST) -> list[AdminAct]:
    with Session(store.engine) as session:
        rows = session.execute(
            select(ActRow, PersonRow.account, PersonRow.name)
            .outerjoin(PersonRow, PersonRow.id == ActRow.operator)
            .where(wanted)
            .order_by(ActRow.at.desc(), ActRow.id.desc())
            .limit(most)
        ).all()
        return [_admin_act(row, account or name or "") for row, account, name in rows]


def _admin_act(row: ActRow, operator: str) -> AdminAct:
    what: Any = row.what
    table = row.table
    return AdminAct(row.id, when(row.at), operator, what, row.whom, table, row.why, _told(row.done), row.refused)


# what several of them need


def escaped(text: str) -> str:
    """Return a text as a pattern of `LIKE` finds it, and nothing else."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16


def _told(at: float | None) -> str:
    return "" if at is None else when(at)
