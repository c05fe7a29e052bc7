"""Connections before a request has come through them: half-sent ones are closed, counted, and keep nobody out."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from remote import Remote, Server

from stormriver.server.connection_limits import OUT_OF_HANDLES, LoopErrors
from stormriver.server.security import is_among

HALF = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
PATIENCE = 1.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    found = Server(folder, thinkers=0, request_seconds=PATIENCE, requests_at_once=5, proxies="10.0.0.1")
    found.start()
    yield found
    found.kill()


def half_sent(server: Server, stack: ExitStack, text: bytes = HALF) -> socket.socket:
    """Return a connection through which a part of a request was sent."""
    found = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
    found.sendall(text)
    return found


def is_closed(connection: socket.socket, seconds: float) -> bool:
    """Tell whether a connection is closed by the server within some seconds, with nothing said."""
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def served_elsewhere(server: Server) -> int:
    """Return the status that somebody at another address gets."""
    transport = httpx2.HTTPTransport(local_address="127.0.0.2")
    with httpx2.Client(transport=transport, timeout=60) as other:
        return int(other.get(f"{server.address}/api/me").status_code)


@pytest.mark.slow
def test_an_address_has_so_many_connections_and_no_other_suffers(server: Server) -> None:
    with ExitStack() as stack:
        waiting = [half_sent(server, stack) for _ in range(5)]
        assert all(is_closed(half_sent(server, stack), 60) for _ in range(3))
        assert served_elsewhere(server) == 200
        assert all(is_closed(connection, 60) for connection in waiting)
    with server.browser() as again:
        assert again.get("/api/me").status_code == 200


@pytest.mark.slow
def test_a_request_that_comes_in_drops_gets_no_more_time(server: Server) -> None:
    with ExitStack() as stack:
        connection, begun = half_sent(server, stack), time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() < begun + 60:
                connection.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() - begun >= PATIENCE * 0.9


@pytest.mark.slow
def test_a_body_that_does_not_come_is_refused(server: Server) -> None:
    head = f"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n"
    with ExitStack() as stack:
        text = head + "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
        connection = half_sent(server, stack, text.encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 408")


@pytest.mark.slow
def test_a_socket_outlives_the_time_of_a_request(server: Server) -> None:
    async def run() -> None:
        with server.browser() as browser:
            made = browser.post("/api/tables", json={"seats": [{"who": "me"}] * 2, "name": "Ann"}).json()
            page = Remote(server, made["table"], browser.cookies)
        await page.hello()
        await asyncio.sleep(PATIENCE * 1.5)
        await page.say(type="ping", id=9)
        while (await page.hear())["type"] != "pong":
            pass
        await page.close()

    asyncio.run(run())


@pytest.mark.slow
def test_a_server_with_few_file_handles_says_little_and_lives(tmp_path: Path) -> None:
    server, errors = Server(tmp_path, thinkers=0, request_seconds=PATIENCE), tmp_path / "errors"
    few: Any = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))}
    with errors.open("wb") as stream, ExitStack() as stack:
        server.start(stderr=stream, **few)
        try:
            for _ in range(150):
                half_sent(server, stack)
            stack.close()
            server.until_it_answers()  # it may take a moment to see that the others have gone
        finally:
            server.kill()
    assert len(errors.read_text().splitlines()) < 20


def test_that_there_are_no_handles_is_said_once_a_minute() -> None:
    class Loop:
        said: list[str] = []

        def default_exception_handler(self, context: dict[str, Any]) -> None:
            self.said.append(context["message"])

    calm, loop = LoopErrors(), Loop()
    for message in (OUT_OF_HANDLES, OUT_OF_HANDLES, "something else", "something else"):
        calm(loop, {"message": message})  # type: ignore[arg-type]
    assert loop.said == [OUT_OF_HANDLES, "something else", "something else"]


@pytest.mark.parametrize(
    ("host", "proxies", "found"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("10.1.2.3", "127.0.0.1, 10.0.0.0/8", True),
        ("::1", "::1", True),
        ("10.0.0.2", "10.0.0.1", False),
        ("10.0.0.2", "", False),
        ("10.0.0.2", "*", True),
        ("unix", "127.0.0.1", False),
    ],
)
def test_an_address_is_among_the_proxies_or_not(host: str, proxies: str, found: bool) -> None:
    assert is_among(host, proxies) == found
