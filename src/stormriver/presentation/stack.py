"""The stack of a game: what is still to be resolved, as facts; alike in every game."""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table
from stormriver.kernel.view import Unresolved
from stormriver.presentation.facts import Pending


def stack_of(table: Table, found: Iterable[Unresolved]) -> tuple[Pending, ...]:
    """Return the facts of procedures under way, in the order given."""
    return tuple(
        Pending(one.text, one.rule, one.seat, table.cards[one.card].id if one.card != NONE else "") for one in found
    )
