"""The screen at a decision: board, sheet, the others, what has happened, and the question, fitted to the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from stormriver.cli.registry import pages_of
from stormriver.cli.screen import ask, log, palette
from stormriver.cli.screen.lines import Lines, blank, cut, fold, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.screen.view import View, described, pending
from stormriver.cli.wording import tell, words
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.names import counted, named_in

HINTS = {
    "?": "help", "q": "quit", "b": "board", "x": "look", "s": "sheet", "l": "log", "o": "odds", "c": "cards",
    "h": "hint", "u": "undo", "f": "forward", "w": "save", "never": "never",
}  # fmt: skip
"""The commands, the most needed first, and what is said of them."""


ROOM_FOR_NEWS = 4
"""How many lines are left for news where options can say less."""


ROOM_BESIDE_GUIDE = 8
"""How many lines must be left for board and news, or what the guide of a lesson says is put on a page of its own."""


@dataclass(frozen=True)
class Past:
    """What has gone before a decision.

    Attributes:
        new: what has happened since the viewer's last decision.
        known: what the viewer has read before, repeated in pale letters where there is room.
        left: what the viewer's standing orders have declined since the last decision, in words.
        guide: what the guide of a lesson says.
    """

    new: Sequence[Turn] = ()
    known: Sequence[Turn] = ()
    left: Sequence[str] = ()
    guide: Sequence[str] = ()


def screen(view: View, past: Past, width: int, height: int, looked_at: str = "") -> Lines:
    """Return what is shown when the viewer must decide, in `height` lines at most.

    Args:
        view: what the viewer sees; the pending ask is the viewer's.
        past: what has gone before.
        width: columns of the terminal.
        height: lines there are, the prompt not counted.
        looked_at: the place on the board that the viewer looks at, of which is told instead of the question.
    """
    above = framed(view, width, height, looked_at)
    if looked_at:
        return [*above, *looked(view, looked_at, width, height - len(above) - 1), hint(view, width)]
    asked = [*obeyed(view, past.left, width), *guided(past.guide, width), *ask.question(view, width)]
    news = log.losses(view, past.new, width)
    least = news + len(asked) + len(ask.options(view, width, 0)) + 1
    if len(above) + least > height:  # the options matter more than a large board, or than any
        above = framed(view, width, 2 * height - len(above) - least)
        above = above if len(above) + least <= height else framed(view, width, 0)
    left = height - len(above) - len(asked)
    card = pages_of(view).card_asking(view, width)
    if card and len(card) + max(news, 1) + len(ask.options(view, width, 1000)) + 1 <= left:
        choices = ask.options(view, width, 1000)
        asked += card
    else:
        choices = ask.options(view, width, max(2, left - max(news + 1, ROOM_FOR_NEWS)))
    room = height - len(above) - len(asked) - len(choices) - 2
    lines = [*above[1:], *happened(view, past, width, max(room, 0)), *asked, *choices]
    shown = [above[0], *lines[max(len(lines) - height + 2, 0) :]]  # where it is tight, heading and options stay
    return [*(cut(line, width) for line in shown), hint(view, width)]


def framed(view: View, width: int, height: int, looked_at: str = "") -> Lines:
    """Return the heading and the picture below it, for a screen of a height."""
    return [heading(view, width), *pages_of(view).picture(view, width, height, looked_at=looked_at)]


def crowded(view: View, said: Sequence[str], width: int, height: int) -> bool:
    """Tell whether what the guide of a lesson says leaves too little room for the rest, in `height` lines."""
    least = [heading(view, width), *pages_of(view).picture(view, width, 0), *ask.question(view, width)]
    return len(least) + len(guided(said, width)) + len(ask.options(view, width, 0)) + ROOM_BESIDE_GUIDE > height


def watched(view: View, past: Past, width: int, height: int) -> Lines:
    """Return what is shown to a viewer who is not asked, in `height` lines at most: board, seats and news."""
    above = [heading(view, width), *pages_of(view).picture(view, width, height, offers=False)]
    lines = [*above, *happened(view, past, width, max(height - len(above), 0))]
    return [cut(line, width) for line in lines[:height]]


def looked(view: View, place: str, width: int, room: int) -> Lines:
    """Return what a place on the board says, as much as there is room for, and how one gets there if one may."""
    lines, number = pages_of(view).place_page(view, place, width), pages_of(view).option_at(view, place)
    option = list(pending(view).options.values())[number - 1] if number else None
    way = [cut(Text(words(view, "enter_there", does=described(view, option)), "bold"), width)] if option else []
    left = room - len(way)
    return [*(lines if len(lines) <= left else [*lines[: left - 1], Text("…", palette.FAINT)]), *way]


def happened(view: View, past: Past, width: int, room: int) -> Lines:
    """Return what has happened, the new below what is known already, and an empty line if there is room for it."""
    new = log.recent(view, past.new, width, room)
    left = room - len(new) - 1
    known = [pale(line) for line in log.recent(view, past.known, width, 1000)[-left:]] if left > 0 else []
    if known:
        new = log.recent(view, past.new, width, room, past.known[-1].number)
    lines = [*known, *new]
    return [*lines, blank()] if lines and len(lines) <= room else lines


def pale(line: Text) -> Text:
    """Return a line in pale letters."""
    return Text(line.plain, palette.FAINT)


def guided(said: Sequence[str], width: int) -> Lines:
    """Return what the guide of a lesson says, set apart from all else."""
    return [line for one in said for line in fold(Text(f"» {one}", "bright_yellow"), width, 2)]


def obeyed(view: View, left: Sequence[str], width: int) -> Lines:
    """Return what standing orders have declined, so that no answer is given in silence."""
    if not left:
        return []
    told, where = tell(view, "obeyed", matters=counted(list(left))), "  (orders)"
    return fold(Text(told + where if len(told + where) <= width else told, palette.FAINT), width, 2)


def heading(view: View, width: int) -> Text:
    """Return the first line: which game, which turn, and whose."""
    ruleset = view.game.table.ruleset
    name = named_in(view.language, "preset", ruleset.preset, ruleset.entries["name"].text())
    turn = text(f"{tell(view, 'turn', number=view.turn)}, ", seat_text(view, view.active.number))
    if view.active.number == view.seat:
        turn.append(f" {words(view, 'own_turn')}")
    elif view.ask is not None and view.ask.seat == view.seat:
        turn.append(words(view, "other_turn"))
    return cut(text((" Stormriver ", "bold reverse"), f" {name}   ", turn), width)


def hint(view: View, width: int) -> Text:
    """Return the line that tells the commands, as many as a width holds."""
    shown = ""
    for letter, what in HINTS.items():
        item = f"{letter} {words(view, f'hint_{what}')}"
        longer = f"{shown}  {item}" if shown else item
        shown = longer if len(longer) <= width else shown
    return Text(shown, palette.FAINT)
