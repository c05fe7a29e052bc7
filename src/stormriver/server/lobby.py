"""The lobby: all tables of a server, loaded from the database when somebody comes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from stormriver import players
from stormriver.language.message import Message, message
from stormriver.server import replay, tutorial, updates, waiting_room
from stormriver.server.account_names import demand_name
from stormriver.server.bot_pool import BotPool
from stormriver.server.cluster.leases import NO_TABLE, Elsewhere, Lease, Sandboxed
from stormriver.server.cluster.member import Member
from stormriver.server.database import Database
from stormriver.server.errors import BadRequest, Declined, NotAllowed, NotFound, Unavailable
from stormriver.server.fair_queue import BackgroundWorker
from stormriver.server.hosting import demand_not_shown_out
from stormriver.server.journal import Began, Seated
from stormriver.server.languages import USUAL
from stormriver.server.live_table import ELSEWHERE, LiveTable
from stormriver.server.moderation import erasure
from stormriver.server.pack_texts import pack_texts
from stormriver.server.requests import (
    Invitation,
    Joined,
    PackText,
    PlayOn,
    SeatWanted,
    Statistics,
    TableLine,
    TableMade,
    TableWanted,
)
from stormriver.server.sandbox.sandbox import Sandbox
from stormriver.server.seating import Seat, distinct, named, seats_again, seats_of
from stormriver.server.session import SetUp, TableSession
from stormriver.server.store import SECRET_BYTES, PersonId, Store, Stored
from stormriver.server.table_checks import demand_possible, no_player
from stormriver.server.table_policy import TablePolicy
from stormriver.server.table_rows import rows_of, session_of
from stormriver.server.updates import Outcome, Presence

Found = TypeVar("Found")
SWEEP_SECONDS = 20.0
TRIES, AGAIN_SECONDS = 30, 0.2
"""How often, and after how long each time, a table is asked for that another server is to give up."""
ID_BYTES, LETTER = 12, "t"  # a command line takes what begins with a dash for an option
SALT_BYTES = 16
LOGGED_OUT = message("server.account.logged_out")
LOGGED_IN = message("server.account.logged_in")
GONE = message(NO_TABLE)
NO_LINK = "server.lobby.no_link"


class Lobby:
    """All tables of a server.

    Attributes:
        database: the database.
        policy: delays and limits, the same for every table.
        bots: the pool of processes in which computer players think.
        background: runs what takes long, in a thread.
        live: the tables in memory, by id.
        muted: the people who may say nothing at any table; `banned` those who may be at none.
        dismissals: how often somebody's connections were closed.
        now: tells the time, in seconds since 1970.
        new_seed: draws the seed of a table for which nobody has chosen one.
        dice: the name of the generator of the dice at such a table.
        member: this server among those on its database.
        notice: callback with a table of which something has been committed, or where somebody came or went.
        sandbox: where the tables are that play with strangers' packs; None: here.
        at_work: callback with the table for which the current task works from now on.
    """

    def __init__(
        self,
        database: Database,
        policy: TablePolicy | None = None,
        now: Callable[[], float] = time.time,
        bots: BotPool | None = None,
        new_seed: Callable[[], int] | None = None,
        dice: str | None = None,
        member: Member | None = None,
    ) -> None:
        self.database = database
        self.member = Member(database) if member is None else member
        self.policy = TablePolicy() if policy is None else policy
        self.now = now
        self.bots = BotPool(self.policy) if bots is None else bots
        self.new_seed = replay.new_seed if new_seed is None else new_seed
        self.dice = replay.DICE if dice is None else dice
        self.background = BackgroundWorker()
        self.notice: Callable[[LiveTable], None] = lambda table: None
        self.sandbox: Sandbox | None = None
        self.at_work: Callable[[str], None] = lambda table: None
        self.live: dict[str, LiveTable] = {}
        self.muted: set[PersonId] = set()
        self.banned: set[PersonId] = set()
        self.dismissals = 0
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._giving: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("stormriver.lobby")

    async def start(self) -> None:
        """Start the background tasks; tables are loaded when somebody comes."""
        self.bots.warm_up()
        notices = self.member.notices
        notices.on("dismiss", lambda person, key, known_by: self._dismiss_here(person, message(key), known_by))
        notices.on("rename_person", self._rename_here)
        notices.on("give_up", self._give_up)
        await self.member.start(lambda: {table.id: table.lease for table in self.live.values()}, self.lose)
        self._chores = [asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop all tables; everything is committed already."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self.live.values()))
        await self.member.close()
        await self.bots.close()

    # tables

    async def table(self, table: str) -> LiveTable:
        """Return a table, claimed and loaded from the database if it is not in memory.

        Raises:
            NotFound: if there is none of that id.
            Elsewhere: if another server has it.
        """
        self.at_work(table)
        if table not in self.live:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
                self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
            return await asyncio.shield(self._loading[table])
        found = self.live[table]
        found.idle_since = self.now()
        return found

    async def _load(self, table: str) -> LiveTable:
        if self.sandbox is not None:
            await self.sandbox.demand_harmless(table)
        lease = await self.member.claim(table)
        stored = await self.database.table(table)
        session = await self.background.do(session_of, stored)
        if session.stopped:
            self._log.warning("a table is stopped", table=table, reason=str(session.stopped))
        self.live[table] = live = LiveTable(session, self, lease, stored.onlookers)
        live.start()
        if session.added is not None:
            self._log.info("a table goes on by later rules", table=table, follows=not session.added.save)
            with contextlib.suppress(Declined, Unavailable):  # it is kept with what is done next
                await live.settle()
        return live

    async def _sweep(self) -> None:
        """Unload tables where nobody is and nothing is to be done, at intervals."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for table in list(self.live.values()):
                if table.idle and self.now() - table.idle_since > self.policy.idle_seconds:
                    del self.live[table.id]
                    await table.close()
                    await self.member.release(table.id, table.lease)

    async def take(self, table: str) -> LiveTable:
        """Return a table as `table` does, taken from another server if that has it: for what concerns several tables.

        Raises:
            NotFound: if there is none of that id.
            Sandboxed: if it is in the sandbox, and stays there.
            Unavailable: if the other server does not give it up.
        """
        for _ in range(TRIES):
            try:
                return await self.table(table)
            except Sandboxed:
                raise
            except Elsewhere:
                self.member.notices.tell("give_up", table)
                await asyncio.sleep(AGAIN_SECONDS)
        raise Unavailable(ELSEWHERE.key)

    @contextlib.asynccontextmanager
    async def kept_out(self, table: str) -> AsyncIterator[bool]:
        """Keep a table that no server has in memory there as long as the context lasts; yields False if one has it.

        Raises:
            NotFound: if there is none of that id.
        """
        try:
            lease = None if table in self.live or table in self._loading else await self.member.claim(table)
        except Elsewhere:
            lease = None
        try:
            yield lease is not None
        finally:
            if lease is not None:
                await self._let_in(table, lease)

    async def _let_in(self, table: str, lease: Lease) -> None:
        """Give up a table that was kept out of memory; if somebody has come here nevertheless, it is read anew."""
        if table in self._loading:
            await asyncio.wait([self._loading[table]])
        live = self.live.get(table)
        if live is None:
            await self.member.release(table, lease)
        else:
            live.adrift = True
            live.moved.set()

    def _give_up(self, table: str) -> None:
        """Give up a table that another server wants."""
        live = self.live.get(table)
        if live is not None:
            self.lose(table)
            self._giving.add(task := asyncio.create_task(self.member.release(table, live.lease)))
            task.add_done_callback(self._giving.discard)

    def lose(self, table: str) -> None:
        """Remove a table that another server has claimed; whoever is there is to connect anew, to be passed on."""
        live = self.live.pop(table, None)
        if live is not None:
            live.log.warning("another server has claimed this table")
            live.abandon(ELSEWHERE)

    async def stored(self, table: str) -> Stored:
        """Return what is kept of a table in memory; one of which nothing is leaves it, and whoever is there is told.

        Raises:
            NotFound: if nothing is.
        """
        try:
            return await self.database.table(table)
        except NotFound:
            live = self.live.pop(table, None)
            if live is not None:
                live.log.warning("this table has been deleted")
                live.abandon(GONE)
            raise

    # making

    async def make(self, wanted: TableWanted, person: PersonId) -> TableMade:
        """Make a table.

        Raises:
            StormriverError: if it is not possible; `where` names the field.
            NotAllowed: if the person has made too many.
        """
        await self._demand_room(person)
        own_name = (await self.database.ask(Store.person, person)).name
        wanted = replace(wanted, seats=named(wanted.seats, wanted.name.strip() or own_name))
        await self.background.do(demand_possible, wanted)
        mine = next((seat.name for seat in wanted.seats if seat.who == "me"), "")
        if mine and not own_name:
            await self.database.ask(Store.rename, person, mine)
        seed = self.new_seed() if wanted.seed is None else wanted.seed
        hashed, wanted = wanted.nonce_hash, replace(wanted, nonce_hash=None)
        return self._made(await self._found(wanted, person, seed, hashed=hashed))

    async def _demand_room(self, person: PersonId) -> None:
        if await self.database.ask(Store.in_play, person) >= self.policy.tables_a_person:
            raise NotAllowed("server.lobby.too_many", most=self.policy.tables_a_person)

    async def begin(self, wanted: TableWanted, person: PersonId, save: str = "") -> TableMade:
        """Make a table whose set-up is known to be possible, from its beginning or from a save.

        Raises:
            NotAllowed: if the person has made too many.
        """
        await self._demand_room(person)
        began = Began(names=[seat.name for seat in wanted.seats], save=save) if save else None
        return self._made(await self._found(wanted, person, self.new_seed(), began))

    async def _found(
        self, wanted: TableWanted, maker: PersonId, seed: int, began: Began | None = None, hashed: str | None = None
    ) -> LiveTable:
        """Return a new table, committed, and begun if no seat is open; `hashed` is what its maker has committed to."""
        secret = secrets.token_urlsafe
        salt = secrets.token_hex(SALT_BYTES)
        setup = SetUp(LETTER + secret(ID_BYTES), wanted, maker, self.now(), seed, salt, secret(SECRET_BYTES))
        seats = seats_of(wanted, maker)
        for seat in seats:
            seat.secret = secret(SECRET_BYTES) if seat.who == "open" else None
        row, seat_rows = rows_of(setup, seats)
        session, lease = TableSession(setup, seats), Lease(self.member.id, epoch=1)
        row.owner, row.epoch = lease.owner, lease.epoch
        table = LiveTable(session, self, lease)
        line = updates.line_of(session, Presence((), 0, table.clocks))
        row.line = msgspec.json.encode(line).decode()
        await self.database.ask(Store.add_table, row, seat_rows)
        self.live[table.id] = table
        table.start()  # now, so that it goes on even if its beginning is kept late
        async with table.lock:
            if began is not None:
                table.add(began)
            if held := session.seating.held_by(maker):
                waiting_room.commit_seat(table, held[0], hashed)
            waiting_room.begin_if_full(table)
            await table.keep_and_show()
        return table

    def _made(self, table: LiveTable) -> TableMade:
        seating, setup = table.session.seating, table.session.setup
        return TableMade(table.id, updates.seat_links(seating), updates.watch_link(setup))

    async def again(self, session: TableSession) -> str:
        """Make the same table once more, with the same people, and return its id."""
        setup = session.setup
        seats = session.seating.seats
        wanted = replace(setup.wanted, seats=seats_again(seats, setup.maker), start="full", seed=None)
        proposal = session.seating.proposal
        hashes = {} if proposal is None else {seats[seat].person: told for seat, told in proposal.hashes.items()}
        table = await self._found(wanted, setup.maker, self.new_seed(), hashed=hashes.get(setup.maker))
        for seat in seats:
            if table.session.seating[seat.number].who == "open":
                await table.fill(Seated(seat.number, seat.name), seat.person, hashes.get(seat.person))
        return table.id

    async def go_on_from(self, session: TableSession, person: PersonId, wanted: PlayOn) -> TableMade:
        """Make a table that begins with a moment of another game; see `replay.position`."""
        if wanted.level not in players.NAMES:
            raise no_player(wanted.level, "level")
        seed = self.new_seed()
        save = await self.background.do(replay.position, session, person, wanted, seed, self.dice)
        names = session.seating.names()
        seats = [
            SeatWanted("me", name) if number == wanted.seat else SeatWanted("computer", name, wanted.level)
            for number, name in enumerate(names)
        ]
        made = replace(session.setup.wanted, seats=seats, listed=False, seed=None)
        return self._made(await self._found(made, person, seed, Began(names=names, save=save)))

    async def teach(self, lesson_id: str, person: PersonId, name: str = "", language: str = USUAL) -> TableMade:
        """Make a table for a lesson, called by its title in a language; the learner may have a name there.

        Raises:
            NotFound: if there is no lesson of that id.
            BadRequest: if the name is none.
        """
        demand_name(name)
        wanted = tutorial.wanted_for(tutorial.lesson_of(lesson_id), name, language)
        names = [seat.name for seat in wanted.seats]
        save = await self.background.do(tutorial.position, lesson_id, names)
        began = Began(names=names, save=save, lesson=lesson_id)
        return self._made(await self._found(wanted, person, self.new_seed(), began))

    # coming

    async def join(self, secret: str, name: str, person: PersonId, hashed: str | None = None) -> Joined:
        """Let somebody take an open seat by its link, committed to the nonce of a hash if they say one.

        Raises:
            NotFound: if the link leads nowhere.
            Declined: if somebody else has the seat.
            BadRequest: if the name is none.
        """
        table, seat = await self._open_to(secret)
        demand_not_shown_out(table.session, person)
        if seat.person != person:
            name = name.strip()
            if not name:
                raise BadRequest("server.lobby.name_empty", "name")
            demand_name(name)
            others = [other.name for other in table.session.seating.seats if other is not seat]
            await table.fill(Seated(seat.number, distinct([*others, name])[-1]), person, hashed)
            await self.database.ask(Store.rename, person, name)
        return Joined(table.id, seat.number)

    async def invitation(self, secret: str, language: str = USUAL) -> Invitation:
        """Return who invites by a link to a seat, and to what; NotFound if it leads nowhere."""
        table, seat = await self._open_to(secret)
        return updates.invitation_of(table.session, seat, table.presence, language)

    async def texts_behind(self, secret: str, language: str = USUAL) -> list[PackText]:
        """Return the cards of the packs at the table that a link to a seat leads to; NotFound if it leads nowhere."""
        table, _ = await self._open_to(secret)
        wanted = table.session.setup.wanted
        return await self.background.do(pack_texts, wanted.preset, wanted.options, wanted.packs, language)

    async def _open_to(self, secret: str) -> tuple[LiveTable, Seat]:
        """Return the table and the seat that a link leads to, once that is kept; NotFound if it leads nowhere."""
        found = await self.database.ask(Store.seat_of, secret)
        if found is None:
            raise NotFound(NO_LINK)
        table = await self.table(found)
        await table.settle()  # a seat is theirs once that is kept
        seat = next((seat for seat in table.session.seating.seats if seat.secret == secret), None)
        if seat is None:
            raise NotFound(NO_LINK)
        return table, seat

    async def watch(self, secret: str, person: PersonId) -> Joined:
        """Let somebody look on by a link; NotFound if it leads nowhere."""
        found = await self.database.ask(Store.watched_by, secret)
        if found is None:
            raise NotFound(NO_LINK)
        table = await self.table(found)
        demand_not_shown_out(table.session, person)
        await self.database.ask(Store.let_watch, found, person)
        table.onlookers.add(person)
        return Joined(found, -1)

    def demand_welcome(self, person: PersonId | None) -> None:
        """Raise NotAllowed if an operator has banned somebody."""
        if person in self.banned:
            raise NotAllowed("server.moderation.banned")

    async def merge(self, old: PersonId, new: PersonId) -> None:
        """Give everything of one person to another, also at the tables in play, and close their connections."""
        await self.database.ask(erasure.renumber, old, new)
        await self.database.ask(Store.merge, old, new)
        self.dismiss(old, LOGGED_IN)
        self._rename_here(old, new)
        self.member.notices.tell("rename_person", old, new)

    def _rename_here(self, old: PersonId, new: PersonId) -> None:
        for table in self.live.values():
            table.rename_person(old, new)

    def dismiss(self, person: PersonId, why: Message, known_by: str = "") -> None:
        """Close all connections of a person, on every server, and say why.

        Args:
            why: a message without parts.
            known_by: the id of a login session or API token, if only what came with that is to be closed.
        """
        self._dismiss_here(person, why, known_by)
        self.member.notices.tell("dismiss", person, why.key, known_by)

    def _dismiss_here(self, person: PersonId, why: Message, known_by: str) -> None:
        self.dismissals += 1
        for connection in (one for table in self.live.values() for one in table.connections):
            if connection.person == person and known_by in ("", connection.known_by):
                connection.dismiss(why)

    # lists

    async def listed(self, language: str = USUAL) -> list[TableLine]:
        """Return the lines of the tables in the public list, in a language."""
        kept = await self.database.ask(Store.public_lines)
        lines = (self._readable(updates.line_for, line, (), secret, language) for line, secret in kept)
        return [line for line in lines if line is not None]

    async def tables_of(self, person: PersonId, language: str = USUAL) -> list[TableLine]:
        """Return the lines of a person's tables in a language, the latest first and those archived last."""
        kept = await self.database.ask(Store.lines_of, person)
        lines = (self._readable(updates.line_for, line, mine, "", language) for line, mine in kept)
        return [line for line in lines if line is not None]

    def _readable(self, read: Callable[..., Found], *kept: Any) -> Found | None:
        """Return a stored value of a table as read, None if it is unreadable: one bad row must not break a list."""
        try:
            return read(*kept)
        except (msgspec.MsgspecError, ValueError, OverflowError, LookupError) as error:
            self._log.error("what is kept of a table cannot be read", reason=str(error))
            return None

    async def statistics(self, person: PersonId) -> Statistics:
        """Return what somebody's finished games add up to; each seat counts as one."""
        found = Statistics(0, 0, {}, {}, [])
        for text, mine in await self.database.ask(Store.outcomes, person):
            outcome = self._readable(_outcome, text, mine)
            if outcome is None:
                continue
            found.rounds.append(outcome.rounds)
            for seat in mine:
                character, won = outcome.seats[seat]
                found.played += 1
                found.won += won
                if character:  # not known of one lost before the log of the game begins
                    _count(found.by_character, character, won)
                _count(found.by_seats, str(len(outcome.seats)), won)
        return found


def _outcome(text: str, seats: list[int]) -> Outcome:
    """Return how a game went; LookupError if it had not all of these seats."""
    outcome = msgspec.json.decode(text, type=Outcome)
    if max(seats) >= len(outcome.seats):
        raise LookupError(f"there is no seat {max(seats)} in {text[:80]}")
    return outcome


def _count(counts: dict[str, tuple[int, int]], name: str, won: bool) -> None:
    played, victories = counts.get(name, (0, 0))
    counts[name] = played + 1, victories + won
