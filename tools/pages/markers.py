"""The generated part of a page: what stands between two of its comments."""

from __future__ import annotations

import re
from collections.abc import Iterable


def between(page: str, name: str, lines: Iterable[str]) -> str:
    """Return a page with its generated part written anew.

    Args:
        page: the text of the page.
        name: that of the part, which stands between the comments `NAME:start`, which may say more, and `NAME:end`.
        lines: the part.

    Raises:
        ValueError: if the page lacks one of the comments.
    """
    marked = re.compile(rf"(<!-- {name}:start[^>]*-->\n).*?(<!-- {name}:end -->)", re.DOTALL)
    if not marked.search(page):
        raise ValueError(f"a page has lost the markers {name}:start and {name}:end of its generated part")
    return marked.sub(lambda found: "\n".join([found[1].rstrip("\n"), *lines, found[2]]), page)
