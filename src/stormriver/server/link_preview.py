"""What a messenger shows of the link to a seat: the page, with a title and a description of who invites to what."""

from __future__ import annotations

import re
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from stormriver.kernel.errors import StormriverError
from stormriver.language.message import Message, message
from stormriver.server.auth import lobby_of
from stormriver.server.built_page import ANEW, FOLDER, INDEX, NOT_BUILT, is_built
from stormriver.server.languages import language_of
from stormriver.server.requests import Invitation
from stormriver.server.setup_catalogue import named_with

TITLE = re.compile("<title>.*?</title>")


async def invitation_page(request: Request) -> Response:
    """Return the page at the link to a seat; a link that leads nowhere gets it as it is, and the page says so."""
    if not is_built():
        return PlainTextResponse(NOT_BUILT, 503)
    index = (FOLDER / INDEX).read_text()
    language = language_of(request)
    try:
        told = await lobby_of(request).invitation(request.path_params["secret"], language)
    except StormriverError:
        head = None
    else:
        head = _head(told, language)
    text = index if head is None else TITLE.sub(lambda _: head, index, count=1)
    return HTMLResponse(text, headers={"Cache-Control": ANEW})


def _head(told: Invitation, language: str) -> str:
    """Return the title of a page, and the tags of The Open Graph protocol that messengers read."""
    title = escape(_title(told).told(language))
    about = escape("" if told.played is None else told.played.about)
    return (
        f'<title>{title} · Stormriver</title><meta property="og:site_name" content="Stormriver" />'
        f'<meta property="og:type" content="website" /><meta property="og:title" content="{title}" />'
        f'<meta property="og:description" content="{about}" /><meta name="description" content="{about}" />'
    )


def _title(told: Invitation) -> Message:
    played = told.played
    game = told.name if played is None else named_with(played.preset, [pack.name for pack in played.packs])
    if told.host:
        return message("server.invitation.by", host=told.host, game=game)
    return message("server.invitation.to", game=game)
