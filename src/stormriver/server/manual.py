"""`/docs`: the OpenAPI of the server, shown by Swagger UI from our own address, with no script in the page."""

from __future__ import annotations

from pathlib import Path

import fastapi_offline
from fastapi import APIRouter, Response
from starlette.responses import FileResponse, HTMLResponse

FILES = Path(fastapi_offline.__file__).parent / "static"
SERVED = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
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

manual = APIRouter(prefix="/docs", include_in_schema=False)


@manual.get("")
async def page() -> Response:
    """Show the manual."""
    return HTMLResponse(PAGE)


@manual.get("/start.js")
async def start() -> Response:
    """Start the manual; a script within the page would be refused by its policy."""
    return Response(START, media_type="text/javascript")


@manual.get("/{name}")
async def file(name: str) -> Response:
    """Return a file of Swagger UI."""
    if name not in SERVED:
        return Response(status_code=404)
    return FileResponse(FILES / name, media_type=SERVED[name])
