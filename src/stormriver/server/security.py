"""Security middleware before every request and socket: it checks host and origin, limits rate and size, and adds the
headers that keep browsers from loading anything foreign."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from stormriver.language.message import sentence_of
from stormriver.server import metrics
from stormriver.server.cluster.forwarding import is_passed_on
from stormriver.server.cluster.notices import Notices
from stormriver.server.fair_queue import visitor
from stormriver.server.integrations.access import bearer_of
from stormriver.server.languages import language_of
from stormriver.server.problems import Refusal, short_reason
from stormriver.server.settings import Settings

READING = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: the page may load what the server itself sends, and nothing inline."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HTTPS_ONLY = "max-age=31536000"


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request is counted for."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """Return what an address is counted as: of IPv6 its network, since one home has many addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network(f"{address}/64", strict=False).network_address)


def is_private(connection: HTTPConnection) -> bool:
    """Tell whether a request comes from a private address; what is no address is none."""
    try:
        return ip_address(connection.client.host if connection.client else "").is_private
    except ValueError:
        return False


def is_among(host: str, proxies: str) -> bool:
    """Tell whether an address is one of those in a setting such as `127.0.0.1, 10.0.0.0/8`; `*` is any."""
    return host in _believing(proxies).trusted_hosts


@cache
def _believing(proxies: str) -> ProxyHeadersMiddleware:
    """Return what believes these proxies: uvicorn's own, so that nobody is counted otherwise than they are believed."""
    nothing: Any = None  # it is asked, and passes nothing on
    return ProxyHeadersMiddleware(nothing, proxies)


TELL_SECONDS = 1.0
"""How often servers on the same database tell each other what they have counted."""
OF_ONE_SERVER = ("messages",)
"""What is counted of one socket, which is one server's."""
MOST_TOLD = 100
"""How many counts one notice tells."""


class RateLimits:
    """How often each address may do what, by the names of the settings `rate_...`.

    Servers on one database tell each other each second what they have counted, so that an address has no more of them
    all than of one.
    """

    def __init__(self, settings: Settings) -> None:
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._notices: Notices | None = None
        self._untold: Counter[tuple[str, str]] = Counter()
        self._limits: dict[str, RateLimitItem] = {
            name.removeprefix("rate_"): parse(getattr(settings, name))
            for name in settings.__struct_fields__
            if name.startswith("rate_")
        }

    def count(self, what: str, whose: str) -> None:
        """Count one thing done.

        Args:
            what: `requests`, `changes`, `tables`, `logins`, `messages` or `chat`.
            whose: the address, or whatever tells one doer from the others.

        Raises:
            Refusal: if it is one too many.
        """
        limit = self._limits[what]
        if not self._counts.hit(limit, what, whose):
            metrics.refused.labels("rate").inc()
            wait = limit.get_expiry()
            refusal = Refusal(429, "server.too_often", amount=limit.amount, seconds=wait)
            refusal.headers["Retry-After"] = str(wait)
            raise refusal
        if self._notices is not None and what not in OF_ONE_SERVER:
            if not self._untold:
                asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell)
            self._untold[what, whose] += 1

    def share(self, notices: Notices) -> None:
        """Count together with the other servers on a database."""
        notices.on("counted", self._hear)
        if notices.shared:
            self._notices = notices

    def _tell(self) -> None:
        assert self._notices is not None
        counted = [(what, whose, times) for (what, whose), times in self._untold.items()]
        self._untold.clear()
        for start in range(0, len(counted), MOST_TOLD):
            self._notices.tell("counted", counted[start : start + MOST_TOLD])

    def _hear(self, counted: list[tuple[str, str, int]]) -> None:
        for what, whose, times in counted:
            for _ in range(times):  # one by one: several at once are counted only if all of them are within the limit
                self._counts.hit(self._limits[what], what, whose)


