"""Changes: the expected effects of a spell or item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stormriver.estimates.wargame.lookahead import Standing


class Change(NamedTuple):
    """One thing that is expected to change.

    Attributes:
        what: `kill`, `wound`, `disease`, `standing`, `move`, `switch`, `control`: of a unit; `block`, `ruin`: of a
            square; `gold`, `spell`, `item`, `turn`: of a seat; `negate`, `fate`: of what is under way.
        of: the number of the unit, square or seat, or of the card that negates.
        amount: how much of it, or its chance; of a move the square, of a switch the other unit.
        before: of `standing`, what the unit is now.
        after: what it would be.
        lasting: whether that holds beyond this turn.
    """

    what: str
    of: int
    amount: float = 1.0
    before: Standing | None = None
    after: Standing | None = None
    lasting: bool = True


Worth = Callable[[Change], float]
"""A valuation: what one change is worth to the side that decides."""

PLACES: Final = frozenset({"move", "switch"})
"""The kinds of changes whose `amount` is a place."""


def mean(readings: list[list[Change]]) -> list[Change]:
    """Return the mean of several readings: each change with its share; changes of a place are left out."""
    share = 1 / max(1, len(readings))
    return [
        change._replace(amount=change.amount * share)
        for reading in readings
        for change in reading
        if change.what not in PLACES
    ]
