"""What has happened, turn by turn: all of it with its rules, or in short."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from stormriver.cli.plugin import pages_of
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, cut, fold, padded, rule, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.screen.view import View
from stormriver.cli.wording import counted, tell, words
from stormriver.kernel.state import NONE
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.facts import Told
from stormriver.presentation.names import seat_name


def page(view: View, found: Sequence[Turn], width: int) -> Lines:
    """Return the whole log of some turns, with the rules in a column of their own."""
    lines: Lines = []
    longest = max((len(told.rule) for turn in found for told in turn.lines), default=0)
    left = width - min(longest, width // 2)
    for turn in found:
        lines.append(rule(heading(view, turn), width))
        for told in turn.lines:
            first, *more = fold(Text(told.text), left - 2, 2)
            named = cut(Text(told.rule, palette.FAINT), width - left)
            lines += [text(padded(first, left), named), *more]
        lines.append(blank())
    return lines or [Text(tell(view, "nothing_happened"), palette.FAINT)]


def heading(view: View, turn: Turn) -> str:
    """Return whose turn it was, and which."""
    if turn.seat == NONE:
        return tell(view, "before_first_turn")
    return f"{tell(view, 'turn', number=turn.number)}: {seat_name(view, turn.seat)}"


def recent(view: View, found: Sequence[Turn], width: int, room: int, above: int = 0) -> Lines:
    """Return what has happened since the viewer's last decision, in as many lines as there is room.

    The number of each turn stands before its first line. What does not fit is left out from the beginning, with what
    is left of a sentence, and the first line says so.

    Args:
        view: what the viewer sees.
        found: what has happened.
        width: columns to fold to.
        room: how many lines there are.
        above: the turn whose number stands above already.
    """
    margin = len(str(view.turn)) + 1
    lines: list[tuple[int, Text]] = []
    for turn in found:
        if not turn.number:
            continue  # what the first page of a new game has told
        told = [line for line in turn.lines if not pages_of(view).repeats(view, line)]
        lines += [(turn.number, line) for line in of_turn(view, turn.seat, told, width - margin)]
    if len(lines) <= room:
        return _numbered(lines, margin, above)
    kept = lines[len(lines) - room + 1 :] if room > 1 else []
    whole = next((number for number, (_, line) in enumerate(kept) if not line.plain.startswith(" ")), 0)
    kept = kept[whole:]
    left_out = words(view, "earlier_lines", lines=counted("earlier line", len(lines) - len(kept)))
    return [Text(left_out, palette.FAINT), *_numbered(kept, margin)]


def _numbered(lines: Sequence[tuple[int, Text]], margin: int, above: int = 0) -> Lines:
    """Return lines with the number of their turn before the first of each."""
    found = []
    for turn, line in lines:
        found.append(text((f"{'' if turn == above else turn:<{margin}}", palette.FAINT), line))
        above = turn
    return found


def of_turn(view: View, seat: int, told: Sequence[Told], width: int) -> Lines:
    """Return a turn: the viewer's own line by line, that of another seat in short, but what befell the viewer in full.

    Args:
        view: what the viewer sees.
        seat: whose turn it is.
        told: what happened in it.
        width: columns to fold to.
    """
    if seat == view.seat:
        return [folded for line in told for folded in fold(Text(f"· {line.text}"), width, 2)]
    lines: Lines = []
    for befell, some in groupby(told, lambda line: view.seat in (line.seat, line.other)):
        part = list(some)
        if befell:
            lines += [folded for line in part for folded in fold(Text(f"» {line.text}", "bold"), width, 2)]
        elif len(part) == len(told) or of_weight(view, part):
            lines += fold(in_short(view, seat, part), width, 2)
    return lines


def of_weight(view: View, told: Sequence[Told]) -> list[Told]:
    """Return what a summary tells of what has happened."""
    pages = pages_of(view)
    return [line for number, line in enumerate(told) if not pages.in_passing(line, told[number + 1 :])]


def in_short(view: View, seat: int, told: Sequence[Told]) -> Text:
    """Return a turn as one sentence: of all that happened only what changes the game, whose turn it was said once."""
    kept = of_weight(view, told) or list(told[-1:])
    if seat == NONE or not kept:
        return Text(" ".join(line.text for line in kept))
    name, both = seat_name(view, seat), words(view, "and")
    line, own = seat_text(view, seat), True
    for number, clause in enumerate(one.text.rstrip(".") for one in kept):
        mine = clause.startswith(f"{name} ") and not clause.startswith(f"{name} {both} ")
        line.append((", " if mine and own else "; ") if number else " " if mine else ": ", "default")
        line.append(clause.removeprefix(f"{name} ") if mine and own else clause, "default")
        own = mine
    return text(line, ".")
