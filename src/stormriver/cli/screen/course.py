"""How a finished game went: curves by rounds, what became of each seat, the luck of the dice, the turning points."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from stormriver.cli.screen.lines import Lines, blank, fold, padded, rule, text
from stormriver.cli.wording import Spoken, tell, words
from stormriver.language.naming import named
from stormriver.presentation.facts import Course, Timeline

BARS = "▁▂▃▄▅▆▇█"
CURVES = ("units", "strength", "craft", "life", "points")
TALLIES = ("won", "lost", "foes", "deaths", "trophies", "spells", "quests", "moves", "steps", "longest_way")
LONGEST_NAME = 12


def page(to: Spoken, line: Timeline, width: int) -> Lines:
    """Return how a game went; the same facts as the page of the table shows, as text.

    Args:
        to: who reads it.
        line: how the game went.
        width: columns to fold to.
    """
    lines = [rule(tell(to, "course"), width)]
    for name in CURVES:
        if any(course.curves.get(name) for course in line.courses):
            lines += _curves(to, name, line.courses, width)
    lines += [blank(), *_tallies(to, line.courses, width)]
    if line.turning_points:
        lines += [blank(), Text(tell(to, "turning_points"), "bold")]
        for point in line.turning_points:
            lines += fold(Text(f"{tell(to, 'turn', number=point.turn)}  {point.text}"), width, 2)
    return lines


def sparkline(values: Sequence[int], most: int, width: int) -> str:
    """Return values as bars, the highest for `most`; of more than `width` those at even distances, the last one too."""
    if len(values) > width:
        values = [values[round(at * (len(values) - 1) / (width - 1))] for at in range(width)]
    return "".join(BARS[min(value, most) * (len(BARS) - 1) // max(most, 1)] for value in values)


def _curves(to: Spoken, name: str, courses: Sequence[Course], width: int) -> Lines:
    most = max(max(course.curves.get(name, (0,)), default=0) for course in courses)
    lines = [blank(), Text(words(to, f"course_{name}"), "bold")]
    for course in courses:
        values = course.curves.get(name, ())
        bars = sparkline(values, most, max(width - LONGEST_NAME - 8, 2))
        lines.append(text(padded(Text(named(course.name)), LONGEST_NAME), " ", bars, f" {values[-1] if values else 0}"))
    return lines


def _tallies(to: Spoken, courses: Sequence[Course], width: int) -> Lines:
    """Return the sums as a table: a row for each, a column for each seat."""
    rows = [
        (words(to, f"course_{name}"), [str(course.tally.get(name, 0)) for course in courses])
        for name in TALLIES
        if any(course.tally.get(name) for course in courses)
    ]
    rows.append((words(to, "course_luck"), [_luck(course) for course in courses]))
    first = max(cell_len(title) for title, _ in rows)
    each = max(6, min(LONGEST_NAME, (width - first) // len(courses) - 1))
    lines = [_row(Text(""), [Text(named(course.name), "bold") for course in courses], first, each)]
    return lines + [_row(Text(title), [Text(value) for value in values], first, each) for title, values in rows]


def _luck(course: Course) -> str:
    """Return the mean of a seat's dice less what is to be expected of them, for one die."""
    return f"{(course.pips - course.expected) / course.dice:+.2f}" if course.dice else "-"


def _row(title: Text, cells: Sequence[Text], first: int, each: int) -> Text:
    return text(padded(title, first), *(part for cell in cells for part in (" ", padded(cell, each))))
