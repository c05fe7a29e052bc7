"""Moderation of a server: who may do what, and what operators want done, also by `stormriver admin`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping

import structlog

from stormriver.kernel.errors import StormriverError
from stormriver.language.message import message, sentence_of
from stormriver.server import housekeeping, journal
from stormriver.server.errors import BadRequest, NotAllowed, NotFound, Unavailable
from stormriver.server.live_table import LiveTable
from stormriver.server.lobby import Lobby
from stormriver.server.moderation import archiving, erasure, expiry, queries
from stormriver.server.moderation.deeds import do_at
from stormriver.server.moderation.erasure import Known
from stormriver.server.moderation.facts import ActWanted, AdminAct, Deed, ReportWanted
from stormriver.server.moderation.models import ReportRow
from stormriver.server.moderation.queries import Standings
from stormriver.server.store import PersonId, Store
from stormriver.server.table_policy import Expiry

LOOK_SECONDS = 2.0
"""How often it is looked whether somebody wants something done by `stormriver admin`."""
EXPIRE_SECONDS = 60.0
"""How often a few of the tables and people that have expired are deleted."""
BANNED = message("server.moderation.banned")
GONE = message("server.moderation.deleted_person")
TABLE_GONE = message("server.moderation.deleted_table")
NEEDED: Mapping[Deed, tuple[str, ...]] = {
    "kick": ("person", "table"),
    "end_table": ("table",),
    "delete_table": ("table",),
    "close_report": ("report",),
}
"""The fields that say to whom or to what something is done, where that is not a person alone."""

log = structlog.get_logger("stormriver.moderation")


class Moderation:
    """What operators do at a server, and what people may ask about themselves.

    Attributes:
        lobby: the tables, which are told at once what concerns them.
        expiry: after how many days what is deleted that nobody has come for.
        standings: the people who may do more, or less, than everybody.
    """

    def __init__(self, lobby: Lobby, expiry: Expiry | None = None) -> None:
        self.lobby = lobby
        self.expiry = Expiry() if expiry is None else expiry
        self.database = lobby.database
        self.standings = Standings(frozenset(), frozenset(), frozenset())
        self._chores: list[asyncio.Task[None]] = []
        self._removing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Learn who may do what, and look now and then for what is to be done."""
        await self.refresh()
        self.lobby.member.notices.on(housekeeping.REMOVE, self._remove_here)
        chores = ((LOOK_SECONDS, self.look), (EXPIRE_SECONDS, self.expire))
        self._chores = [asyncio.create_task(_now_and_then(*chore)) for chore in chores]

    async def close(self) -> None:
        """Look no more."""
        for chore in (*self._chores, *self._removing):
            chore.cancel()
        await asyncio.gather(*self._chores, *self._removing, return_exceptions=True)

    async def refresh(self) -> None:
        """Learn who may do what; whoever has been banned since leaves the tables."""
        self.standings = await self.database.ask(queries.standings)
        newly = self.standings.banned - self.lobby.banned
        self.lobby.muted, self.lobby.banned = set(self.standings.muted), set(self.standings.banned)
        for person in newly:
            self.lobby.dismiss(person, BANNED)

    async def look(self) -> None:
        """Do what is wanted by the command line, and learn who may do what."""
        if not await self.lobby.member.leads():
            await self.refresh()
            return
        for number, wanted in await self.database.ask(queries.acts_to_do):
            await self.carry_out(number, wanted)
        await self.refresh()

    async def expire(self) -> None:
        """Delete a few of the tables and people that have expired, and archive a few of the games that are finished.

        A table at which somebody is has not expired.
        """
        if not await self.lobby.member.leads():
            return
        now = self.lobby.now()
        await self.database.ask(expiry.end_old_sessions, now)
        for table in await self.database.ask(expiry.expired_tables, self.expiry, now):
            if await housekeeping.remove_unused(self.lobby, table):
                log.info("a table has expired", table=table)
        for person in await self.database.ask(expiry.expired_people, self.expiry, now):
            await self.delete_person(person)
            log.info("a person has expired", person=person)
        await self.database.ask(archiving.archive_some, now)

    # operators

    def demand_operator(self, person: PersonId | None) -> PersonId:
        """Return who it is if they are an operator; NotAllowed if not."""
        if person is None or person not in self.standings.operators:
            raise NotAllowed("server.moderation.operators_only")
        return person

    async def act(self, operator: PersonId | None, wanted: ActWanted) -> AdminAct:
        """Do what an operator wants, and note it; what cannot be done is refused, and not noted.

        Raises:
            NotAllowed: if they would do it to themselves, so that nobody locks themselves out.
            NotFound: if there is no such person, table or report.
        """
        _demand_whole(wanted)
        if operator is not None and operator == wanted.person:
            raise NotAllowed("server.moderation.oneself")
        whom = await self.database.ask(queries.who, wanted.person) if wanted.person else ""
        whom = f"#{wanted.report}" if wanted.report else whom
        await self._do(wanted)
        if wanted.what == "delete_person":
            whom, wanted.person = f"{erasure.SOMEBODY} ({wanted.person})", 0
        number = await self.database.ask(queries.add_act, wanted, operator, whom, done=True)
        log.info("an operator acts", what=wanted.what, person=wanted.person, table=wanted.table, operator=operator)
        return await self.database.ask(queries.act, number)

    async def carry_out(self, number: int, wanted: ActWanted) -> None:
        """Do what was asked for by the command line while the server was running, and note what came of it."""
        refused = ""
        try:
            _demand_whole(wanted)
            await self._do(wanted)
        except Unavailable:
            raise
        except StormriverError as error:
            refused = sentence_of(error)
        await self.database.ask(queries.settle_act, number, refused)

    async def _do(self, wanted: ActWanted) -> None:
        await _DEEDS[wanted.what](self, wanted)
        await self.refresh()

    async def _stand(self, wanted: ActWanted) -> None:
        await self.database.ask(Store.person, wanted.person)  # NotFound before anything is kept of them
        if wanted.what == "ban":
            await self._leave_tables(wanted.person)
        await self.database.ask(queries.set_standing, wanted.person, **_STANDINGS[wanted.what])

    async def _kick(self, wanted: ActWanted) -> None:
        await do_at(self.lobby, "kick", wanted.table, wanted.person)

    async def _delete_person(self, wanted: ActWanted) -> None:
        await self.delete_person(wanted.person)

    async def _end_table(self, wanted: ActWanted) -> None:
        await do_at(self.lobby, "end", wanted.table)

    async def _delete_table(self, wanted: ActWanted) -> None:
        await self.database.table(wanted.table)  # NotFound if there is none
        await housekeeping.remove_table(self.lobby, wanted.table, TABLE_GONE)

    def _remove_here(self, table: str, why: str) -> None:
        """Delete a table for another server, which asks again as long as it is not done."""
        if table in self.lobby.live and not self._removing:
            work = _tried(lambda: housekeeping.remove_table(self.lobby, table, message(why)))
            self._removing.add(task := asyncio.create_task(work))
            task.add_done_callback(self._removing.discard)

    async def _close_report(self, wanted: ActWanted) -> None:
        await self.database.ask(queries.close_report, wanted.report)

    # people

    async def report(self, person: PersonId | None, wanted: ReportWanted) -> int:
        """Take down a report of somebody at a table, and return its number.

        Raises:
            NotAllowed: if they are not there.
            NotFound: if there is no such table, line or seat.
            Elsewhere: if another server has the table, which is to take it down.
        """
        table = await self.lobby.table(wanted.table)
        table.admitted(person)
        return await self.database.ask(queries.add_report, _report(table, person, wanted))

    async def delete_person(self, person: PersonId) -> None:
        """Delete a person: their account, sessions and drafts; their games go on, with computers in their seats.

        A table that they have made goes to somebody else who sits there, or is deleted with them.

        Raises:
            NotFound: if there is none of that number.
        """
        await self.database.ask(Store.person, person)
        await self.database.ask(Store.end_sessions, person)
        self.lobby.dismiss(person, GONE)
        for table in await self.database.ask(queries.tables_known, person):
            await self._part(table, person)
        await self.database.ask(erasure.forget_person, person)

    async def _part(self, table: str, person: PersonId) -> None:
        """Part a person from a table, so that nothing there is theirs, or called like them."""
        known = await self.database.ask(erasure.known_at, table, person)
        if known.host and known.heir is None:
            await housekeeping.remove_table(self.lobby, table, TABLE_GONE)
        elif not (known.finished and await self._erased_unused(table, person, known)):
            await do_at(self.lobby, "part", table, person)

    async def _erased_unused(self, table: str, person: PersonId, known: Known) -> bool:
        """Erase a person at a table that is in no server's memory; returns False if it is in one's."""
        async with self.lobby.kept_out(table) as unused:
            if unused:
                await self.database.ask(erasure.erase_at, table, person, known)
            return unused

    async def _leave_tables(self, person: PersonId) -> None:
        for table_id in await self.database.ask(queries.tables_to_leave, person):
            await do_at(self.lobby, "leave", table_id, person)


