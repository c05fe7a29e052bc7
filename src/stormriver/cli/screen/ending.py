"""The last page: who has won, and how everybody stood."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import sheet
from stormriver.cli.screen.lines import Lines, blank, rule


def page(view: View, width: int) -> Lines:
    """Return the result of a game that is over."""
    winners = view.result
    told = f"{' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} won" if winners else "Nobody has won"
    lines = [rule("The game is over", width), blank(), Text(f"{told}, after {view.turn} turns.", "bold"), blank()]
    for seat in view.seats:
        lines += sheet.glance(view, seat, width)
    return [*lines, blank()]
