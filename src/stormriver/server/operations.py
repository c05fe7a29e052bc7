"""Operations of the HTTP API: routes whose endpoints declare by annotations what they take and what they answer."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stormriver.server.cluster.forwarding import is_passed_on
from stormriver.server.fair_queue import visitor
from stormriver.server.integrations.access import demand_scope
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.problems import Answer, Refusal
from stormriver.server.security import RateLimits
from stormriver.server.validation_errors import UNREADABLE, explained

Endpoint = Callable[..., Awaitable[Any]]
Read = TypeVar("Read", bound=Struct)


class Operation(Route):
    """One thing that can be done at an address.

    Its endpoint is called with the parameters it declares: the `request`, a `response` on which cookies can be set, a
    struct that is read from the body. All others are read from the path and the query. Its result is the answer.

    Attributes:
        action: the endpoint.
        method: `GET` or `POST`.
        own: which of `request` and `response` the endpoint declares.
        address: a struct of what is read from the address.
        body: the struct that is read from the body, by its name; empty if none is.
        answers: what the endpoint returns: a type that can be written as JSON, or a kind of `Response`.
        status: of the answer if all is well.
        counted: the rate limit that it counts against, beside that of all requests.
        longest: how many bytes its body may have, if that is more than of all others.
        scope: what an API token must be allowed to do; by default whatever reads is `watch`, and all else no token's.
    """

    def __init__(
        self,
        method: str,
        path: str,
        action: Endpoint,
        status: int = 200,
        counted: str = "",
        longest: int = 0,
        scope: str = "",
    ) -> None:
        super().__init__(path, self._answer, methods=[method], name=action.__name__)
        self.action = action
        self.method = method
        self.status = status
        self.counted = counted
        self.longest = longest
        self.scope = scope or ("watch" if method == "GET" else ACCOUNT)
        kinds = get_type_hints(action, include_extras=True)
        self.answers: Any = kinds.pop("return")
        self.own = kinds.keys() & {"request", "response"}
        self.body: dict[str, type[Struct]] = {name: kind for name, kind in kinds.items() if is_struct(kind)}
        parameters = inspect.signature(action).parameters
        addressed = [parameters[name] for name in kinds if name not in self.own | self.body.keys()]
        self.address = msgspec.defstruct("Address", [_field(one, kinds[one.name]) for one in addressed], kw_only=True)

    async def _answer(self, request: Request) -> Response:
        if self.counted and not is_passed_on(request.scope):  # it was counted where it came in
            rates: RateLimits = request.app.state.rates
            rates.count(self.counted, visitor.get())
        await demand_scope(request, self.scope)
        cookies = Response()
        own = {"request": request, "response": cookies}
        given = {name: own[name] for name in self.own} | msgspec.structs.asdict(read_address(request, self.address))
        for name, kind in self.body.items():
            given[name] = await read_body(request, kind)
        content = await self.action(**given)
        answer = content if isinstance(content, Response) else Answer(content, self.status)
        answer.raw_headers.extend(header for header in cookies.raw_headers if header[0] == b"set-cookie")
        return answer


def _field(parameter: inspect.Parameter, kind: Any) -> tuple[str, Any, Any]:
    """Return the field of a struct that a parameter of a function is read by."""
    default = msgspec.NODEFAULT if parameter.default is inspect.Parameter.empty else parameter.default
    return parameter.name, kind, msgspec.field(default=default)


def is_struct(kind: Any) -> bool:
    """Tell whether a type is a struct."""
    return inspect.isclass(kind) and issubclass(kind, Struct)


def read_address(request: Request, kind: type[Read]) -> Read:
    """Return what the path and the query of a request hold; Refusal if it is not what it must be."""
    try:
        return msgspec.convert({**request.query_params, **request.path_params}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise explained(error, "address") from None


async def read_body(request: Request, kind: type[Read]) -> Read:
    """Return the body of a request as the struct it must be; Refusal if it is not."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "server.request.not_json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except UNREADABLE as error:
        raise explained(error, "request") from None
