"""A server within the test: its application, a browser that talks to it, and tables to play at."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stormriver.server import auth
from stormriver.server.app import create_app
from stormriver.server.logs import log_as_json
from stormriver.server.settings import Settings, settings_of

ADDRESS = "http://127.0.0.1:8000"
RATES = ("requests", "changes", "tables", "logins", "messages", "chat", "reports")
OFTEN = {f"rate_{what}": "1000000/second" for what in RATES}
PINGS = 200
"""After so many answered pings, and ten seconds, a socket is taken not to be closed any more."""
AT_ONCE = {"forced_least": 0, "forced_most": 0, "computer_least": 0, "computer_most": 0, "thinkers": 0}


def quick_settings(folder: Path, **changed: Any) -> Settings:
    """Return settings with no delays and no limits in time, but for what is changed."""
    return settings_of({"database": f"sqlite:///{folder}/test.db", **OFTEN, **AT_ONCE, **changed}, {})


class Browser(TestClient):
    """One browser at a site: it keeps its cookie, and sends the origin of the site."""

    @property
    def lobby(self) -> Any:
        return self.app.state.lobby  # type: ignore[attr-defined]

    @property
    def routes(self) -> Any:
        return self.app.routes  # type: ignore[attr-defined]

    def another(self, client: str = "127.0.0.1") -> Browser:
        """Return a browser of somebody else, at the same site and in its event loop."""
        found = browser(self.app, str(self.base_url), client)
        found.portal = self.portal
        return found

    def make(self, *seats: str, **wanted: Any) -> dict[str, Any]:
        """Make a table with seats such as `me`, `open` and `computer`."""
        answer = self.post("/api/tables", json={"seats": [{"who": who} for who in seats], "name": "Ann", **wanted})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def socket(self, table: str, **more: Any) -> WebSocketTestSession:
        """Return a socket at a table, to be entered."""
        address = str(self.base_url).replace("http", "ws", 1)
        return self.websocket_connect(f"{address}/api/tables/{table}/socket", **more)


def browser(app: Any, address: str = ADDRESS, client: str = "127.0.0.1") -> Browser:
    return Browser(app, base_url=address, headers={"Origin": address}, client=(client, 50000))


QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@contextmanager
def site(settings: Settings, address: str = ADDRESS) -> Iterator[Browser]:
    """Run a site that hashes passwords with little effort, and return the first browser at it."""
    log_as_json("error")
    with patch.object(auth, "_hasher", QUICK_HASHER), browser(create_app(settings), address) as first:
        yield first


def told(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind; what comes before it is passed over, if it is no refusal."""
    for _ in range(200):
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message
        assert message["type"] != "refused", message
    raise AssertionError(f"no message {kind}")


def wait_until_open(socket: WebSocketTestSession) -> None:
    """Wait until a socket is known to be at its table: until then, what closes sockets may not find it."""
    socket.send_json({"type": "ping"})
    told(socket, "pong")


def closed_with(socket: WebSocketTestSession) -> WebSocketDisconnect:
    """Return how the server closes a socket, as it has been told to; a busy one may answer a ping first."""
    with pytest.raises(WebSocketDisconnect) as closed:
        for _ in range(PINGS):
            socket.send_json({"type": "ping", "id": 99})
            told(socket, "pong")
            time.sleep(0.05)
    return closed.value
