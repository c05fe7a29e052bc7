"""A seat at a table of a server, played by an API token over the table's socket."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from typing import Any, TypeVar

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stormriver.cli.mcp.situation import plain, situation
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.presentation.facts import Told
from stormriver.server.messages import Answer, FromServer, Hello, Refused, Sit, Table, ToServer, Update
from stormriver.server.requests import Problem

BEFORE = ("waiting", "stopped")
"""The states of tables at which there may be no game to be shown."""
SECONDS = 20.0
"""How long the server may take to answer."""
Answered = TypeVar("Answered")
_decode = msgspec.json.Decoder(FromServer).decode


class Remote:
    """A server, reached by HTTP with an API token.

    Args:
        address: of the server, such as `https://play.example.org`.
        token: an API token of whoever is played for.
        language: in which everything is told.
    """

    def __init__(self, address: str, token: str, language: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        self.language = language

    async def get(self, path: str, kind: type[Answered]) -> Answered:
        """Return what the server answers at an address; StormriverError with its sentence if it refuses."""
        return await self._ask("GET", path, None, kind)

    async def post(self, path: str, wanted: msgspec.Struct | None, kind: type[Answered]) -> Answered:
        """Send a struct, and return what the server answers; StormriverError with its sentence if it refuses."""
        return await self._ask("POST", path, wanted, kind)

    async def _ask(self, method: str, path: str, wanted: msgspec.Struct | None, kind: type[Answered]) -> Answered:
        headers = self.headers | {"Content-Type": "application/json"}
        body = b"" if wanted is None else msgspec.json.encode(wanted)
        try:
            async with httpx2.AsyncClient(timeout=SECONDS) as client:
                answer = await client.request(method, f"{self.address}/api{path}", content=body, headers=headers)
        except httpx2.HTTPError as error:
            raise self.unreached(error) from None
        if answer.status_code >= 400:
            raise StormriverError(_problem(answer.content) or f"{answer.status_code}.")
        return msgspec.json.decode(answer.content, type=kind)

    def unreached(self, error: Exception) -> StormriverError:
        """Return the error which says that the server cannot be reached."""
        reason = str(error) or type(error).__name__
        return StormriverError(tell(READER, "mcp_unreached", address=self.address, reason=reason))


def _problem(content: bytes) -> str:
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(content, type=Problem).error
    return ""


class TableSeat:
    """A seat at a table: a socket that is read all the time, and what it has brought."""

    def __init__(self, remote: Remote, table: str) -> None:
        self.table = table
        self._remote = remote
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._update: Update | None = None
        self._state = ""
        self._told: list[Told] = []
        self._last = -1  # the number of the event that was told last
        self._refused: dict[int, str] = {}
        self._numbers = itertools.count(1)
        self._news = asyncio.Condition()

    async def look(self, seconds: float = 0) -> dict[str, Any]:
        """Return where the game stands, and what has happened since the last look.

        Args:
            seconds: how long it is waited for that this seat is asked something, or the game is over.
        """
        await self._open()
        await self._until(lambda: self._update is not None or self._state in BEFORE, SECONDS)
        with suppress(TimeoutError):
            await self._until(lambda: self._asked() or self._state in ("over", "stopped"), seconds)
        told, self._told = self._told, []
        if self._update is None:
            return {"table": self.table, "state": self._state}
        at = self._update
        return {"table": self.table, "state": self._state, **situation(at.view, told, at.settled or bool(at.chosen))}

    async def whole(self) -> Any:
        """Return the whole view: the board, all seats as far as they are open, piles, what is under way."""
        await self.look()
        return plain(self._update.view) if self._update is not None else {"state": self._state}

    async def answer(self, key: str) -> dict[str, Any]:
        """Answer what is asked, and return where the game stands then.

        Raises:
            StormriverError: with nothing changed, if the server refuses it.
        """
        await self._open()
        await self._until(lambda: self._update is not None or self._state in BEFORE, SECONDS)
        at, number = self._update, next(self._numbers)
        version = -1 if at is None else at.version
        await self._send(Answer(max(version, 0), key, id=number))
        await self._until(lambda: number in self._refused or self._version() > version, SECONDS)
        if number in self._refused:
            raise StormriverError(self._refused.pop(number))
        return await self.look(1)

    async def close(self) -> None:
        """Close the socket; the table goes on, and the seat stays whose it is."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await self._reading
        self._socket = self._reading = None

    def _version(self) -> int:
        return -1 if self._update is None else self._update.version

    def _asked(self) -> bool:
        at = self._update
        if at is None or at.view.ask is None or at.settled or at.chosen:
            return False
        return at.view.ask.seat == at.view.seat

    async def _open(self) -> None:
        """Open the socket if it is not, or not any more, and say from where on the events are wanted."""
        if self._reading is not None and not self._reading.done():
            return
        place = f"{self._remote.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        try:
            self._socket = await connect(place, additional_headers=self._remote.headers, max_size=None)
        except (OSError, TimeoutError, InvalidStatus) as error:
            raise self._remote.unreached(error) from None
        await self._send(Hello(since=self._last, language=self._remote.language))
        self._reading = asyncio.create_task(self._read(self._socket))

    async def _send(self, message: ToServer) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):  # the reader knows why
            await self._socket.send(msgspec.json.encode(message), text=True)

    async def _read(self, socket: ClientConnection) -> None:
        """Take in what the table sends until it closes."""
        with suppress(ConnectionClosed):
            async for text in socket:
                await self._take(_decode(text))
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: Any) -> None:
        match message:
            case Update() as update:
                self._update = update
                if update.undone >= 0:  # the log was cut: what came after is told anew
                    self._told = [one for one in self._told if one.number < update.undone]
                    self._last = min(self._last, update.undone - 1)
                self._told += update.told
                self._last = max([self._last, *(one.number for one in update.told)])
            case Table(info):
                self._state = info.state
                mine = [seat.number for seat in info.seats if seat.mine]
                if mine and self._update is not None and self._update.view.seat < 0:
                    await self._send(Sit(mine[0]))
            case Refused(error, number):
                self._refused[number] = error
        async with self._news:
            self._news.notify_all()

    async def _until(self, holds: Any, seconds: float) -> None:
        """Wait until something holds; StormriverError with the reason if the server closes the socket before."""
        async with asyncio.timeout(seconds), self._news:
            while not holds():
                if self._reading is None or self._reading.done() or self._closed():
                    raise StormriverError(self._reason())
                await self._news.wait()

    def _closed(self) -> bool:
        return self._socket is None or self._socket.close_code is not None

    def _reason(self) -> str:
        said = self._refused.pop(0, "")
        return said or (self._socket.close_reason if self._socket is not None else "") or tell(READER, "mcp_closed")
