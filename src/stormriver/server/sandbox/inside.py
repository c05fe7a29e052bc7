"""A server that is the sandbox of another: it hears that one's notices, ends with it, and is watched."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

import msgspec

from stormriver.server.lobby import Lobby
from stormriver.server.process_limits import limit_memory
from stormriver.server.sandbox.notes import Notes
from stormriver.server.sandbox.sandbox import END_SECONDS, Place
from stormriver.server.sandbox.watchdog import LIMIT, Watchdog


class Inside:
    """What makes a server a sandbox.

    Args:
        notes: the path of the file in which it notes for which tables it works.
        address: where it is reached.
        source: where notices come from; `target` is where its own go.
    """

    def __init__(self, notes: Path, address: str, source: BinaryIO, target: BinaryIO) -> None:
        limit_memory(LIMIT)
        self._watchdog = Watchdog(Notes(notes))
        self._address = address
        self._source, self._target = source, target
        self._lobby: Lobby | None = None
        self._beating: asyncio.Task[None] | None = None

    def start(self, lobby: Lobby) -> None:
        """Watch all that is done for the tables of a lobby from now on, and hear what the server tells."""
        self._lobby = lobby
        loop = asyncio.get_running_loop()
        lobby.at_work, lobby.background.around = self._watchdog.at_work, self._watchdog.call
        lobby.member.notices.pipe = self._send
        self._beating = self._watchdog.watch(loop)
        threading.Thread(target=self._hear, args=(loop,), name="server", daemon=True).start()

    def tell_ready(self) -> None:
        """Tell the server how this one is reached, now that it serves."""
        assert self._lobby is not None
        member = self._lobby.member
        self._send(msgspec.json.encode(Place(member.id, self._address, member.secret)))

    def _send(self, line: bytes) -> None:
        self._target.write(line + b"\n")
        self._target.flush()

    def _hear(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear notices until the server is gone: its end of the pipe is closed then, however it went."""
        assert self._lobby is not None
        for notice in self._source:
            loop.call_soon_threadsafe(self._lobby.member.notices.hear, notice)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(END_SECONDS)
        os._exit(1)  # it hangs, and nobody is there any more to end it


def standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the standard input and output for notices; what is printed from now on goes to the error stream."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    return source, target
