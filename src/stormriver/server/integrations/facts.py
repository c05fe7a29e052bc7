"""The structs that go over HTTP about API tokens and webhooks."""

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


class WebhookWanted(Request):
    """An address to be told when you are asked something while you are away, or a game of yours is over."""

    url: Annotated[str, Meta(min_length=8, max_length=400)]
    language: Annotated[str, Meta(max_length=16)] = "en"


class Webhook(Wire):
    """A webhook of yours."""

    id: str
    url: str
    language: str
    created: str


class WebhookMade(Wire):
    """A new webhook, with the secret by which its messages are signed; it is told this once."""

    secret: str
    known: Webhook


class Notice(Wire):
    """What a webhook is told: nothing that a seat hides.

    Attributes:
        event: `your_turn` or `game_over`.
        name: what the table is called, `link` leads there.
        text: a sentence for people; `content` is the same, as some services call it so.
        rule: the rule behind the question, if one is open.
        at: when, as an ISO date.
    """

    event: Literal["your_turn", "game_over"]
    table: str
    name: str
    link: str
    text: str
    content: str
    at: str
    rule: str = ""
