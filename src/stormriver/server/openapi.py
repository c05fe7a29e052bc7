"""The OpenAPI document of the server at `/openapi.json`, and Swagger UI at `/docs`, which shows it offline."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from importlib.metadata import distribution
from types import ModuleType
from typing import Any

import msgspec
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from stormriver import __version__
from stormriver.presentation import facts
from stormriver.presentation.adventure import facts as adventure
from stormriver.presentation.wargame import facts as wargame
from stormriver.server import analysis_facts, messages, requests
from stormriver.server.accounts import facts as accounts
from stormriver.server.auth import COOKIE
from stormriver.server.integrations import facts as programs
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.moderation import facts as moderation
from stormriver.server.operations import Operation
from stormriver.server.problems import Answer
from stormriver.server.workshop import facts as workshop

ABOUT = (
    "Everything but the socket of a table, which `docs/protocol.md` describes. Requests that change something need "
    "the header `Origin` of this server, unless they come with an API token. What goes wrong is answered with a "
    "`Problem`."
)
SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "How browsers are known."},
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "How programs are known: an API token, which people make at their page `/me`.",
    },
}
"""How one is known: by the cookie everywhere, and by a token within its scopes."""
DECLARED = (requests, analysis_facts, accounts, moderation, workshop, programs, messages, facts, adventure, wargame)
"""The modules whose structs go over HTTP and the socket."""
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stormriver: HTTP</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
"""
START = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, tryItOutEnabled: true })\n"
"""The script that starts Swagger UI, in a file of its own: the content security policy refuses inline scripts."""

schema_components = partial(msgspec.json.schema_components, ref_template="#/components/schemas/{name}")


# the document


def document(operations: Iterable[Operation], modules: Iterable[ModuleType] = DECLARED) -> dict[str, Any]:
    """Return the OpenAPI document of some operations, with the schemas of all structs that some modules declare."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = described(operation)
    declared = [value for module in modules for value in vars(module).values() if inspect.isclass(value)]
    structs = [kind for kind in declared if issubclass(kind, msgspec.Struct) and kind.__struct_fields__]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stormriver", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": schema_components(structs)[1], "securitySchemes": SECURITY},
    }


def described(operation: Operation) -> dict[str, Any]:
    """Return what the document says of one operation: its first line of documentation is its summary."""
    words = inspect.getdoc(operation.action) or ""
    problem = {"description": "What went wrong; nothing has changed.", **_content(requests.Problem)}
    told: dict[str, Any] = {
        "summary": words.split("\n")[0].rstrip("."),
        "description": words,
        "operationId": re.sub(r"\W", "_", f"{operation.name}{operation.path}_{operation.method.lower()}"),
        "responses": {
            str(operation.status): {"description": "Successful Response", **_content(operation.answers)},
            "default": problem,
        },
        "security": [{}, {"cookie": []}] + ([] if operation.scope == ACCOUNT else [{"token": [operation.scope]}]),
    }
    if operation.address.__struct_fields__:
        told["parameters"] = list(_parameters(operation))
    for kind in operation.body.values():
        told["requestBody"] = {"required": True, **_content(kind)}
    return told


def _content(kind: Any) -> dict[str, Any]:
    """Return how a body is described: a struct as JSON, a kind of `Response` by its media type alone."""
    if inspect.isclass(kind) and issubclass(kind, Response):
        return {"content": {kind.media_type: {}}}
    return {"content": {"application/json": {"schema": schema_components([kind])[0][0]}}}


def _parameters(operation: Operation) -> Iterable[dict[str, Any]]:
    (schema,) = schema_components([operation.address])[1].values()
    for name, kind in schema["properties"].items():
        place = "path" if name in operation.param_convertors else "query"
        yield {"name": name, "in": place, "required": name in schema["required"], "schema": kind}


# its addresses


def routes(operations: Sequence[Operation]) -> list[BaseRoute]:
    """Return the routes of the OpenAPI document of some operations, and of Swagger UI."""

    told = cache(lambda: document(operations))
    files = distribution("offapi")  # to import it would load all of its pages

    def file(name: str, kind: str) -> FileResponse:
        return FileResponse(str(files.locate_file(f"offapi/{name}")), media_type=kind)

    return [
        Route("/openapi.json", lambda request: Answer(told())),
        Route("/docs", lambda request: HTMLResponse(PAGE)),
        Route("/docs/start.js", lambda request: Response(START, media_type="text/javascript")),
        Route("/docs/swagger-ui.css", lambda request: file("swagger_style.css", "text/css")),
        Route("/docs/swagger-ui-bundle.js", lambda request: file("swagger_bundle.js", "text/javascript")),
    ]
