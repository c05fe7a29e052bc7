"""Structs over HTTP: endpoints that take and return them, their schemas in OpenAPI, and every error as a `Problem`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Any, get_type_hints

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.params import Depends
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog import get_logger

from stormriver import __version__
from stormriver.kernel.errors import StormriverError
from stormriver.server import errors
from stormriver.server.complaints import UNREADABLE, complaint
from stormriver.server.requests import Problem

REFERENCE = "#/components/schemas/{name}"
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

OWN = {"request": Request, "response": Response}
"""What every endpoint can have from FastAPI by naming it."""

type_schema = partial(msgspec.json.schema_components, ref_template=REFERENCE)
Endpoint = Callable[..., Awaitable[Any]]


class Answer(JSONResponse):
    """An answer in JSON, written by msgspec."""

    def render(self, content: Any) -> bytes:
        """Return the content as bytes."""
        return msgspec.json.encode(content)


class Refusal(Exception):
    """A request that is refused for what it is, not for what it wants.

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


# endpoints


def route(
    router: APIRouter, method: str, path: str, status: int = 200, before: Sequence[Depends] = ()
) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator that serves a function whose body and answer are structs.

    A parameter that is a struct is read from the body; everything else is FastAPI's. What the function returns
    is the answer, and its first line of documentation is its summary.

    Args:
        status: of the answer if all is well.
        before: what has to be gone through first.
    """

    def add(endpoint: Endpoint) -> Endpoint:
        hints = get_type_hints(endpoint, include_extras=True)
        answers = hints.pop("return")
        sent = {name: kind for name, kind in hints.items() if is_struct(kind)}
        router.add_api_route(
            path,
            _wired(endpoint, hints, sent, status),
            methods=[method],
            dependencies=before,
            status_code=status,
            response_model=None,
            response_class=Answer,
            summary=(endpoint.__doc__ or "").split("\n")[0].rstrip("."),
            description=inspect.cleandoc(endpoint.__doc__ or ""),
            responses=_responses(answers, status),
            openapi_extra=_body(sent),
        )
        return endpoint

    return add


def is_struct(kind: Any) -> bool:
    """Tell whether a type is a struct."""
    return inspect.isclass(kind) and issubclass(kind, msgspec.Struct)


def _wired(endpoint: Endpoint, hints: dict[str, Any], sent: dict[str, type], status: int) -> Endpoint:
    """Return an endpoint that FastAPI can call: it reads the body and writes the answer itself."""
    readers: dict[str, msgspec.json.Decoder[Any]] = {name: msgspec.json.Decoder(kind) for name, kind in sent.items()}

    async def wired(request: Request, response: Response, **given: Any) -> Response:
        given |= {name: value for name, value in (("request", request), ("response", response)) if name in hints}
        for name, reader in readers.items():
            given[name] = await _read(request, reader)
        content = await endpoint(**given)
        answer = content if isinstance(content, Response) else Answer(content, status)
        answer.raw_headers.extend(response.raw_headers)  # cookies that were set on the way
        return answer

    kinds = {name: kind for name, kind in hints.items() if name not in sent}
    parameters = [_parameter(endpoint, name, kind) for name, kind in (kinds | OWN).items()]
    wired.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wired.__name__ = getattr(endpoint, "__name__", "endpoint")
    return wired


def _parameter(endpoint: Endpoint, name: str, kind: Any) -> inspect.Parameter:
    """Return a parameter as FastAPI is to see it."""
    old = inspect.signature(endpoint).parameters.get(name)
    default = inspect.Parameter.empty if old is None else old.default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


async def _read(request: Request, reader: msgspec.json.Decoder[Any]) -> Any:
    """Return the body of a request as the struct it must be."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "What is sent must be JSON, with the header Content-Type: application/json.")
    try:
        return reader.decode(await request.body())
    except UNREADABLE as error:
        sentence, where = complaint(error, "request")
        raise Refusal(400, sentence, where) from None


def _responses(answers: Any, status: int) -> dict[int | str, dict[str, Any]]:
    problem = {"description": "What went wrong; nothing has changed.", **_content(Problem)}
    return {**({} if answers is Response else {status: _content(answers)}), "default": problem}


def _body(sent: dict[str, type]) -> dict[str, Any] | None:
    for kind in sent.values():
        return {"requestBody": {"required": True, **_content(kind)}}
    return None


def _content(kind: Any) -> dict[str, Any]:
    (schema,), _ = type_schema([kind])
    return {"content": {"application/json": {"schema": schema}}}


# OpenAPI


def describe(app: FastAPI, modules: Iterable[ModuleType], description: str) -> None:
    """Let an application's OpenAPI hold the schemas of the structs that some modules declare."""
    structs = [
        value for module in modules for value in vars(module).values() if is_struct(value) and value.__struct_fields__
    ]
    _, schemas = type_schema(structs)

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(title=app.title, version=__version__, description=description, routes=app.routes)
            document.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


# errors


def tell_problems(app: FastAPI) -> None:
    """Let an application answer everything that goes wrong with a `Problem`."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(StormriverError, _declined)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _failed)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.answer()


async def _declined(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return Answer(Problem(str(error), getattr(error, "where", "")), status)


async def _misread(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return Answer(Problem(f"The part {where} of the address cannot be read: {first['msg'].lower()}.", where), 400)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Answer(Problem(PHRASES.get(error.status_code, error.detail)), error.status_code, error.headers)


class Caught:
    """Answers a fault of ours with a `Problem`, and notes it for us."""

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
