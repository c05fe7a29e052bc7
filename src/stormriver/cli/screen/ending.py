"""The last page: who has won, how everybody stood, and how it came to that."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.cli.plugin import pages_of
from stormriver.cli.screen import log
from stormriver.cli.screen.lines import Lines, blank, rule
from stormriver.cli.screen.view import View
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.names import named_all

LAST = 8
"""How many lines are told of what happened at the end."""


def page(view: View, told: Sequence[Turn], width: int) -> Lines:
    """Return the result of a game that is over.

    Args:
        view: what one of the people sees.
        told: what has happened since that one's last decision.
        width: columns to fold to.
    """
    winners = view.result
    result = f"{named_all(winners)} {'has' if len(winners) == 1 else 'have'} won" if winners else "Nobody has won"
    lines = [rule("The game is over", width), blank(), Text(f"{result}, after {view.turn} turns.", "bold"), blank()]
    for seat in view.seats:
        lines += pages_of(view).glance(view, seat.number, width)
    return [*lines, blank(), *log.recent(view, told, width, LAST), blank()]
