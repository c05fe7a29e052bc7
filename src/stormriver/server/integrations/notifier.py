"""Telling people who are away: what happens at tables becomes notices, and those are sent to their webhooks."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from structlog import get_logger

from stormriver.language.message import message
from stormriver.server.automatic_answers import automatic_answer
from stormriver.server.database import Database
from stormriver.server.errors import BadRequest, Unavailable
from stormriver.server.integrations import outgoing, webhooks
from stormriver.server.integrations.facts import Notice
from stormriver.server.integrations.webhooks import Due
from stormriver.server.live_table import LiveTable
from stormriver.server.settings import Settings
from stormriver.server.store import PersonId

SIGNATURE = "X-Stormriver-Signature"
PAUSE = 1.0
OKAY = range(200, 300)


class Notifier:
    """Looks at tables after each commit, and delivers what is due."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._origin = settings.origin
        self._private = settings.webhooks_private
        self._people: dict[PersonId, set[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Deliver, until it is cancelled."""
        while True:
            with suppress(Unavailable):
                await self.refresh()
                await asyncio.gather(*map(self._deliver, await self._database.ask(webhooks.due)))
            await asyncio.sleep(PAUSE)

    async def refresh(self) -> None:
        """Look who has webhooks."""
        self._people = await self._database.ask(webhooks.languages)

    def look(self, table: LiveTable) -> None:
        """Queue notices of what is committed at a table, for whoever has webhooks and is not there."""
        session = table.session
        here = {connection.person for connection in table.connections}
        away = {
            seat.number: seat.person
            for seat in session.seating.seats
            if seat.person in self._people and seat.person not in here and session.decided_by_person(seat.number)
        }
        if not away or session.game is None or session.stopped:
            return
        if session.over:
            for person in set(away.values()):
                self._note(table, person, f"{table.id} over", "game_over")
        elif session.asked in away and session.state == "playing" and automatic_answer(session) is None:
            decided = sum(one.seat == session.asked and one.by == "person" for one in session.decisions)
            self._note(table, away[session.asked], f"{table.id} {session.asked} {decided}", "your_turn")

    def _note(self, table: LiveTable, person: PersonId | None, mark: str, event: str) -> None:
        assert person is not None
        bodies = {language: self._body(table, event, language) for language in self._people[person]}
        task = asyncio.create_task(self._kept(person, mark, bodies))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _kept(self, person: PersonId, mark: str, bodies: dict[str, str]) -> None:
        with suppress(Unavailable):
            await self._database.ask(webhooks.note, person, mark, bodies)

    def _body(self, table: LiveTable, event: str, language: str) -> str:
        session = table.session
        name = session.setup.wanted.name or ", ".join(seat.name for seat in session.seating.seats)
        text = message(f"server.webhook.{event}", name=name).told(language)
        link = f"{self._origin}/table/{table.id}"
        ask = None if session.game is None else session.game.ask
        notice = Notice(
            event,  # type: ignore[arg-type]
            table.id,
            name,
            link,
            f"{text} {link}",
            f"{text} {link}",
            datetime.now(UTC).isoformat(timespec="seconds"),
            "" if ask is None else ask.rule,
        )
        return msgspec.json.encode(notice).decode()

    async def _deliver(self, notice: Due) -> None:
        """Send one notice; what fails is tried again later."""
        body = notice.body.encode()
        headers = {"Content-Type": "application/json", SIGNATURE: signature(notice.secret, body)}
        try:
            delivered = await outgoing.post(notice.url, body, headers, self._private) in OKAY
        except (BadRequest, OSError, TimeoutError):
            delivered = False
        if not delivered:
            get_logger().info("a webhook was not delivered", webhook=notice.webhook, attempts=notice.attempts + 1)
        await self._database.ask(webhooks.settle, notice, delivered)


def signature(secret: str, body: bytes) -> str:
    """Return the signature of a body, by which its receiver knows that it comes from here."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"
