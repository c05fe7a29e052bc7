"""Requests and sockets that come to a server other than the one that has their table are passed on to that one.

A request that is passed on carries a header with the secret of the server it goes to, the address that it came from and
the scheme; it was counted and checked where it came in. If the server with the table is gone, the request waits until
its lease has ended, which comes sooner if it refuses connections, and the table is claimed here.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import httpx2
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from stormriver.server.cluster.leases import LEASE_SECONDS, Elsewhere
from stormriver.server.errors import Unavailable
from stormriver.server.languages import language_of
from stormriver.server.problems import Refusal

HEADER = "stormriver-passed-on"
PASSED_ON = "stormriver.passed_on"
"""The key in the scope of what another server has passed on."""
AGAIN_SECONDS = 0.2
"""How long it is waited until a table whose server cannot be reached is looked for anew."""
TRIES = round(2 * LEASE_SECONDS / AGAIN_SECONDS)
"""How often it is looked for."""
NOT_HERE = 421
"""The status by which a server says that it does not have a table any more."""
PING_SECONDS = LEASE_SECONDS / 3
"""How often a server that has taken a socket is asked whether it is there."""
BROKEN = 1013
"""The code a socket is closed with if the server of its table is gone: the page connects anew."""
OF_THE_CONNECTION = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"upgrade"})
Found = TypeVar("Found")


def is_passed_on(scope: Scope) -> bool:
    """Tell whether another server has passed a request or socket on."""
    return bool(scope.get(PASSED_ON))


async def tries() -> AsyncIterator[None]:
    """Yield as long as a table may be looked for anew, with pauses; Unavailable if it was in vain."""
    for _ in range(TRIES):
        yield
        await asyncio.sleep(AGAIN_SECONDS)
    raise Unavailable("server.elsewhere")


class ArrivalMiddleware:
    """Middleware that recognises what another server has forwarded, and restores the address it came from.

    Args:
        app: what comes next.
        secret: returns the secret of this server.
    """

    def __init__(self, app: ASGIApp, secret: Callable[[], str]) -> None:
        self.app = app
        self.secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or socket to what comes next."""
        if scope["type"] != "lifespan":
            said = Headers(scope=scope).get(HEADER, "").split(" ")
            if len(said) == 3 and secrets.compare_digest(said[0].encode(), self.secret().encode()):
                scope = {**scope, "client": (said[1], 0), "scheme": said[2], PASSED_ON: True}
        await self.app(scope, receive, send)


class ForwardingMiddleware:
    """Middleware that passes a request on if what comes next finds that another server has its table."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._there = httpx2.AsyncHTTPTransport()  # no client, which would keep cookies of one person for the next

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered here or by the server that has its table."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive)
        try:
            async for _ in tries():
                try:
                    await self.app(scope, body.again(), send)
                    return
                except Elsewhere as other:
                    if is_passed_on(scope):
                        await Response(status_code=NOT_HERE)(scope, receive, send)
                        return
                    if await self._answered_there(scope, await body.whole(), send, other):
                        return
        except Unavailable as error:
            refusal = Refusal(503, error.args[0])
            await refusal.answer(language_of(HTTPConnection(scope)))(scope, receive, send)

    async def _answered_there(self, scope: Scope, body: bytes, send: Send, other: Elsewhere) -> bool:
        """Pass a request on and its answer back; returns False if the server is not reached or has not the table."""
        address = f"http://{other.address}{scope['raw_path'].decode('ascii')}"
        if scope["query_string"]:
            address += f"?{scope['query_string'].decode('ascii')}"
        headers = [(name, value) for name, value in _headers(scope, other) if name != b"content-length"]
        timeout = httpx2.Timeout(other.seconds, connect=other.taken_seconds).as_dict()
        request = httpx2.Request(
            scope["method"], address, headers=headers, content=body, extensions={"timeout": timeout}
        )
        try:
            answer = await self._there.handle_async_request(request)
        except httpx2.TransportError as error:
            if isinstance(error, httpx2.ConnectError):
                scope["app"].state.lobby.member.refusing.add(other.server)
            return False
        async with contextlib.aclosing(answer):
            if answer.status_code == NOT_HERE:
                return False
            left = OF_THE_CONNECTION | {b"date"}
            kept = [(name, value) for name, value in answer.headers.raw if name.lower() not in left]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        return True


def _headers(scope: Scope, other: Elsewhere) -> list[tuple[bytes, bytes]]:
    """Return the headers that a request is passed on with."""
    kept = [(name, value) for name, value in scope["headers"] if name not in OF_THE_CONNECTION | {HEADER.encode()}]
    client = scope["client"][0] if scope["client"] else "-"
    return [*kept, (HEADER.encode(), f"{other.secret} {client} {scope['scheme']}".encode())]


class _Body:
    """The body of a request, kept as it is read, so that it can be read again.

    Args:
        receive: what gives it; it limits how long it may be, and take.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read: list[Message] = []

    def again(self) -> Receive:
        """Return a `receive` that gives it from its beginning."""
        read = iter(list(self._read))

        async def receive() -> Message:
            message = next(read, None)
            if message is None:
                message = await self._receive()
                self._read.append(message)
            return message

        return receive

    async def whole(self) -> bytes:
        """Return all of it."""
        receive = self.again()
        found: bytes = b""
        while True:
            message = await receive()
            found += message.get("body", b"")
            if not message.get("more_body", False):
                return found


