"""Every error over HTTP is answered with a `Problem`: a fitting status, one sentence, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog import get_logger

from stormriver.kernel.errors import StormriverError
from stormriver.language.clauses import Part
from stormriver.language.message import MessageError, message, sentence_of
from stormriver.server import errors
from stormriver.server.languages import language_of
from stormriver.server.requests import Problem

STATUS: Mapping[type[Exception], int] = {
    errors.NotFound: 404,
    errors.NotAllowed: 403,
    errors.BadRequest: 400,
    errors.Declined: 409,
    errors.Damaged: 500,
    errors.Unavailable: 503,
}
"""The status of what is refused; 400 for any other `StormriverError`."""
FAILED = {404: "server.request.nowhere", 405: "server.request.kind"}
"""The messages of what the routes do not let through, by its status."""
FAULT = message("server.fault")


LONGEST_REASON = 123
"""How many bytes of a reason a socket can be closed with."""


def short_reason(sentence: str) -> str:
    """Return as much of a sentence as a socket can be closed with."""
    return sentence.encode()[:LONGEST_REASON].decode(errors="ignore")


class Answer(JSONResponse):
    """An answer in JSON, written by msgspec."""

    def render(self, content: Any) -> bytes:
        """Return the content as bytes."""
        return msgspec.json.encode(content)


class Refusal(MessageError):
    """A request that is refused for its form or frequency, not for what it wants.

    Attributes:
        headers: what else the client is told, e.g. when to try again.
    """

    def __init__(self, status: int, key: str, where: str = "", /, **parts: Part | Exception | str | int) -> None:
        super().__init__(key, where, **parts)
        self.status = status
        self.headers: dict[str, str] = {}

    def answer(self, language: str) -> Answer:
        """Return the answer that says so in a language."""
        return Answer(Problem(sentence_of(self, language), self.where), self.status, self.headers)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.answer(language_of(request))


def _declined(request: Request, error: Exception) -> Response:
    assert isinstance(error, StormriverError)
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return Answer(Problem(sentence_of(error, language_of(request)), error.where), status)


def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = message(FAILED.get(error.status_code, "server.request.failed"), reason=error.detail)
    return Answer(Problem(said.told(language_of(request))), error.status_code, error.headers)


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
        except ClientDisconnect:  # they left before their request was sent: there is nobody to answer, and no fault
            return
        except Exception as error:
            get_logger().error("fault", exc_info=error)
            if begun or scope["type"] != "http":
                raise
            said = FAULT.told(language_of(HTTPConnection(scope)))
            await Answer(Problem(said), 500)(scope, receive, send)
