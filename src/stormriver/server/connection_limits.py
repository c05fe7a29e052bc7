"""Limits of connections through which no request has come yet. uvicorn waits for a request as long as it takes and
counts nothing, so that a thousand that are half sent would keep everybody else out."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from stormriver.server import metrics
from stormriver.server.security import is_among, network_of
from stormriver.server.settings import Settings

RESERVE = 64
"""File handles that are kept free for the database, computer players and files of the page."""
MOST_HANDLES = 65_536
OUT_OF_HANDLES = "socket.accept() out of system resource"
QUIET_SECONDS = 60.0


class ConnectionLimits:
    """Counts the connections of each address that are not sockets of tables, and says whether one more may come in."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        self._proxies = settings.proxies
        self._most = settings.requests_at_once
        self._most_in_all = handles()
        self._open: Counter[str] = Counter()

    def enter(self, host: str, in_all: int) -> bool:
        """Count a connection, and tell whether there is room for it among all that are open (`in_all`)."""
        self._open[network_of(host)] += 1
        if in_all > self._most_in_all:
            metrics.refused.labels("handles").inc()
            return False
        if self._open[network_of(host)] > self._most and not is_among(host, self._proxies):
            metrics.refused.labels("connections").inc()
            return False
        return True

    def leave(self, host: str) -> None:
        """Stop counting a connection."""
        whose = network_of(host)
        self._open[whose] -= 1
        if not self._open[whose]:
            del self._open[whose]


def handles() -> int:
    """Return how many connections this process has file handles for, once it has as many as it may."""
    if sys.platform == "win32":
        return MOST_HANDLES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_HANDLES if hard == resource.RLIM_INFINITY else min(hard, MOST_HANDLES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    most = max(soft, wanted)
    return most - min(RESERVE, most // 2)


class LimitedProtocol(H11Protocol):
    """One connection, which is closed if its request does not come in time."""

    limits: ConnectionLimits
    _waiting: asyncio.TimerHandle | None = None
    _host: str | None = None

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, or close it at once."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        if self.limits.enter(self._host, len(self.connections)):
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has come; what is no whole request yet does not get more time by it."""
        super().data_received(data)
        self._await_request()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop counting it: from here on it is limited as a socket of a table."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._leave()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        """Give the next request its time, unless one is under way, or the connection is gone."""
        if self._host is None or (self.cycle is not None and not self.cycle.response_complete):
            self._wait_no_longer()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(self.limits.seconds, self._give_up)

    def _give_up(self) -> None:
        metrics.refused.labels("slow").inc()
        self.transport.abort()

    def _leave(self) -> None:
        self._wait_no_longer()
        if self._host is not None:
            self.limits.leave(self._host)
            self._host = None

    def _wait_no_longer(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def limited_protocol(settings: Settings) -> type[LimitedProtocol]:
    """Return the protocol of one server."""
    return type("LimitedProtocol", (LimitedProtocol,), {"limits": ConnectionLimits(settings)})


class LoopErrors:
    """Logs errors of the event loop as usual, but not a thousand times that there are no file handles left."""

    def __init__(self) -> None:
        self._quiet_until = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error of the loop."""
        if context.get("message") == OUT_OF_HANDLES:
            if time.monotonic() < self._quiet_until:
                return
            self._quiet_until = time.monotonic() + QUIET_SECONDS
        loop.default_exception_handler(context)
