"""A live table: its session, the connections of those who are there, and the order of things: commit, then show.

Whatever is done is carried out in memory first, then committed, and only then shown. One lock covers all of it, so
that nothing is shown before it is committed. If the commit fails, the table is restored from the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection
from contextvars import Context
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec.structs import replace

from stormriver.kernel import saves
from stormriver.kernel.dice import SPLITMIX64
from stormriver.kernel.errors import StormriverError
from stormriver.language.message import Message, message, sentence_of
from stormriver.presentation.registry import Book
from stormriver.server import commands, hosting, replay, updates, waiting_room
from stormriver.server.audience import Audience
from stormriver.server.automatic_answers import automatic_answer
from stormriver.server.autoplay import Autoplay
from stormriver.server.clocks import Clocks
from stormriver.server.cluster.leases import Lease, LeaseLost
from stormriver.server.connection import Connection
from stormriver.server.database import SILENT
from stormriver.server.errors import Declined, NotAllowed, Unavailable
from stormriver.server.journal import (
    OF_THE_GAME,
    TALK,
    Answered,
    Attended,
    Began,
    Entry,
    GoneOn,
    Kept,
    Lapsed,
    Ordered,
    Seated,
    ShownOut,
)
from stormriver.server.journal_writer import Batch
from stormriver.server.languages import USUAL
from stormriver.server.messages import Entrust, FromPage, Hello, Hint, Refused, ToPage
from stormriver.server.past import Past
from stormriver.server.requests import PlayOn, TableInfo, TableLine, TableMade
from stormriver.server.sealed import Chosen
from stormriver.server.session import TableSession
from stormriver.server.store import PersonId
from stormriver.server.table_rows import session_of
from stormriver.server.updates import Presence

if TYPE_CHECKING:
    from stormriver.server.lobby import Lobby

NOBODY = 0
"""The number of somebody who has none: no person has it."""
ELSEWHERE = message("server.elsewhere")


class LiveTable:
    """A table in play.

    Attributes:
        id: the table's id; to know it gives no access.
        session: the game, the people and what else follows from the journal.
        onlookers: the people who have come by the onlookers' link.
        lock: held while entries are added, committed and shown, see `turn`.
        moved: set whenever something has been done, or must be, to wake the autoplay.
        adrift: whether memory may differ from the database; whoever takes the next turn restores the table.
        chosen: what was chosen last in a sealed moment.
        reseated: the seats whose person or link has changed since the last commit.
        past: answers what is asked about moments gone.
        audience: shows connections what is committed.
        lease: under which what is done here is kept.
        dice: the generator of the game that begins here; a seed that somebody has chosen is one of the fast one.
    """

    def __init__(self, session: TableSession, lobby: Lobby, lease: Lease, onlookers: Collection[PersonId] = ()) -> None:
        self.id = session.setup.id
        self.session = session
        self.lobby = lobby
        self.lease = lease
        self.dice = lobby.dice if session.setup.wanted.seed is None else SPLITMIX64
        self.clocks = Clocks(lobby.now, len(session.seating.seats))
        self.connections: list[Connection] = []
        self.onlookers = set(onlookers)
        self.idle_since = lobby.now()
        self.lock = asyncio.Lock()
        self.moved = asyncio.Event()
        self._unkept = self._added_since()
        self._unshown: list[Kept] = []
        self._shown = session.lines
        self.reseated: set[int] = set()
        self._to_show: set[str] = set()
        self.adrift = False
        self.chosen: Chosen | None = None
        self.audience = Audience(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self.log = structlog.get_logger("stormriver.table").bind(table=self.id)
        self._driver: asyncio.Task[None] | None = None
        self.past = Past(self, lobby.database, lobby.background)
        self._line: TableLine | None = None

    # who is there

    def connect(
        self, person: PersonId | None, send: Callable[[ToPage], None], name: str = "", language: str = USUAL
    ) -> Connection:
        """Open a connection to the table.

        Args:
            person: who it is, None if unknown.
            send: callback for each message to the page.
            name: the name they used last.
            language: the one that they are told in unless the page says another.

        Raises:
            NotAllowed: if they neither have a seat here nor may look on.
        """
        connection = Connection(self.admitted(person), send, name, language)
        self.connections.append(connection)
        self._arrived(connection.person)
        return connection

    def admitted(self, person: PersonId | None) -> PersonId:
        """Return who it is, if they sit here or may look on; NotAllowed if not. None is somebody unknown."""
        setup = self.session.setup
        known = person is not None and (
            setup.maker == person or self.session.seating.of(person) or person in self.onlookers
        )
        if not known and not setup.wanted.listed:
            raise NotAllowed("server.lobby.not_here")
        hosting.demand_not_shown_out(self.session, person)
        return NOBODY if person is None else person

    def disconnect(self, connection: Connection) -> None:
        """Remove a connection that has been closed."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._arrived(connection.person)
            self.idle_since = self.clocks.now()

    def _arrived(self, person: PersonId) -> None:
        """Note that somebody came or went, and show it to all connections."""
        self.clocks.see(self.session.seating.of(person))
        self._to_show.add("table")
        self._tasks.add(task := asyncio.create_task(self._show_who_is_there()))
        task.add_done_callback(self._tasks.discard)

    async def _show_who_is_there(self) -> None:
        with contextlib.suppress(Declined, Unavailable):  # it is shown with the next change
            await self.settle()

    async def settle(self, at_leisure: bool = False) -> None:
        """Commit and show what is not yet; `at_leisure` if what people do at other tables is to come in between."""
        async with self.turn():
            await self.keep_and_show(at_leisure)

    @property
    def presence(self) -> Presence:
        """The seats that are present, and how many look on."""
        persons = {connection.person for connection in self.connections}
        seating = self.session.seating
        here = {seat for person in persons for seat in seating.held_by(person)}
        watchers = sum(not seating.of(person) for person in persons)
        return Presence(here, watchers, self.clocks)

    def info(self, person: PersonId | None, language: str = USUAL) -> TableInfo:
        """Return the facts of the table beside its game as a person may know them; NotAllowed if none."""
        return updates.info_of(self.session, self.admitted(person), self.presence, language)

    # what is asked of it beside the socket

    async def settled_info(self, person: PersonId | None, language: str = USUAL) -> TableInfo:
        """Return `info` once everything is committed: the seed is shown at the end, but no end that may be lost."""
        await self.settle()
        return self.info(person, language)

    async def book(self, person: PersonId | None, language: str = USUAL) -> Book:
        """Return the book of the table's set-up in a language."""
        self.admitted(person)
        return await self.lobby.background.do(replay.book, self.session, language)

    async def play_on(self, person: PersonId, wanted: PlayOn) -> TableMade:
        """Make a new table that goes on from a moment of this game, against computers.

        Raises:
            NotAllowed: if other people still play this game.
            BadRequest: if there is no such moment.
        """
        self.admitted(person)
        await self.settle()
        return await self.lobby.go_on_from(self.session, person, wanted)

    # messages

    async def receive(self, connection: Connection, message: FromPage) -> None:
        """Carry out a message of a page, or refuse it with nothing changed; its entries are committed and shown.

        `Ping` does not come here: the line answers it.
        """
        if not connection.greeted and not isinstance(message, Hello):
            self.refuse(connection, Declined("server.hello_first"), message.id)
        else:
            await self._carry_out(connection, message)

    async def _carry_out(self, connection: Connection, message: FromPage) -> None:
        self.clocks.see(self.session.seating.of(connection.person))
        try:
            if isinstance(message, Hint):
                await commands.hint(self, connection, message)
                return
            if isinstance(message, Entrust):
                await commands.entrust(self, connection)
                return
            async with self.turn():
                await self.keep_and_show()
                connection.due = message.id
                commands.carry_out(self, connection, message)
                await self.keep_and_show()
                if connection.owed:
                    self.audience.update(connection)
                await self._go_elsewhere()
        except StormriverError as error:
            self.refuse(connection, error, message.id)
        except Exception:
            self.log.exception("a message failed", message=type(message).__name__, lines=self.session.lines)
            self.adrift = True  # whatever is half done has not happened
            self.refuse(connection, Declined("server.fault_at_table"), message.id)
        finally:
            connection.due, connection.owed = 0, False

    async def _go_elsewhere(self) -> None:
        """Make the table for the rematch, once all have agreed to it; the lock is held, so that there is only one."""
        proposal = self.session.seating.proposal
        if proposal is None or proposal.what != "rematch" or not proposal.carried:
            return
        try:
            made = await self.lobby.again(self.session)
        except StormriverError:
            self.add(Lapsed())
            await self.keep_and_show()
            raise
        self.add(GoneOn(table=made))
        await self.keep_and_show()

    async def fill(self, entry: Seated, person: PersonId | None, hashed: str | None = None) -> None:
        """Let a person take an open seat, committed to the nonce of a hash; the last one begins the game.

        Raises:
            Declined: if the seat has been taken meanwhile.
        """
        async with self.turn():
            seat = self.session.seating[entry.seat]
            if seat.who != "open":
                raise Declined("server.seat_taken")
            self.add(entry)
            if person is not None:
                seat.person = person
                self.reseated.add(entry.seat)
            waiting_room.commit_seat(self, entry.seat, hashed)
            waiting_room.begin_if_full(self)
            await self.keep_and_show()

    # carrying out, keeping, showing: in this order, behind the lock

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the lock as long as the context lasts; a table that is adrift is restored from the database first.

        Raises:
            Unavailable: if the database does not answer, or keeps whoever has the lock waiting too long.
        """
        try:
            async with asyncio.timeout(self.lobby.database.seconds):
                await self.lock.acquire()
        except TimeoutError:
            raise Unavailable(SILENT) from None
        try:
            if self.adrift:
                await self._go_back()
                self._show_to_all()
            yield
        finally:
            self.lock.release()

    def add(self, entry: Entry) -> None:
        """Carry out an entry; it is committed and shown when the lock is released.

        Raises:
            StormriverError: with nothing changed, if it is not possible.
        """
        at = self.clocks.now()
        number, beside = self.session.lines, (self.session.state, self.session.seating.proposal)
        self.session.carry_out(entry, at)
        self._unkept.append(Kept(number, at, entry))
        if isinstance(entry, TALK):
            return
        self.session.take_snapshot()
        if not isinstance(entry, Ordered | Attended):
            same = isinstance(entry, Answered) and (self.session.state, self.session.seating.proposal) == beside
            self._to_show |= {"update"} if same else {"update", "table"}
        self.audience.words.clear()

    async def keep_and_show(self, at_leisure: bool = False) -> None:
        """Commit what has been added, and then show it to every connection.

        Args:
            at_leisure: whether what people do at other tables is to come in between.

        Raises:
            Declined: if it could not be committed; the table is then as it was at the last commit.
            Unavailable: if the database does not answer; the table goes on from the last commit once it does.
        """
        if self._unkept:
            await self._keep()
        async with self.lobby.background.piece() if at_leisure else contextlib.nullcontext():
            self._show_to_all()

    def _show_to_all(self) -> None:
        shown, self._to_show = self._to_show, set()
        lines, self._unshown = self._unshown, []
        self._shown = self.session.lines
        self.audience.show([one for one in self.connections if one.greeted], shown, lines)
        self.lobby.notice(self)
        self.moved.set()

    async def _keep(self) -> None:
        added = self._unkept
        try:
            await self.lobby.database.keep(self._batch())
        except LeaseLost:
            self.lobby.lose(self.id)
            raise Unavailable(ELSEWHERE.key) from None
        except Exception as error:
            if isinstance(error, Unavailable):
                self.log.warning("the database did not answer", lines=self.session.lines)
            else:
                self.log.exception("what was done could not be kept", lines=self.session.lines)
            self.adrift = True
            self.moved.set()  # the driver tries to come back if nobody else does
            await self._go_back()
            if added[-1] not in self._unshown:  # all of a batch is kept, or nothing
                raise Declined("server.lost") from error
        else:
            self._unshown += added
            self._unkept, self.reseated = [], set()
            self.session.snapshots.mark_kept()

    def _batch(self) -> Batch:
        """Return what is to be kept."""
        seats = (self.session.seating[number] for number in self.reseated)
        batch = Batch(self.id, self.lease, self._unkept, {seat.number: (seat.person, seat.secret) for seat in seats})
        everybody = Presence(range(len(self.session.seating.seats)), 0, self.clocks)
        line = updates.line_of(self.session, everybody)
        if line != self._line:
            self._line = line
            batch.state = self.session.state
            batch.line = msgspec.json.encode(line).decode()
        batch.shown_out = [kept.entry.person for kept in self._unkept if isinstance(kept.entry, ShownOut)]
        batch.watch_secret = self.session.setup.watch_secret if batch.shown_out else None
        if any(isinstance(kept.entry, Began) for kept in self._unkept):
            batch.header = msgspec.json.encode(replay.header(self.session)).decode()
        if self.session.over:
            batch.save = ""
            batch.outcome = msgspec.json.encode(updates.outcome_of(self.session)).decode()
        elif self.session.game is not None and any(isinstance(kept.entry, OF_THE_GAME) for kept in self._unkept):
            batch.save = saves.dump(self.session.game, logged=False)
        if self.session.snapshots.changed and not self.session.over:
            batch.snapshots, batch.answers = self.session.snapshots.unkept, self.session.snapshots.answers
        return batch

    async def _go_back(self) -> None:
        """Restore the table from the database: what was not committed has not happened, and nobody has seen it."""
        stored = await self.lobby.stored(self.id)
        self.session = await self.lobby.background.do(session_of, stored)
        self.adrift = False
        self._unkept, self.reseated = self._added_since(), set()
        self._unshown = [kept for kept in stored.lines if kept.number >= self._shown]  # it was kept after all
        self._to_show |= {"table", "update"}  # who came meanwhile, and what was kept after all, has not been shown
        self._line = None
        self.audience.begin_anew()
        self.moved.set()

    def _added_since(self) -> list[Kept]:
        """Return the entry that was added when the table was restored, if it is not committed yet."""
        added = self.session.added
        return [] if added is None else [Kept(self.session.lines - 1, self.clocks.now(), added)]

    def owe_update(self, connection: Connection) -> None:
        """Mark a connection as due an update, though nothing may have happened in the game."""
        connection.owed = True

    def send(self, connection: Connection, message: ToPage) -> None:
        """Send a connection a message; a broken line is noticed elsewhere."""
        with contextlib.suppress(ConnectionError):
            connection.send(message)

    def refuse(self, connection: Connection, error: StormriverError, message_id: int) -> None:
        """Tell a connection, in its language, why a message of it was not carried out."""
        self.send(connection, Refused(sentence_of(error, connection.language), message_id))

    def rename_person(self, old: PersonId, new: PersonId) -> None:
        """Replace the id of a person who has logged in to an account.

        Open connections keep the old id: else whoever has the earlier token would reach the account by them.
        """
        for seat in self.session.seating.seats:
            seat.person = new if seat.person == old else seat.person
        if old in self.onlookers:
            self.onlookers = self.onlookers - {old} | {new}
        self.session.rename_person(old, new)
        if self.session.setup.maker == old:
            self.session.setup = replace(self.session.setup, maker=new)

    # autoplay

    def start(self) -> None:
        """Start the autoplay: the table answers for computers, by standing orders, and what is forced.

        The task counts as the server's own work, not as that of the visitor whose request loaded the table.
        """
        self._driver = asyncio.create_task(Autoplay(self).run(), context=Context())

    async def close(self) -> None:
        """Stop the autoplay."""
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._driver

    def abandon(self, why: Message) -> None:
        """Stop, with everybody sent away: to connect anew if the table is another server's now, else for good."""
        if self._driver is not None:
            self._driver.cancel()
        for connection in list(self.connections):
            (connection.send_away if why is ELSEWHERE else connection.dismiss)(why)

    @property
    def unwatched(self) -> bool:
        """Whether computers play among themselves, and nobody is here."""
        return not self.connections and self.session.state == "playing" and not self.session.seating.with_people

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is to be done."""
        return not self.connections and automatic_answer(self.session) is None
