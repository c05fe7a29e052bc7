"""The language of a reader: the one that they have chosen, else the first that their browser asks for, else English."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stormriver.language.catalogue import languages

if TYPE_CHECKING:  # a lesson at the terminal speaks these languages too, without a server
    from starlette.requests import HTTPConnection

USUAL = "en"
"""The language of those who ask for none that there is."""
MOST = 20
"""How many of the languages that a browser asks for are looked at."""


@cache
def spoken() -> frozenset[str]:
    """Return the codes of the languages that there are."""
    return frozenset(languages())


def chosen(wanted: str, otherwise: str) -> str:
    """Return the language that somebody has chosen; another one if there is no such language."""
    return wanted if wanted in spoken() else otherwise


def language_of(request: HTTPConnection) -> str:
    """Return the language that a request asks for."""
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """Return the language that is wanted most, of those that there are.

    Args:
        header: as `Accept-Language` has it: `de-AT, en;q=0.7`.
    """
    wanted = sorted(map(_weighed, header.split(",")[:MOST]), key=lambda one: -one[1])
    return next((code for code, weight in wanted if weight > 0 and code in spoken()), USUAL)


def _weighed(entry: str) -> tuple[str, float]:
    """Return a language without its region, and how much it is wanted."""
    tag, _, quality = entry.partition(";")
    code = tag.strip().partition("-")[0].lower()
    try:
        return code, float(quality.partition("=")[2]) if quality else 1.0
    except ValueError:
        return code, 0.0
