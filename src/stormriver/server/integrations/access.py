"""API tokens of requests and sockets: who comes with which, and whether it may do what is wanted."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from stormriver.server.database import Database
from stormriver.server.errors import NotAllowed
from stormriver.server.integrations import tokens
from stormriver.server.integrations.tokens import ACCOUNT, Holder
from stormriver.server.problems import Refusal


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the token of the header `Authorization`; None if a request has none.

    A page of a foreign site cannot make a browser send one, so who has it needs neither cookie nor `Origin`.
    """
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


async def holder_of(connection: HTTPConnection) -> Holder | None:
    """Return who holds the token of a request or socket; None if it has none. It counts against the token's rate once.

    Raises:
        Refusal: if the token is nobody's, or used too often; a cookie beside it does not help.
    """
    token = bearer_of(connection)
    if token is None:
        return None
    if not hasattr(connection.state, "holder"):
        database: Database = connection.app.state.lobby.database
        found = await database.ask(tokens.holder, token)
        if found is None:
            refusal = Refusal(401, "server.token.nobody")
            refusal.headers["WWW-Authenticate"] = "Bearer"
            raise refusal
        connection.app.state.rates.count("token", found.id)
        connection.state.holder = found
    known: Holder = connection.state.holder
    return known


async def demand_scope(connection: HTTPConnection, scope: str) -> None:
    """Check that the token of a request, if it has one, may do something of a scope; NotAllowed if not."""
    known = await holder_of(connection)
    if known is not None and not known.may(scope):
        raise NotAllowed("server.token.account") if scope == ACCOUNT else NotAllowed("server.token.scope", scope=scope)
