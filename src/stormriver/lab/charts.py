"""Charts as SVG: figures with their intervals, and how often each value came up. Colours come from the page's style."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from statistics import fmean, median
from xml.etree.ElementTree import Element, SubElement, tostring

from stormriver.lab.questions import DIFFERENCE, SHARE, Answer, Figure

WIDTH = 760
LEFT = 70
"""Where the axis begins at the least; names and counts stand left of it."""
LETTER = 7.2
"""How wide a letter is at most, on average."""
RIGHT = 30
"""The room right of it at the least; there numbers are written out."""
ROW = 26
FOOT = 44
"""The room below for ticks and the axis's title."""
MOST_BARS = 40
AXES = {
    SHARE: "share of games won",
    DIFFERENCE: "difference of shares won, in percentage points",
    "rounds": "rounds of a game",
    "minutes": "minutes of a game at a table",
    "decisions": "decisions of a game",
}
"""What is written at the axis for a unit; for others, the unit itself."""


def told(value: float, unit: str) -> str:
    """Return a number as it is read: shares in per cent, differences with their sign."""
    if unit == SHARE:
        return f"{value:.1%}".replace("%", " %")
    if unit == DIFFERENCE:
        return f"{value * 100:+.1f}".replace("-", "−")
    return f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"


def interval_chart(answer: Answer) -> str:
    """Return each figure of an answer as a point on its interval, one below the other."""
    figures = answer.figures
    ends = [end for figure in figures for end in (figure.low, figure.high)]
    ends += [] if answer.expected is None else [answer.expected]
    least, most = (0.0, max(ends)) if answer.unit == SHARE else (min(ends), max(ends))
    room = (most - least) * 0.03 or 0.5
    chart = _Chart(len(figures) * ROW + 24, answer.unit, f"{answer.title}, with intervals")
    chart.least, chart.most = least if answer.unit == SHARE else least - room, most + room
    written = [_written(figure, answer.unit) for figure in figures]
    chart.left = max(LEFT, 10 + LETTER * max(len(figure.name) for figure in figures))
    chart.right = 12 + LETTER * max(map(len, written))
    chart.axis()
    if answer.expected is not None:
        chart.marker(answer.expected, "if all were alike")
    for number, figure in enumerate(figures):
        y = 24 + number * ROW + ROW / 2
        chart.text(chart.left - 10, y + 4, figure.name, "end", "name")
        row = chart.group(f"{figure.name}: {told(figure.value, answer.unit)}, of {figure.count:,}")
        low, high = chart.x(figure.low), chart.x(figure.high)
        for x1, x2, y1, y2 in ((low, high, y, y), (low, low, y - 4, y + 4), (high, high, y - 4, y + 4)):
            SubElement(row, "line", _places(x1=x1, x2=x2, y1=y1, y2=y2) | {"class": "whisker"})
        SubElement(row, "circle", _places(cx=chart.x(figure.value), cy=y, r=4.5) | {"class": "point"})
        chart.text(WIDTH - chart.right + 12, y + 4, written[number], "start", "number")
    return chart.svg()


def _written(figure: Figure, unit: str) -> str:
    between = f"{told(figure.low, unit)} to {told(figure.high, unit)}".replace(" %", "")
    return f"{told(figure.value, unit)} ({between})"


def histogram(answer: Answer) -> str:
    """Return how many games had each value of an answer, with their mean and median marked."""
    values = answer.values
    edges = bin_edges(values)
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(bisect_right(edges, value), len(counts)) - 1] += 1
    chart = _Chart(220, answer.unit, f"{answer.title}, how many games took how long")
    chart.least, chart.most = edges[0], edges[-1]
    chart.axis(whole=all(value == int(value) for value in values))
    top = max(counts)
    height = _heights(top, chart)
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        noun = "game" if count == 1 else "games"
        bar = chart.group(f"{_within(low, high)} {answer.unit}: {count:,} {noun}")
        place = _places(x=chart.x(low) + 0.5, width=max(0.5, chart.x(high) - chart.x(low) - 1), y=height(count))
        SubElement(bar, "rect", place | _places(height=height(0) - height(count)) | {"class": "bar"})
    chart.marker(median(values), f"median {median(values):,.10g}, mean {told(fmean(values), answer.unit)}")
    return chart.svg()


def _within(low: float, high: float) -> str:
    """Return the values that lie between two edges, which stand half-way between whole numbers if those are whole."""
    if low != int(low) and high != int(high):
        first, last = ceil(low), floor(high)
        return f"{first:,}" if first == last else f"{first:,} to {last:,}"
    return f"{low:,g} to {high:,g}"


