"""The list of gaps in the estimates, in the page on computer players."""

from __future__ import annotations

from pages.english import listed
from pages.markers import between
from stormriver.estimates.adventure import gaps as adventure
from stormriver.estimates.wargame import gaps as wargame


def replaced(text: str) -> str:
    """Return the page with its list of gaps written anew."""
    lines = [
        f"- Words of cards that are read as the mean of their parts: {_names(adventure.words_without_reading())}.",
        f"- Asks whose own options are taken to change nothing: {_names(adventure.asks_without_reading())}.",
        f"- Words of chits that are read as the mean of their parts: {_names(wargame.words_without_reading())}.",
    ]
    return between(text, "gaps", lines)


def _names(names: list[str]) -> str:
    return listed([f"`{name}`" for name in names], "and") if names else "none"
