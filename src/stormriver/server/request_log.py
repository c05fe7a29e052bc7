"""Every request is measured and logged, by the pattern of its address: the address itself may hold a secret."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from stormriver.server import metrics

UNKNOWN = "other"


class RequestLogMiddleware:
    """Middleware that measures and logs each request, and adds the table's id to everything logged meanwhile."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, then log its status and duration."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begun = 500, time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            took = time.perf_counter() - begun
            pattern = getattr(scope.get("route"), "path", "") or UNKNOWN
            metrics.requests.labels(scope["method"], pattern, str(status)).observe(took)
            with bound_contextvars(**table_of(scope)):
                told = {"method": scope["method"], "route": pattern, "status": status, "seconds": round(took, 4)}
                get_logger().debug("request", **told)


def table_of(scope: Scope) -> dict[str, str]:
    """Return the table that a request is about, if it is about one."""
    table = scope.get("path_params", {}).get("table")
    return {"table": table} if table else {}
