"""The last page: who has won, how everybody stood, and how it came to that."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.cli.registry import pages_of
from stormriver.cli.screen import course, log
from stormriver.cli.screen.lines import Lines, blank, rule
from stormriver.cli.screen.view import View
from stormriver.cli.wording import tell
from stormriver.language.clauses import Count, listed, seat_name
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.facts import Timeline

LAST = 8
"""How many lines are told of what happened at the end."""


def page(view: View, told: Sequence[Turn], line: Timeline, width: int) -> Lines:
    """Return the result of a game that is over.

    Args:
        view: what one of the people sees.
        told: what has happened since that one's last decision.
        line: how the game went.
        width: columns to fold to.
    """
    turns, winners = Count("turn", view.turn), listed([seat_name(name) for name in view.result], "and")
    result = tell(view, "won" if view.result else "nobody_has_won", who=winners, turns=turns)
    lines = [rule(tell(view, "game_over"), width), blank(), Text(result, "bold"), blank()]
    for seat in view.seats:
        lines += pages_of(view).glance(view, seat.number, width)
    return [*lines, blank(), *log.recent(view, told, width, LAST), blank(), *course.page(view, line, width), blank()]
