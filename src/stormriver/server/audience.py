"""The audience of a table: what each of its connections is shown of what is committed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any, Protocol

from stormriver.kernel.errors import StormriverError
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.event_trail import Trail
from stormriver.presentation.registry import presentation_of
from stormriver.server import metrics, replay, updates
from stormriver.server.broadcast import Broadcast
from stormriver.server.clocks import Clocks
from stormriver.server.connection import Connection, Missed
from stormriver.server.errors import Declined
from stormriver.server.journal import Kept
from stormriver.server.messages import Hello, Table, ToPage, Update
from stormriver.server.sealed import Chosen
from stormriver.server.session import TableSession
from stormriver.server.updates import Presence, Worded

SAID = 100
"""How many lines of chat a new connection is sent."""


class Shown(Protocol):
    """What is needed of a live table."""

    session: TableSession
    clocks: Clocks
    chosen: Chosen | None
    log: Any

    @property
    def presence(self) -> Presence:
        """The seats that are present, and how many look on."""

    def send(self, connection: Connection, message: ToPage) -> None:
        """Send a connection a message."""

    def refuse(self, connection: Connection, error: StormriverError, message_id: int) -> None:
        """Tell a connection why something was not done."""


class Audience:
    """Shows the connections at a table how it stands; all who only look on see the same, which is made once.

    Attributes:
        words: what has been put into words since the table changed last.
    """

    def __init__(self, table: Shown) -> None:
        self._table = table
        self.words = Worded()
        self._broadcast = Broadcast()
        self._followed: Trail | None = None

    def begin_anew(self) -> None:
        """Forget everything, as the table's session is another."""
        self.words.clear()
        self._followed = None

    def text(self, message: ToPage) -> str:
        """Return a message as it goes over the wire."""
        return self._broadcast.text(message)

    @property
    def trail(self) -> Trail:
        """The trail of the game, followed up to now."""
        if self._followed is None:
            game = self._table.session.game
            assert game is not None
            first = replay.first_state(self._table.session)
            self._followed = presentation_of(game.table).trail(game.table, first)
        return self._followed

    def show(self, connections: Iterable[Connection], what: Collection[str], lines: Iterable[Kept]) -> None:
        """Show connections what is committed.

        Args:
            connections: those that have greeted.
            what: `table` for the facts beside the game, where they have changed; `update` for the game.
            lines: entries that have not been shown yet.
        """
        self._broadcast = Broadcast()
        for connection in connections:
            self._show(connection, what, lines)
        self.words.clear()  # who comes later costs a rendering; until then no table keeps one in memory

    def _show(self, connection: Connection, what: Collection[str], lines: Iterable[Kept]) -> None:
        """Show a connection what is committed; a fault in doing so concerns that connection alone."""
        table = self._table
        try:
            if "table" in what and (facts := self._facts(connection)).info != connection.facts:
                connection.facts = facts.info
                table.send(connection, facts)
            for kept in lines:
                for said in self._broadcast.messages(kept.number, partial(updates.lines_of, table.session, kept)):
                    table.send(connection, said)
            if "update" in what:
                self.update(connection, self._broadcast)
        except Exception:
            table.log.exception("what is kept cannot be shown", lines=table.session.lines, seat=connection.seat)
            table.refuse(connection, Declined("server.unshown"), connection.due)

    def _facts(self, connection: Connection) -> Table:
        if not self._only_looks_on(connection):
            return self._facts_for(connection)
        return self._broadcast.message(("table", connection.language), lambda: self._facts_for(connection))

    def _facts_for(self, connection: Connection) -> Table:
        table = self._table
        return Table(updates.info_of(table.session, connection.person, table.presence, connection.language))

    def _only_looks_on(self, connection: Connection) -> bool:
        """Tell whether a connection is told the same as anybody who has no part in the table."""
        session = self._table.session
        return connection.person != session.setup.maker and not session.seating.of(connection.person)

    def update(self, connection: Connection, broadcast: Broadcast | None = None) -> None:
        """Send a connection the update due to it; nothing before the game has begun, or once it is stopped.

        Args:
            connection: which one.
            broadcast: what is sent to others at the same moment, if it is.
        """
        session = self._table.session
        if session.game is None or session.stopped:
            return
        missed, due = connection.catch_up(session), connection.due
        connection.due, connection.owed = 0, False
        if broadcast is None or due or connection.seat != ONLOOKER or not self._only_looks_on(connection):
            update = self._update_for(connection, missed)
            update.id = due
        else:
            key = ("update", connection.language, missed)
            update = broadcast.message(key, lambda: self._update_for(connection, missed))
        self._table.send(connection, update)

    @metrics.views.time()
    def _update_for(self, connection: Connection, missed: Missed) -> Update:
        table, seat = self._table, connection.seat
        session, clocks = table.session, table.clocks
        update = updates.update_of(session, seat, connection.language, missed.start, clocks, self.words, self.trail)
        update.hand_to = updates.hand_to(session, connection.person, seat)
        update.sealed, update.chosen = updates.sealed(session, seat, table.chosen, clocks)
        update.undone = missed.undone
        return update

    def greet(self, connection: Connection, hello: Hello) -> None:
        """Answer a `hello`: send a connection that begins, or begins again, all that it misses."""
        session = self._table.session
        connection.begin(session, hello)
        facts = self._facts_for(connection)
        facts.id, connection.facts = hello.id, facts.info
        self._table.send(connection, facts)
        for kept in session.said[-SAID:]:
            self._table.send(connection, updates.said_of(session, kept))
        self.update(connection)