class SecurityMiddleware:
    """Middleware that lets through what comes from the server's own page, within limits of rate and size.

    Args:
        app: what comes next.
        settings: with the limits.
        rates: counts requests.
        longest: by the pattern of a path, how many bytes a body may have there, if more than everywhere else.
    """

    def __init__(
        self, app: ASGIApp, settings: Settings, rates: RateLimits, longest: Mapping[re.Pattern[str], int]
    ) -> None:
        self.app = app
        self.settings = settings
        self.rates = rates
        self.longest = longest
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or socket on, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        visitor.set(address_of(connection))
        try:
            self._check(connection)
        except Refusal as refusal:
            language = language_of(connection)
            if scope["type"] == "websocket":
                await send(
                    {"type": "websocket.close", "code": 1008, "reason": short_reason(sentence_of(refusal, language))}
                )
            else:
                await refusal.answer(language)(scope, receive, send)
        else:
            if scope["type"] == "websocket":
                await self.app(scope, receive, send)
            else:
                with self._counted(scope):
                    await self.app(scope, self._bounded(receive, scope), send)

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        """Count a request while it is open, whatever proxy it comes by; one that is passed on was where it came in."""
        whose = "" if is_passed_on(scope) else visitor.get()
        self._open[whose] += 1
        try:
            yield
        finally:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]

    def _check(self, connection: HTTPConnection) -> None:
        if is_passed_on(connection.scope):  # it was checked and counted where it came in
            return
        self._check_host(connection.headers)
        whose = visitor.get()
        if connection.scope["type"] == "http" and self._open[whose] >= self.settings.requests_at_once:
            metrics.refused.labels("connections").inc()
            raise Refusal(429, "server.connections")
        if not connection.scope["path"].startswith("/api/"):  # not that of `url`, in which `Host` may have a part
            return
        self.rates.count("requests", whose)
        method = connection.scope.get("method", "socket")
        if method in READING:
            return
        if bearer_of(connection) is None:
            self._check_origin(connection)
        self.rates.count("changes", whose)
        most = self._most(connection.scope)
        if int(connection.headers.get("content-length") or 0) > most:
            raise self._too_long(most)

    def _most(self, scope: Scope) -> int:
        """Return how many bytes the body of a request may have."""
        own = (most for path, most in self.longest.items() if path.match(scope["path"]))
        return max(self.settings.request_bytes, *own, 0)

    def _check_host(self, headers: Headers) -> None:
        """Refuse a name that is not ours: a foreign page could have its own name point to this machine."""
        host = headers.get("host", "")
        if host and (host == urlsplit(self.settings.origin).netloc or is_number(host)):
            return
        metrics.refused.labels("host").inc()
        raise Refusal(421, "server.request.host", host=repr(host[:80]))

    def _check_origin(self, connection: HTTPConnection) -> None:
        scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
        own = self.settings.origin or f"{scheme}://{connection.headers.get('host')}"
        if connection.headers.get("origin") != own:
            metrics.refused.labels("origin").inc()
            raise Refusal(403, "server.request.origin", own=own)

    def _bounded(self, receive: Receive, scope: Scope) -> Receive:
        """Return a `receive` that refuses a body that is too long, whatever was announced, or too slow."""
        read, whole, most = 0, False, self._most(scope)
        loop = asyncio.get_running_loop()
        end = loop.time() + self.settings.request_seconds

        async def bounded() -> Message:
            nonlocal read, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                metrics.refused.labels("slow").inc()
                raise Refusal(408, "server.request.slow") from None
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if read > most:
                    raise self._too_long(most)
            return message

        return bounded

    def _too_long(self, most: int) -> Refusal:
        metrics.refused.labels("length").inc()
        return Refusal(413, "server.request.long", bytes=most)


def is_number(host: str) -> bool:
    """Tell whether a Host header names a machine by number, or this one: nobody else can make these theirs."""
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname or ""
        return parts.netloc == host and "@" not in host and (name == "localhost" or bool(ip_address(name)))
    except ValueError:
        return False


class SecurityHeadersMiddleware:
    """Middleware that adds the headers which keep foreign code and foreign pages out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = HEADERS | ({"Strict-Transport-Security": HTTPS_ONLY} if settings.secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its answer."""

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self.headers)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, sealed)
