"""The application: the hall behind its addresses, guards before them, the page beside them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.middleware.gzip import GZipMiddleware

from stormriver.presentation import facts
from stormriver.presentation.adventure import facts as adventure
from stormriver.presentation.wargame import facts as wargame
from stormriver.server import messages, metrics, requests, wire
from stormriver.server.archive import Archive
from stormriver.server.built_page import Page
from stormriver.server.doorstep import Calm
from stormriver.server.guards import Gate, Rates, Sealed, is_private
from stormriver.server.hall import Hall
from stormriver.server.manual import manual
from stormriver.server.routes import api, root
from stormriver.server.settings import Settings
from stormriver.server.socket import sockets
from stormriver.server.store import Store
from stormriver.server.watch import Watched
from stormriver.server.wire import Refusal

ABOUT = (
    "Everything but the socket of a table, which `docs/protocol.md` describes. Requests that change something need "
    "the header `Origin` of this server. What goes wrong is answered with a `Problem`."
)
LEAST_TO_PACK = 2000


def opened(settings: Settings) -> Store:
    """Return the database of a server, opened for it alone; Taken if another server uses it."""
    return Store(settings.database, settings.database_seconds, alone=True)


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """Return the application for some settings.

    Args:
        store: its database; if there is none it is opened when the application is started.
    """
    rates = Rates(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Calm())
        archive = Archive(opened(settings) if store is None else store)
        app.state.hall = hall = Hall(archive, settings.conduct)
        await hall.start()
        try:
            yield
        finally:
            await hall.close()
            archive.close()

    app = FastAPI(title="Stormriver", docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.settings, app.state.rates, app.state.sockets = settings, rates, Counter[str]()
    for router in (api, root, sockets, manual):
        app.include_router(router)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.mount("/", Page(), name="built_page")
    wire.tell_problems(app)
    wire.describe(app, (requests, messages, facts, adventure, wargame), ABOUT)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_TO_PACK)
    app.add_middleware(Gate, settings=settings, rates=rates)
    app.add_middleware(wire.Caught)
    app.add_middleware(Sealed, settings=settings)
    app.add_middleware(Watched)
    return app


async def _metrics(request: Request) -> Response:
    """Return what is measured, to private addresses only: how busy a server is, is nobody else's concern."""
    if not is_private(request):
        raise Refusal(404, wire.PHRASES[404])
    metrics.tables.set(len(request.app.state.hall.live))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
