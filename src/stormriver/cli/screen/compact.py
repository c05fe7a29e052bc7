"""The screen at a decision: board, sheet, the others, what has happened, and the question, fitted to the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import ask, board, log, palette, sheet
from stormriver.cli.screen.lines import Lines, beside, blank, cut, text
from stormriver.cli.screen.names import seat_text
from stormriver.presentation.adventure.names import counted, table_of
from stormriver.presentation.adventure.telling import Turn

SIDE = 30
"""How wide the sheet beside the board must be at least."""

LEAST_BELOW = 13
"""How many lines must be left below the board, or it is not drawn."""

HINTS = ("? help", "q quit", "b board", "s sheet", "l log", "o odds", "c cards", "u undo", "n never ask", "f forward",
         "w save")  # fmt: skip
"""The commands, the most needed first."""


@dataclass(frozen=True)
class Past:
    """What has gone before a decision.

    Attributes:
        new: what has happened since the viewer's last decision.
        known: what the viewer has read before, told again in pale letters where there is room.
        left: what has been left be by the viewer's orders since the last decision, in words.
    """

    new: Sequence[Turn] = ()
    known: Sequence[Turn] = ()
    left: Sequence[str] = ()


def screen(view: View, past: Past, width: int, height: int) -> Lines:
    """Return what is shown when the viewer must decide, in `height` lines at most.

    Args:
        view: what the viewer sees; the pending ask is the viewer's.
        past: what has gone before.
        width: columns of the terminal.
        height: lines there are, the prompt not counted.
    """
    above = [heading(view, width), *picture(view, width, height)]
    asked = [*obeyed(past.left, width), *ask.question(view, width)]
    choices = ask.options(view, width, max(3, height - len(above) - len(asked) - 4))
    room = height - len(above) - len(asked) - len(choices) - 2
    lines = [*above, *happened(view, past, width, max(room, 0)), *asked, *choices]
    return [cut(line, width) for line in lines[1 - height :]] + [hint(width)]  # where it is tight, the options stay


def happened(view: View, past: Past, width: int, room: int) -> Lines:
    """Return what has happened, the new below what is known already, and an empty line if there is room for it."""
    new = log.recent(view, past.new, width, room)
    left = room - len(new) - 1
    known = [pale(line) for line in log.recent(view, past.known, width, 1000)[-left:]] if left > 0 else []
    lines = [*known, *new]
    return [*lines, blank()] if lines and len(lines) <= room else lines


def pale(line: Text) -> Text:
    """Return a line in pale letters."""
    return Text(line.plain, palette.FAINT)


def obeyed(left: Sequence[str], width: int) -> Lines:
    """Return what has been left be by standing orders, so that no answer is given in silence."""
    if not left:
        return []
    return [cut(Text(f"Left be by your orders: {counted(list(left))}  (orders)", palette.FAINT), width)]


def heading(view: View, width: int) -> Text:
    """Return the first line: which game, which turn, and whose."""
    name = table_of(view).ruleset.entries["name"].text()
    turn = text(f"Turn {view.turn}, ", seat_text(view, view.active.number))
    turn.append(" (you)" if view.active.number == view.seat else "; you are asked")
    return cut(text((" Stormriver ", "bold reverse"), f" {name}   ", turn), width)


def hint(width: int) -> Text:
    """Return the line that tells the commands, as many as a width holds."""
    shown = ""
    for item in HINTS:
        longer = f"{shown}  {item}" if shown else item
        shown = longer if len(longer) <= width else shown
    return Text(shown, palette.FAINT)


CELLS = ((12, 3), (12, 2), (10, 2), (8, 2))
"""How large a space of the board may be drawn beside the sheets, widths and heights, the best first."""


def picture(view: View, width: int, height: int, offers: bool = True) -> Lines:
    """Return the board with the sheets beside it; or, where that does not fit, as much of both as does."""
    numbers = ask.offers(view) if offers else {}
    for wide, high in CELLS:
        across, down = board.size(view, wide, high)
        if across + 2 + SIDE <= width and down + LEAST_BELOW <= height:
            side = width - across - 2
            own = [*sheet.summary(view, view.seat, side), blank()]
            sheets = [*own, *sheet.others(view, side, down - len(own))]
            return beside(board.board(view, numbers, wide, high), [cut(line, side) for line in sheets[:down]], across)
    brief = [*sheet.brief(view, view.seat, width), *(cut(line, width) for line in brief_others(view))]
    fits = across <= width and down + len(brief) + LEAST_BELOW <= height
    return [*board.board(view, numbers, *CELLS[-1]), *brief] if fits else brief


def brief_others(view: View) -> Lines:
    """Return each other seat in one line."""
    return [sheet.glance(view, seat, 1000)[0] for seat in view.seats if seat.number != view.seat]
