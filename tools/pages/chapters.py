"""The chapters of rulings: each begins with a ruling, goes on to the next, and has a page of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def headings(ids: Iterable[str], begun: Mapping[str, str]) -> dict[str, str]:
    """Return the heading of the chapter in which each ruling stands.

    Args:
        ids: the rulings in their order.
        begun: the headings by the ruling with which each chapter begins.
    """
    found: dict[str, str] = {}
    heading = ""
    for name in ids:
        heading = begun.get(name, heading)
        found[name] = heading
    return found


def page_name(heading: str) -> str:
    """Return the name of the page of a chapter."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower().replace("'", "")) + ".md"
