"""The WebSocket of one page at one table: reads and checks its messages, and writes what the table sends, in order."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from stormriver.kernel.errors import StormriverError
from stormriver.language.message import Message, message, sentence_of
from stormriver.server import metrics
from stormriver.server.auth import lobby_of, person_facts, session_of, settings_of
from stormriver.server.broadcast import encoded
from stormriver.server.cluster.forwarding import found_or_passed_on, is_passed_on
from stormriver.server.connection import Connection
from stormriver.server.errors import Unavailable
from stormriver.server.fair_queue import visitor
from stormriver.server.integrations.access import holder_of
from stormriver.server.integrations.tokens import Holder
from stormriver.server.languages import language_of
from stormriver.server.live_table import LiveTable
from stormriver.server.messages import Answer, FromPage, Hello, Ping, Pong, Refused, Say, Sit, ToPage
from stormriver.server.problems import FAULT, Refusal, short_reason
from stormriver.server.security import RateLimits
from stormriver.server.validation_errors import UNREADABLE, explained

UNKNOWN = 401
NOT_LET_IN = 4403
TRY_AGAIN = 1013
FLOOD = 1008
MOST_REFUSALS = 50
"""After so many refusals in a row a page is disconnected: it is not listening."""
MOST_TO_DO = 50
"""How many messages of a page may wait to be carried out."""
NOT_READING = message("server.not_reading")
LOOKING = (Hello, Sit, Ping)
"""The messages that change nothing at a table, for which an API token need not be allowed to play."""

_decode = msgspec.json.Decoder(FromPage).decode


async def socket(websocket: WebSocket) -> None:
    """Let a page play or look on at a table until one of them closes."""
    table: str = websocket.path_params["table"]
    passed_on = is_passed_on(websocket.scope)
    if not passed_on:
        await websocket.accept()
    with bound_contextvars(table=table[:64]):
        try:
            with _counted(websocket):
                live = await found_or_passed_on(lambda: lobby_of(websocket).table(table), websocket)
                if live is not None:
                    if passed_on:
                        await websocket.accept()
                    await Line(websocket, live).run()
        except (Unavailable, Refusal) as error:
            unknown = isinstance(error, Refusal) and error.status == UNKNOWN
            await _dismiss(websocket, NOT_LET_IN if unknown else TRY_AGAIN, error)
        except StormriverError as error:
            await _dismiss(websocket, NOT_LET_IN, error)


@contextmanager
def _counted(websocket: WebSocket) -> Iterator[None]:
    """Count a socket while it is open; Refusal if its address has too many."""
    open_sockets: Counter[str] = websocket.app.state.sockets
    whose = visitor.get()
    if open_sockets[whose] >= settings_of(websocket).connections:
        metrics.refused.labels("connections").inc()
        raise Refusal(429, "server.connections")
    open_sockets[whose] += 1
    metrics.connections.inc()
    try:
        yield
    finally:
        metrics.connections.dec()
        open_sockets[whose] -= 1
        if not open_sockets[whose]:
            del open_sockets[whose]


async def _dismiss(websocket: WebSocket, code: int, error: StormriverError) -> None:
    """Say why, and close."""
    sentence = sentence_of(error, language_of(websocket))
    try:
        await websocket.send_text(encoded(Refused(sentence)))
        await websocket.close(code, short_reason(sentence))
    except (RuntimeError, WebSocketDisconnect):  # the page has gone already
        return


class Line:
    """One open socket at a table.

    Messages are carried out one after the other, except `Ping`, which is answered at once: a page should know that the
    server is there while the database, or a computer player, takes its time.
    """

    def __init__(self, websocket: WebSocket, table: LiveTable) -> None:
        self.websocket = websocket
        self.table = table
        self.settings = settings_of(websocket)
        self.rates: RateLimits = websocket.app.state.rates
        self.connection: Connection | None = None
        self.holder: Holder | None = None
        self.name = secrets.token_hex(8)
        self.waiting: asyncio.Queue[ToPage] = asyncio.Queue(self.settings.waiting)
        self.to_do: asyncio.Queue[FromPage | None] = asyncio.Queue(MOST_TO_DO)
        self.refusals = 0
        self._tasks: asyncio.TaskGroup | None = None  # that of anyio takes 5 kB more at each page
        self._beside: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def language(self) -> str:
        """The language of the page."""
        return language_of(self.websocket) if self.connection is None else self.connection.language

    def send(self, message: ToPage) -> None:
        """Queue a message; a page that does not read its messages is disconnected."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            if self._end(TRY_AGAIN, NOT_READING):
                metrics.refused.labels("slow").inc()

    def dismiss(self, why: Message) -> None:
        """Close the socket, with a reason that the page shows."""
        self._end(NOT_LET_IN, why)

    def send_away(self, why: Message) -> None:
        """Close the socket, so that the page connects anew."""
        self._end(TRY_AGAIN, why)

    def _end(self, code: int, why: Message) -> bool:
        """Close the socket while its other tasks go on; returns False if that is under way, or the page has gone."""
        if self._closing or self._tasks is None:
            return False
        self._closing = True
        self._beside.append(self._tasks.create_task(self._close(code, why)))
        return True

    async def run(self) -> None:
        """Read and write until the page or the table closes."""
        lobby = lobby_of(self.websocket)
        dismissals = lobby.dismissals
        self.holder = await holder_of(self.websocket)
        known = await session_of(self.websocket) if self.holder is None else self.holder
        person = None if known is None else known.person
        lobby.demand_welcome(person)
        facts = await person_facts(lobby.database, person)
        if lobby.dismissals != dismissals:  # it may have been this one, which was not there yet to be closed
            await self._close(TRY_AGAIN, message("server.somebody_dismissed"))
            return
        self.connection = connection = self.table.connect(person, self.send, facts.name, language_of(self.websocket))
        connection.dismiss, connection.send_away = self.dismiss, self.send_away
        connection.known_by = "" if known is None else known.id
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = tasks
                self._beside = [tasks.create_task(self._write()), tasks.create_task(self._read())]
                try:
                    await self._work(connection)
                finally:
                    self._tasks = None  # nothing more is begun, which nobody would cancel
                    for task in self._beside:
                        task.cancel()
        finally:
            self.table.disconnect(connection)

    async def _write(self) -> None:
        while True:
            message = await self.waiting.get()
            try:
                await self.websocket.send_text(self.table.audience.text(message))
            except (RuntimeError, WebSocketDisconnect):  # the page has gone: the reader learns it as well
                return

    async def _close(self, code: int, why: Message) -> None:
        """Close the socket, and say why."""
        with suppress(WebSocketDisconnect):  # the page has gone already, as one of a server that was frozen
            await self.websocket.close(code, short_reason(why.told(self.language)))

    async def _read(self) -> None:
        await self._read_all()
        await self.to_do.put(None)  # what was read is carried out, though the page has gone

    async def _read_all(self) -> None:
        """Read messages until the page has gone, or has had too many refused."""
        while self.refusals < MOST_REFUSALS:
            event = await self.websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            try:
                self._take(self._understood(event.get("text"), event.get("bytes")))
            except Refusal as refusal:
                self._refuse(refusal, 0)
        metrics.refused.labels("flood").inc()
        await self._close(FLOOD, message("server.too_many_refused"))

    def _take(self, message: FromPage) -> None:
        """Answer a `Ping`; queue anything else to be carried out."""
        metrics.messages.labels(type(message).__struct_config__.tag).inc()
        if isinstance(message, Ping):
            self.refusals = 0
            self.send(Pong(message.id))
            return
        try:
            if self.holder is not None and not isinstance(message, LOOKING) and not self.holder.may("play"):
                raise Refusal(403, "server.token.scope", scope="play")
            if isinstance(message, Say):
                self.rates.count("chat", f"{visitor.get()} {self.table.id}")
            self.to_do.put_nowait(message)
        except asyncio.QueueFull:
            self._refuse(Refusal(429, "server.too_many_waiting"), message.id)
        except Refusal as refusal:
            self._refuse(refusal, message.id)

    def _refuse(self, refusal: Refusal, message_id: int) -> None:
        self.refusals += 1
        self.send(Refused(sentence_of(refusal, self.language), message_id))

    async def _work(self, connection: Connection) -> None:
        """Carry out messages until there are no more to come."""
        while (message := await self.to_do.get()) is not None:
            begun = time.perf_counter()
            try:
                await self.table.receive(connection, message)
                self.refusals = 0
            except Exception as error:
                get_logger().error("fault", exc_info=error)
                self.send(Refused(FAULT.told(connection.language), message.id))
            if isinstance(message, Answer):
                metrics.answers.observe(time.perf_counter() - begun)

    def _understood(self, text: str | None, raw: bytes | None) -> FromPage:
        """Return a message as what it says; Refusal if it is too long, one too many, or says nothing we know."""
        self.rates.count("messages", self.name)
        if self.holder is not None:
            self.rates.count("token", self.holder.id)
        if text is None:
            raise Refusal(400, "server.request.message_bytes")
        if len(text) > self.settings.message_bytes:
            raise Refusal(413, "server.request.message_long", most=self.settings.message_bytes)
        try:
            read: FromPage = _decode(text)
            return read
        except UNREADABLE as error:
            raise explained(error, "message") from None