def _heights(top: int, chart: _Chart) -> Callable[[float], float]:
    """Draw the axis of counts, and return from a count to its height."""
    floor_y, room = chart.height, chart.height - 40

    def height(count: float) -> float:
        return floor_y - count / top * room

    for tick in ticks(0, top, 4, whole=True):
        chart.line(chart.left, WIDTH - chart.right, height(tick), height(tick), "grid")
        chart.text(chart.left - 10, height(tick) + 4, f"{tick:,.0f}", "end")
    chart.text(chart.left - 10, 12, "games", "end")
    return height


def bin_edges(values: Sequence[float]) -> list[float]:
    """Return the edges of bins of a round width that hold all values, about `MOST_BARS` of them at most.

    The width is that of D. Freedman and P. Diaconis (1981). Edges stand half-way between whole numbers, so that a bar
    stands on the numbers that it counts.
    """
    ordered = sorted(values)
    quarter, three = ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4]
    least, most = ordered[0], ordered[-1]
    wanted = max(2 * (three - quarter) / len(ordered) ** (1 / 3), (most - least) / MOST_BARS, 1e-9)
    width = _round_step(wanted)
    whole = all(value == int(value) for value in ordered)
    width = max(1.0, width) if whole else width
    first = floor(least / width)
    last = max(first + 1, floor(most / width) + 1)
    return [round(number * width - whole / 2, 9) for number in range(first, last + 1)]


def ticks(least: float, most: float, wanted: int = 6, whole: bool = False) -> list[float]:
    """Return about so many round numbers within bounds, evenly apart (P. Heckbert, Graphics Gems, 1990).

    Args:
        least: the lower bound.
        most: the upper one, which is larger.
        wanted: about how many.
        whole: whether only whole numbers will do.
    """
    step = _round_step((most - least) / wanted)
    step = max(1.0, step) if whole else step
    numbers = range(ceil(least / step - 1e-9), floor(most / step + 1e-9) + 1)
    return [round(number * step, 12) for number in numbers]


def _round_step(wanted: float) -> float:
    """Return the least of 1, 2, 5, 10 and so on, times a power of ten, that is no less than a number above 0."""
    power = 10.0 ** floor(log10(wanted))
    return next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= wanted * (1 - 1e-9))


class _Chart:
    """An SVG with a horizontal axis."""

    def __init__(self, height: float, unit: str, said: str) -> None:
        """Begin one so high, without its foot; `said` tells it to those who do not see it."""
        self.least, self.most = 0.0, 1.0
        self.left: float = LEFT
        self.right: float = RIGHT
        self.height, self.unit = height, unit
        box = f"0 0 {WIDTH} {height + FOOT:g}"
        self._svg = Element("svg", {"viewBox": box, "role": "img", "aria-label": said})

    def x(self, value: float) -> float:
        """Return where a value stands on the axis."""
        return self.left + (value - self.least) / (self.most - self.least) * (WIDTH - self.left - self.right)

    def axis(self, whole: bool = False) -> None:
        """Draw the axis with its ticks, lines above them and its title; `whole` if its values are whole numbers."""
        for tick in ticks(self.least, self.most, whole=whole):
            self.line(self.x(tick), self.x(tick), 20, self.height, "grid")
            self.text(self.x(tick), self.height + 18, self._tick(tick), "middle")
        self.line(self.left, WIDTH - self.right, self.height, self.height, "axis")
        self.text(
            (self.left + WIDTH - self.right) / 2, self.height + 37, AXES.get(self.unit, self.unit), "middle", "title"
        )

    def _tick(self, value: float) -> str:
        if self.unit == SHARE:
            return f"{value * 100:g} %"
        if self.unit == DIFFERENCE:
            return f"{value * 100:+g}".replace("-", "−") if value else "0"
        return f"{value:,g}"

    def marker(self, value: float, said: str) -> None:
        """Draw a dashed line at a value, with a word above it that stays within the picture."""
        self.line(self.x(value), self.x(value), 18, self.height, "marker")
        half = LETTER * len(said) / 2
        at = min(max(self.x(value), self.left + half), WIDTH - half)
        self.text(at, 12, said, "middle", "note")

    def group(self, said: str) -> Element:
        """Return a group for things that tell a text when pointed at."""
        found = SubElement(self._svg, "g")
        SubElement(found, "title").text = said
        return found

    def line(self, x1: float, x2: float, y1: float, y2: float, kind: str) -> None:
        """Draw a line of a kind that the style knows."""
        SubElement(self._svg, "line", _places(x1=x1, x2=x2, y1=y1, y2=y2) | {"class": kind})

    def text(self, x: float, y: float, said: str, anchor: str, kind: str = "label") -> None:
        """Write a text of a kind that the style knows; `anchor` says which of its ends stands at x."""
        SubElement(self._svg, "text", _places(x=x, y=y) | {"text-anchor": anchor, "class": kind}).text = said

    def svg(self) -> str:
        """Return the whole picture."""
        return tostring(self._svg, encoding="unicode")


def _places(**numbers: float) -> dict[str, str]:
    return {name: f"{number:.1f}".removesuffix(".0") for name, number in numbers.items()}