async def _now_and_then(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again; if it fails once, the next time may do."""
    while True:
        await asyncio.sleep(seconds)
        await _tried(work)


async def _tried(work: Callable[[], Awaitable[None]]) -> None:
    """Do something; if it fails that is noted."""
    try:
        await work()
    except Unavailable:  # it is noted already
        return
    except Exception as error:
        log.error("moderation failed", exc_info=error)


def _demand_whole(wanted: ActWanted) -> None:
    """Raise BadRequest, with the field to blame, if it is not said to whom or to what something is to be done."""
    for field in NEEDED.get(wanted.what, ("person",)):
        if not getattr(wanted, field):
            raise BadRequest("server.moderation.whom", field)


def _report(table: LiveTable, person: PersonId | None, wanted: ReportWanted) -> ReportRow:
    """Return a report as it is kept, with what it is about as it stands now."""
    session, setup = table.session, table.session.setup
    kind, name, quoted, about = "table", "", setup.wanted.name, setup.maker
    if wanted.line >= 0:
        kept = next((kept for kept in session.said if kept.number == wanted.line), None)
        if kept is None or not isinstance(kept.entry, journal.TALK):
            raise NotFound("server.moderation.no_line")
        kind, name, quoted, about = "line", kept.entry.name, kept.entry.text, session.speaker(kept.entry)
    elif wanted.seat >= 0:
        if wanted.seat >= len(session.seating.seats):
            raise NotFound("server.no_seat", seat=wanted.seat)
        seat = session.seating[wanted.seat]
        kind, name, quoted, about = "name", seat.name, seat.name, seat.person or journal.GONE
    return ReportRow(
        at=time.time(), by=person, about=about if about > 0 else None, table=table.id, title=setup.wanted.name,
        kind=kind, name=name, quoted=quoted, reason=wanted.reason, done=None,
    )  # fmt: skip


_STANDINGS: Mapping[Deed, dict[str, bool]] = {
    "grant": {"operator": True},
    "revoke": {"operator": False},
    "mute": {"muted": True},
    "unmute": {"muted": False},
    "ban": {"banned": True},
    "unban": {"banned": False},
}
_DEEDS: Mapping[Deed, Callable[[Moderation, ActWanted], Awaitable[None]]] = {
    **dict.fromkeys(_STANDINGS, Moderation._stand),
    "kick": Moderation._kick,
    "delete_person": Moderation._delete_person,
    "end_table": Moderation._end_table,
    "delete_table": Moderation._delete_table,
    "close_report": Moderation._close_report,
}
