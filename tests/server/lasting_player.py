"""Somebody who plays on whatever happens to the servers: they connect anew, as a page does, and note what they saw."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx2
import kill
from remote import Server
from websockets.exceptions import WebSocketException

BROKEN = (OSError, WebSocketException, httpx2.HTTPError)
"""How a line ends whose server goes."""
THINKING_SECONDS = 0.05
"""How long somebody looks before they answer."""
MADE_SECONDS = 2.0
"""How long they wait for a new table before they ask another server."""


class LastingPlayer:
    """Somebody at a table against computers, and at another one once the game is over.

    Attributes:
        page: the page that is open.
        table: the id of the table.
        given: how many answers they have given.
        shown: what a page showed last at a table whenever it was closed, and since when nobody has looked at it.
    """

    def __init__(self, server: Callable[[], Server]) -> None:
        """Let somebody sit down.

        Args:
            server: returns one to come to.
        """
        self._server = server
        self.page, self.table = kill.page_of(server())
        self.given = 0
        self.shown: list[tuple[str, dict[str, Any]]] = []
        self._line: asyncio.Task[None] | None = None
        self._said = 0
        self._current = True
        self._version: int | None = None
        self._goes_on = asyncio.Event()

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            self._line = asyncio.create_task(self._play())
            try:
                await asyncio.wait([self._line])
            finally:
                self.come_again()
            error = None if self._line.cancelled() else self._line.exception()
            if error is not None and not isinstance(error, BROKEN):
                raise error
            await asyncio.sleep(kill.AGAIN_SECONDS)
            self.page.server = self._server()

    def come_again(self) -> None:
        """Leave the server that they are connected to, and come to another."""
        if self._line is not None:
            self._line.cancel()

    def last_shown(self) -> list[tuple[str, dict[str, Any]]]:
        """Return what was shown last, by table, since this was asked before."""
        found, self.shown = [*self.shown, (self.table, self.page.update)], []
        return [(table, update) for table, update in found if update]

    async def goes_on(self) -> float:
        """Return when, by the loop's clock, the table went on: somebody there, a computer too, decided something.

        What was decided before may still be under way on the line of now, so `look` has to tell where it ends.
        """
        self._current, self._version = False, None
        self._goes_on.clear()
        await self._goes_on.wait()
        return asyncio.get_running_loop().time()

    async def look(self) -> None:
        """Ask the server on the line whether it is there: what it shows after its answer is decided from now on."""
        if self.page.socket is not None:
            with contextlib.suppress(*BROKEN):
                await self.page.say(type="ping")

    async def _play(self) -> None:
        """Answer whatever is asked until the line breaks or the game is over, and then sit down at another table."""
        try:
            await self.page.hello()
            self._current, self._version = True, None
            while not self.page.update or not self.page.update["view"]["over"]:
                await self._hear()
        finally:
            self.shown.append((self.table, self.page.update))
            if self.page.socket is not None:
                self.page.socket.transport.abort()
        async with asyncio.timeout(MADE_SECONDS):
            self.page, self.table = await asyncio.to_thread(kill.page_of, self._server())

    async def _hear(self) -> None:
        message = await self.page.hear()
        kind, answers = message["type"], message.get("id", 0)
        self._note(kind)
        if kind == "refused" and answers == self._said:  # the server could not keep it
            await asyncio.sleep(kill.AGAIN_SECONDS)
        elif kind != "update":
            return
        if self.page.ask:
            await asyncio.sleep(THINKING_SECONDS)
            self._said += 1
            version, key = self.page.update["version"], self.page.choice()
            await self.page.say(type="answer", version=version, key=key, id=self._said)
            self.given += 1

    def _note(self, kind: str) -> None:
        """Note what the server shows first, and that the table goes on once it shows a later version."""
        if kind == "pong":
            self._current, self._version = True, self.page.update.get("version")
        elif kind == "update" and self._current:
            if self._version is None:
                self._version = self.page.update["version"]
            elif self.page.update["version"] > self._version:
                self._goes_on.set()


@contextlib.asynccontextmanager
async def playing(*players: LastingPlayer) -> AsyncIterator[None]:
    """Let people play as long as the context lasts; whatever they could not cope with is raised."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