# sockets


async def found_or_passed_on(find: Callable[[], Awaitable[Found]], websocket: WebSocket) -> Found | None:
    """Return what is found here for a socket; None once another server, which has it, has had the socket passed on.

    Raises:
        Unavailable: if neither was possible.
        StormriverError: whatever `find` does.
    """
    async for _ in tries():
        try:
            return await find()
        except Elsewhere as other:
            if is_passed_on(websocket.scope):
                raise Unavailable("server.elsewhere") from None
            if await _carried(websocket, other):
                return None
    return None


async def _carried(websocket: WebSocket, other: Elsewhere) -> bool:
    """Carry messages to and fro until one side closes; returns False if the server does not take the socket."""
    passed = [
        (name, value)
        for name, value in _headers(websocket.scope, other)
        if name in (b"cookie", b"origin", b"authorization", b"accept-language", HEADER.encode())
    ]
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in passed]
    host = websocket.headers.get("host", "")
    address = f"ws://{host}{websocket.scope['raw_path'].decode('ascii')}"
    where, _, port = other.address.rpartition(":")
    try:
        there = await connect(
            address,
            additional_headers=headers,
            host=where.strip("[]"),
            port=int(port),
            open_timeout=other.taken_seconds,
            ping_interval=PING_SECONDS,
            ping_timeout=other.silent_seconds,
            close_timeout=other.taken_seconds,
            max_size=None,
            compression=None,
            proxy=None,
        )
    except (OSError, InvalidHandshake, TimeoutError) as error:
        if isinstance(error, ConnectionRefusedError):
            websocket.app.state.lobby.member.refusing.add(other.server)
        return False
    async with there:
        back = asyncio.create_task(_back(there, websocket))
        try:
            await _forth(websocket, there)
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
    return True


async def _forth(websocket: WebSocket, there: ClientConnection) -> None:
    """Send what a page says to the server that has its table, until one of them goes."""
    with contextlib.suppress(ConnectionClosed):
        while (event := await websocket.receive())["type"] != "websocket.disconnect":
            text = event.get("text")
            await there.send(event["bytes"] if text is None else text)


async def _back(there: ClientConnection, websocket: WebSocket) -> None:
    """Send what the server says to the page, and close as that does."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the page has gone
        try:
            while True:
                await websocket.send_text(await there.recv(decode=True))
        except ConnectionClosed as closed:
            told = closed.rcvd
            await websocket.close(*((told.code, told.reason) if told else (BROKEN,)))
