"""The screen at a decision: board, sheet, the others, what has happened, and the question, fitted to the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import ask, board, log, palette, sheet
from stormriver.cli.screen.lines import Lines, beside, blank, cut, text
from stormriver.cli.screen.log import Turn
from stormriver.cli.screen.names import seat_text, table_of

SIDE = 30
"""How wide the sheet beside the board must be at least."""

LEAST_BELOW = 13
"""How many lines must be left below the board, or it is not drawn."""

HINT = "? help  b board  s sheet  l log  o odds  c cards  u undo  n never ask  f forward  w save  q quit"


def screen(view: View, found: Sequence[Turn], width: int, height: int) -> Lines:
    """Return what is shown when the viewer must decide, in `height` lines at most.

    Args:
        view: what the viewer sees; the pending ask is the viewer's.
        found: what has happened since the viewer's last decision.
        width: columns of the terminal.
        height: lines there are, the prompt not counted.
    """
    above = [heading(view, width), *picture(view, width, height)]
    asked = ask.question(view, width)
    most = max(3, height - len(above) - len(asked) - 4)
    choices = ask.options(view, width, most)
    room = height - len(above) - len(asked) - len(choices) - 2
    told = log.recent(view, found, width, max(room, 0))
    lines = [*above, *told, *([blank()] if told and room > len(told) else []), *asked, *choices]
    return [cut(line, width) for line in lines[: height - 1]] + [cut(Text(HINT, palette.FAINT), width)]


def heading(view: View, width: int) -> Text:
    """Return the first line: which game, which turn, and whose."""
    name = table_of(view).ruleset.entries["name"].text()
    line = text((" Stormriver ", "bold reverse"), f" {name}   turn {view.turn}, ", seat_text(view, view.active.number))
    return cut(line, width)


def picture(view: View, width: int, height: int, offers: bool = True) -> Lines:
    """Return the board with the sheets beside it; or, where that does not fit, the sheets alone in few lines."""
    wide = board.board_width(view)
    drawn = board.board(view, ask.offers(view) if offers else None)
    if height < len(drawn) + LEAST_BELOW or width < wide:
        return [*sheet.brief(view, view.seat, width), *(cut(line, width) for line in brief_others(view))]
    if width < wide + 2 + SIDE:
        below = [*sheet.brief(view, view.seat, width), *(cut(line, width) for line in brief_others(view))]
        return [*drawn, *below] if height >= len(drawn) + len(below) + LEAST_BELOW else [*below]
    side = width - wide - 2
    beside_it = [*sheet.summary(view, view.seat, side), blank(), *sheet.others(view, side)]
    return beside(drawn, [cut(line, side) for line in beside_it[: len(drawn)]], wide)


def brief_others(view: View) -> Lines:
    """Return each other seat in one line."""
    return [sheet.glance(view, seat, 1000)[0] for seat in view.seats if seat.number != view.seat]
