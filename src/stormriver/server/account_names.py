"""Names that people give: what they may be, and when two of them are one account."""

from __future__ import annotations

import unicodedata

from stormriver.presentation.plain import is_plain
from stormriver.server.errors import BadRequest

LONGEST = 24


def demand_name(name: str, where: str = "name") -> None:
    """Raise BadRequest, with the field to blame, if a name is too long or not plain; it may be empty."""
    if len(name) > LONGEST or not is_plain(name) or "<" in name or ">" in name:
        raise BadRequest("server.lobby.name", where, most=LONGEST)


def account_key(name: str) -> str:
    """Return the name of an account as names are compared: capitals, blanks and composed letters make no difference."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
