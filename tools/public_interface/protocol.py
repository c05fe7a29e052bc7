"""What goes between a server and its clients: addresses, and the fields of all that is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import build_protocol
from stormriver.server import openapi, requests
from stormriver.server.messages import FromPage, FromServer
from stormriver.server.routes import OPERATIONS


def lines() -> Iterator[str]:
    """Tell all addresses and structs."""
    yield from addresses()
    for name, union in {"page": FromPage, "server": FromServer}.items():
        yield from (f"the {name} sends {member.__struct_config__.tag}" for member in union.__args__)
    known = build_protocol.components()
    for struct in build_protocol.structs():
        sent = issubclass(struct, requests.Request) or struct in FromPage.__args__
        yield from of_struct(struct.__name__, known[struct.__name__], sent)


def addresses() -> Iterator[str]:
    """Tell the addresses, each with its status and what it answers, and what may stand behind its question mark."""
    for path, methods in openapi.document(OPERATIONS)["paths"].items():
        for method, told in methods.items():
            status = next(iter(told["responses"]))
            body = ", ".join(sorted(told.get("requestBody", {}).get("content", {})))
            yield f"{method.upper()} {path}{f' of {body}' if body else ''} -> {status}"
            yield from (
                f"{method.upper()} {path}?{one['name']}" for one in told.get("parameters", ()) if one["in"] == "query"
            )


def of_struct(name: str, schema: dict[str, Any], sent: bool) -> Iterator[str]:
    """Tell a struct: of one that clients send what has to be given in one line; then each field with its type."""
    needed = ", ".join(sorted(schema.get("required", ()))) if sent else "..."
    yield f"{name}({needed})"
    for field, kind in schema.get("properties", {}).items():
        yield f"{name}.{field}: {build_protocol._type(kind)}"
