"""The list of gaps in the estimates, in the page on computer players."""

from __future__ import annotations

import re

from pages.english import listed
from stormriver.estimates.adventure import gaps as adventure
from stormriver.estimates.wargame import gaps as wargame

MARKS = re.compile(r"(<!-- gaps:start[^>]*-->\n).*?(<!-- gaps:end -->)", re.DOTALL)


def replaced(text: str) -> str:
    """Return the page with its list of gaps written anew."""
    lines = [
        f"- Words of cards that are read as the mean of their parts: {_names(adventure.words_without_reading())}.",
        f"- Asks whose own options are taken to change nothing: {_names(adventure.asks_without_reading())}.",
        f"- Words of chits that are read as the mean of their parts: {_names(wargame.words_without_reading())}.",
    ]
    return MARKS.sub(lambda found: found[1] + "\n".join(lines) + "\n" + found[2], text)


def _names(names: list[str]) -> str:
    return listed([f"`{name}`" for name in names], "and") if names else "none"
