"""Every error over HTTP is answered with a `Problem`: a fitting status, one sentence, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog import get_logger

from stormriver.kernel.errors import StormriverError
from stormriver.server import errors
from stormriver.server.requests import Problem

STATUS: Mapping[type[Exception], int] = {
    errors.NotFound: 404,
    errors.NotAllowed: 403,
    errors.BadRequest: 400,
    errors.Declined: 409,
    errors.Unavailable: 503,
}
"""The status of what is refused; 400 for any other `StormriverError`."""
PHRASES = {
    404: "There is nothing at this address.",
    405: "This address does not answer that kind of request.",
}
FAULT = "This is a fault of ours; it has been noted, and nothing has changed."


class Answer(JSONResponse):
    """An answer in JSON, written by msgspec."""

    def render(self, content: Any) -> bytes:
        """Return the content as bytes."""
        return msgspec.json.encode(content)


class Refusal(Exception):
    """A request that is refused for its form or frequency, not for what it wants.

    Attributes:
        headers: what else the client is told, e.g. when to try again.
    """

    def __init__(self, status: int, error: str, where: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.where = where
        self.headers = dict(headers or {})

    def answer(self) -> Answer:
        """Return the answer that says so."""
        return Answer(Problem(self.error, self.where), self.status, self.headers)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.answer()


def _declined(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return Answer(Problem(str(error), getattr(error, "where", "")), status)


def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Answer(Problem(PHRASES.get(error.status_code, error.detail)), error.status_code, error.headers)


HANDLERS = {Refusal: _refused, StormriverError: _declined, HTTPException: _failed}
"""The exception handlers of the application."""


class FaultMiddleware:
    """Answers an unexpected exception with a `Problem`, and logs it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it if that fails before it was answered."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:
            get_logger().error("fault", exc_info=error)
            if begun or scope["type"] != "http":
                raise
            await Answer(Problem(FAULT), 500)(scope, receive, send)
