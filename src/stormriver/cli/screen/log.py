"""What has happened, turn by turn: all of it with its rules, or in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from stormriver.cli.registry import pages_of
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, cut, fold, padded, rule, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.screen.view import View
from stormriver.cli.wording import counted, tell, words
from stormriver.kernel import events as kinds
from stormriver.kernel.state import NONE
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.facts import Told
from stormriver.presentation.names import seat_name

ROOM_TO_SAY_SO = 3
"""How many lines there must be for one of them to say how many are left out."""


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


FULL, RIVALS_SHORT, SHORT, CHANGES = range(4)
"""How short it is told what has happened: all of it; a rival's turn in one line; the viewer's own in a sentence too; of
that no more than what they have lost and gained."""


class Part(NamedTuple):
    """Lines that are shown or left out together.

    Attributes:
        turn: the number of their turn.
        own: whether it is what the viewer did, or what befell them.
        lines: the lines.
    """

    turn: int
    own: bool
    lines: Lines


def recent(view: View, found: Sequence[Turn], width: int, room: int, above: int = 0) -> Lines:
    """Return what has happened since the viewer's last decision, in as many lines as there is room.

    The number of each turn stands before its first line. Where it is tight, all is told shorter; then rivals' turns are
    left out from the oldest on, and last of all what befell the viewer. The first line says what was left out.

    Args:
        view: what the viewer sees.
        found: what has happened.
        width: columns to fold to.
        room: how many lines there are.
        above: the turn whose number stands above already.
    """
    margin = len(str(view.turn)) + 1
    shortest = CHANGES if losses(view, found, width) else SHORT
    for brevity in range(shortest + 1):
        parts = [part for turn in _told(view, found) for part in parts_of(view, *turn, width - margin, brevity)]
        left_out = _left_out(parts, room)
        if not left_out or (brevity >= SHORT and not any(parts[number].own for number in left_out)):
            break
    shown = [(part.turn, line) for number, part in enumerate(parts) if number not in left_out for line in part.lines]
    missing = sum(len(parts[number].lines) for number in left_out)
    if not missing or room < ROOM_TO_SAY_SO:
        return _numbered(shown, margin, above)
    said = words(view, "earlier_lines", lines=counted("earlier line", missing))
    return [Text(said, palette.FAINT), *_numbered(shown, margin)]


def losses(view: View, found: Sequence[Turn], width: int) -> int:
    """Return how many lines it takes to tell what the viewer has lost and gained, and no more."""
    margin = len(str(view.turn)) + 1
    parts = (part for turn in _told(view, found) for part in parts_of(view, *turn, width - margin, CHANGES))
    return sum(len(part.lines) for part in parts if part.own)


def _told(view: View, found: Sequence[Turn]) -> Iterator[tuple[Turn, list[Told]]]:
    """Yield the turns with what is told of them; not what the first page of a new game has told."""
    for turn in found:
        if turn.number:
            yield turn, [line for line in turn.lines if not pages_of(view).repeats(view, line)]


def _left_out(parts: Sequence[Part], room: int) -> set[int]:
    """Return the numbers of the parts that there is no room for: rivals' first, and of both the oldest."""
    needed, left_out = sum(len(part.lines) for part in parts), set[int]()
    room -= needed > room >= ROOM_TO_SAY_SO
    for number in sorted(range(len(parts)), key=lambda number: parts[number].own):
        if needed <= room:
            break
        left_out.add(number)
        needed -= len(parts[number].lines)
    return left_out


def _numbered(lines: Sequence[tuple[int, Text]], margin: int, above: int = 0) -> Lines:
    """Return lines with the number of their turn before the first of each."""
    found = []
    for turn, line in lines:
        found.append(text((f"{'' if turn == above else turn:<{margin}}", palette.FAINT), line))
        above = turn
    return found


def parts_of(view: View, turn: Turn, told: Sequence[Told], width: int, brevity: int = FULL) -> list[Part]:
    """Return a turn: the viewer's own line by line, that of another seat in short, but what befell the viewer in full.

    Args:
        view: what the viewer sees.
        turn: whose it is, and which.
        told: what happened in it.
        width: columns to fold to.
        brevity: how short all of it is.
    """
    if turn.seat == view.seat:
        return [Part(turn.number, True, lines) for lines in _own(view, turn.seat, told, "· ", "", width, brevity)]
    parts = []
    for befell, some in groupby(_rivals_first(view, told, brevity), lambda line: _befell(view, line)):
        part = list(some)
        if befell:
            found = _own(view, turn.seat, part, "» ", "bold", width, brevity)
            parts += [Part(turn.number, True, lines) for lines in found]
        elif len(part) == len(told) or of_weight(view, part):
            short = in_short(view, turn.seat, part)
            lines = fold(short, width, 2) if brevity == FULL else [cut(short, width)]
            parts.append(Part(turn.number, False, lines))
    return parts


def _befell(view: View, told: Told) -> bool:
    return view.seat in (told.seat, told.other) or _changes(view, told)


def _rivals_first(view: View, told: Sequence[Told], brevity: int) -> Sequence[Told]:
    """Return what has happened as it came; where one line must hold all that a rival did, that before all else."""
    return told if brevity == FULL else sorted(told, key=lambda line: _befell(view, line))


def _own(view: View, seat: int, told: Sequence[Told], sign: str, style: str, width: int, brevity: int) -> list[Lines]:
    """Return what the viewer did, or what befell them: a line each, or all of it as one sentence."""
    if brevity < SHORT:
        return [fold(Text(f"{sign}{line.text}", style), width, 2) for line in told]
    weighty = [] if brevity == CHANGES else of_weight(view, told)
    kept = [line for line in told if line in weighty or _changes(view, line)]
    said = kept[0].text if len(kept) == 1 else sentence(view, seat, kept).plain
    return [fold(Text(sign + said, style), width, 2)] if kept else []


def _changes(view: View, told: Told) -> bool:
    """Tell whether the viewer has lost or gained something by an event: a point, a coin, a card."""
    zone = f".{view.game.table.seats[view.seat]}" if view.seat >= 0 else ""
    moved = zone and (told.source.endswith(zone) or told.target.endswith(zone))
    return bool(moved) or (told.seat == view.seat and told.kind in (kinds.CHANGED, kinds.SET))


def of_weight(view: View, told: Sequence[Told]) -> list[Told]:
    """Return what a summary tells of what has happened."""
    pages = pages_of(view)
    return [line for number, line in enumerate(told) if not pages.in_passing(line, told[number + 1 :])]


def in_short(view: View, seat: int, told: Sequence[Told]) -> Text:
    """Return a turn as one sentence: of all that happened only what changes the game, whose turn it was said once."""
    return sentence(view, seat, of_weight(view, told) or list(told[-1:]))


def sentence(view: View, seat: int, kept: Sequence[Told]) -> Text:
    """Return some events of a turn as one sentence, in which whose turn it is stands once."""
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
