"""The structs that go over HTTP about API tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from stormriver.server.requests import Name, Request, Wire

Scope = Literal["watch", "play", "create"]
"""What an API token may do: see what its person sees; also answer and take seats; also make, name and delete tables."""


class TokenWanted(Request):
    """A new API token: what it is called, and what it may do. To look at what is yours is part of every scope."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)] = field(default_factory=lambda: ["play"])


class ApiToken(Wire):
    """An API token of yours; what it is itself, nobody is told again.

    Attributes:
        created, used: when it was made and last used, as ISO dates; `used` is empty if it never was.
    """

    id: str
    name: str
    scopes: list[Scope]
    created: str
    used: str


class TokenMade(Wire):
    """A new API token, told this once: it is sent as `Authorization: Bearer TOKEN`."""

    token: str
    known: ApiToken
