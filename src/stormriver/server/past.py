"""The past of a table, asked for beside the socket: moments gone, its record, how it went."""

from __future__ import annotations

from typing import Protocol

from stormriver.presentation.facts import Milestone, Timeline
from stormriver.server import replay, updates
from stormriver.server.database import Database
from stormriver.server.errors import NotAllowed
from stormriver.server.fair_queue import BackgroundWorker
from stormriver.server.languages import USUAL
from stormriver.server.requests import Excerpt, Moment
from stormriver.server.session import TableSession
from stormriver.server.store import PersonId


class Table(Protocol):
    """What is needed of a live table."""

    id: str
    session: TableSession

    def admitted(self, person: PersonId | None) -> PersonId:
        """Return who it is, if they sit here or may look on; NotAllowed if not."""

    async def settle(self) -> None:
        """Commit and show what is not yet."""


class Past:
    """What has been at one table.

    Args:
        table: that table.
        database: where its journal is kept.
        background: where games are played again.
    """

    def __init__(self, table: Table, database: Database, background: BackgroundWorker) -> None:
        self._table = table
        self._database = database
        self._background = background

    async def moment(
        self, person: PersonId | None, answers: int, seat: int = -1, since: int = -1, language: str = USUAL
    ) -> Moment:
        """Return the game as it stood after so many answers, as the person may see it; of a finished game all of it.

        Raises:
            BadRequest: if there were not so many.
        """
        await self._table.settle()  # what is open to whom depends on what is kept
        viewer = replay.viewer(self._table.session, self._table.admitted(person), seat)
        if self._table.session.stopped:
            stored = await self._database.table(self._table.id)
            found = await self._background.do(replay.old_moment, stored, viewer, answers, since, language)
        else:
            found = await self._background.do(replay.moment, self._table.session, viewer, answers, since, language)
        found.questions = updates.questions_by(self._table.session, answers)
        return found

    async def scenario(self, person: PersonId | None, answers: int, seat: int = -1) -> Excerpt:
        """Return a moment of the game as a scenario, as the person may see it; BadRequest if there is none."""
        await self._table.settle()
        viewer = replay.viewer(self._table.session, self._table.admitted(person), seat)
        return await self._background.do(replay.excerpt, self._table.session, viewer, answers)

    async def recorded(self, person: PersonId | None, pack: str, answers: int, title: str) -> str:
        """Return the turn up to so many answers as the text of a test; NotAllowed if other people play it, too."""
        await self._table.settle()
        viewer = self._table.admitted(person)
        return await self._background.do(replay.recorded, self._table.session, viewer, pack, answers, title)

    async def timeline(self, person: PersonId | None, language: str = USUAL) -> Timeline:
        """Return how the game went; NotAllowed while it goes on."""
        await self._table.settle()
        self._table.admitted(person)
        return await self._background.do(replay.timeline, self._table.session, language)

    async def milestones(self, person: PersonId | None, seat: int = -1, language: str = USUAL) -> tuple[Milestone, ...]:
        """Return how the person finds their way through the game: what is notable in what they may know of it."""
        await self._table.settle()
        viewer = replay.viewer(self._table.session, self._table.admitted(person), seat)
        if self._table.session.game is None:
            return ()
        if not self._table.session.stopped:
            return await self._background.do(replay.milestones, self._table.session, viewer, language)
        stored = await self._database.table(self._table.id)
        return await self._background.do(replay.old_milestones, stored, viewer, language)

    async def record(self, person: PersonId | None, seat: int = -1) -> str:
        """Return the record of the game, NotAllowed if it goes on; stopped unfinished, what the person was told."""
        await self._table.settle()
        viewer = replay.viewer(self._table.session, self._table.admitted(person), seat)
        if self._table.session.state not in ("over", "stopped"):
            raise NotAllowed("server.past.record_later")
        if not self._table.session.stopped:
            return await self._background.do(replay.record, self._table.session)
        stored = await self._database.table(self._table.id)
        return await self._background.do(replay.old_record, self._table.session, stored, viewer)
