"""The Starlette application: the routes to the lobby, the middleware before them, and the built page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute

from stormriver.server import metrics, openapi
from stormriver.server.accounts.openid_provider import Provider
from stormriver.server.built_page import Page
from stormriver.server.cluster.forwarding import ArrivalMiddleware, ForwardingMiddleware
from stormriver.server.cluster.member import Member
from stormriver.server.connection_limits import LoopErrors
from stormriver.server.database import Database
from stormriver.server.integrations.notifier import Notifier
from stormriver.server.link_preview import invitation_page
from stormriver.server.lobby import Lobby
from stormriver.server.moderation.deeds import IN_SANDBOX
from stormriver.server.moderation.moderation import Moderation
from stormriver.server.problems import FAILED, HANDLERS, FaultMiddleware, Refusal
from stormriver.server.request_log import RequestLogMiddleware
from stormriver.server.routes import OPERATIONS
from stormriver.server.sandbox.inside import Inside
from stormriver.server.sandbox.sandbox import Sandbox
from stormriver.server.security import RateLimits, SecurityHeadersMiddleware, SecurityMiddleware, is_private
from stormriver.server.settings import Settings
from stormriver.server.socket import socket
from stormriver.server.store import Store
from stormriver.server.workshop.workshop import Workshop

LEAST_TO_PACK = 2000


def opened(settings: Settings) -> Store:
    """Return the database of a server; DatabaseInUse if another server uses one that cannot be shared."""
    return Store(settings.database, settings.database_seconds, alone=True)


def create_app(
    settings: Settings,
    store: Store | None = None,
    address: str = "",
    sandbox: Sequence[str] = (),
    inside: Inside | None = None,
) -> Starlette:
    """Return the application for some settings.

    Args:
        store: its database; if there is none it is opened when the application is started.
        address: where other servers on the same database reach this one; empty if they do not.
        sandbox: what starts the process for tables that play with strangers' packs; if nothing does, they play here.
        inside: what makes it such a process of another server.
    """
    rates = RateLimits(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(LoopErrors())
        database = Database(opened(settings) if store is None else store)
        member = Member(database, address, sandboxed=inside is not None)
        rates.share(member.notices)
        app.state.lobby = lobby = Lobby(database, settings.policy, member=member)
        app.state.workshop = workshop = Workshop(settings, database)
        app.state.moderation = moderation = Moderation(lobby, settings.expiry)
        if sandbox:
            lobby.sandbox = Sandbox(sandbox, settings, database, member)
        await lobby.start()
        if inside is not None:
            inside.start(lobby)
        telling = None
        if settings.webhooks:
            notifier = Notifier(database, settings)
            lobby.notice, telling = notifier.look, asyncio.create_task(notifier.run())
        await moderation.start()
        try:
            yield
        finally:
            if telling is not None:
                telling.cancel()
            await moderation.close()
            await workshop.close()
            if lobby.sandbox is not None:
                await lobby.sandbox.close()
            await lobby.close()
            database.close()

    longest = {operation.path_regex: operation.longest for operation in OPERATIONS if operation.longest}
    app: Starlette = Starlette(
        routes=[
            *([] if inside is None else [IN_SANDBOX]),
            *OPERATIONS,
            WebSocketRoute("/api/tables/{table}/socket", socket),
            *openapi.routes(OPERATIONS),
            Route("/metrics", _metrics),
            Route("/join/{secret}", invitation_page),
            Mount("/", Page(), name="built_page"),
        ],
        middleware=[  # a request passes them in this order
            Middleware(ArrivalMiddleware, secret=lambda: app.state.lobby.member.secret),
            Middleware(RequestLogMiddleware),
            Middleware(SecurityHeadersMiddleware, settings=settings),
            Middleware(FaultMiddleware),
            Middleware(SecurityMiddleware, settings=settings, rates=rates, longest=longest),
            Middleware(GZipMiddleware, minimum_size=LEAST_TO_PACK),
            Middleware(ForwardingMiddleware),
        ],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.settings, app.state.rates, app.state.sockets = settings, rates, Counter[str]()
    app.state.provider = Provider(settings) if settings.openid_issuer else None
    return app


async def _metrics(request: Request) -> Response:
    """Return the metrics, to private addresses only: how busy a server is, is nobody else's concern."""
    if not is_private(request):
        raise Refusal(404, FAILED[404])
    metrics.pauses.count()
    metrics.tables.set(len(request.app.state.lobby.live))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
