"""Charts as SVG: figures with their intervals, and how often each value came up. Colours come from the page's style."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from statistics import fmean, median
from xml.etree.ElementTree import Element, SubElement, tostring

from babel.numbers import format_decimal

from stormriver.kernel.translatable import Translatable
from stormriver.lab.statistics import DIFFERENCE, SHARE, Answer, Figure
from stormriver.language import rendering
from stormriver.language.message import put, translated
from stormriver.language.rendering import MODEL as USUAL

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
    SHARE: Translatable("share of games won"),
    DIFFERENCE: Translatable("difference of shares won, in percentage points"),
    "rounds": Translatable("rounds of a game"),
    "minutes": Translatable("minutes of a game at a table"),
    "decisions": Translatable("decisions of a game"),
}
"""What is written at the axis for a unit; for others, the unit itself."""


def told(value: float, unit: str, language: str = USUAL) -> str:
    """Return a number as it is read in a language: shares in per cent, differences with their sign."""
    if unit == SHARE:
        return f"{number(value * 100, '0.0', language)} %"
    if unit == DIFFERENCE:
        return number(value * 100, "+0.0;−0.0", language)
    return number(value, "#,##0.0" if value < 1000 else "#,##0", language)


def number(value: float, pattern: str = "#,##0.##########", language: str = USUAL) -> str:
    """Return a number with the signs of a language, by a pattern of CLDR's."""
    locale = rendering.language(language).catalogue.entry("grammar", "plural")  # as CLDR calls the language
    return str(format_decimal(value, pattern, locale))


def interval_chart(answer: Answer, language: str = USUAL) -> str:
    """Return each figure of an answer as a point on its interval, one below the other, in words of a language."""
    figures = answer.figures
    ends = [end for figure in figures for end in (figure.low, figure.high)]
    ends += [] if answer.expected is None else [answer.expected]
    least, most = (0.0, max(ends)) if answer.unit == SHARE else (min(ends), max(ends))
    room = (most - least) * 0.03 or 0.5
    said = Translatable("{title}, with intervals", title=Translatable(answer.title))
    chart = _Chart(len(figures) * ROW + 24, answer.unit, said, language)
    chart.least, chart.most = least if answer.unit == SHARE else least - room, most + room
    names = [put(figure.name, language) for figure in figures]
    written = [_written(figure, answer.unit, language) for figure in figures]
    chart.left = max(LEFT, 10 + LETTER * max(map(len, names)))
    chart.right = 12 + LETTER * max(map(len, written))
    chart.axis()
    if answer.expected is not None:
        chart.marker(answer.expected, put("if all were alike", language))
    for place, (figure, name) in enumerate(zip(figures, names, strict=True)):
        y = 24 + place * ROW + ROW / 2
        chart.text(chart.left - 10, y + 4, name, "end", "name")
        value, count = told(figure.value, answer.unit, language), number(figure.count, language=language)
        row = chart.group(put("{name}: {value}, of {count}", language, name=name, value=value, count=count))
        low, high = chart.x(figure.low), chart.x(figure.high)
        for x1, x2, y1, y2 in ((low, high, y, y), (low, low, y - 4, y + 4), (high, high, y - 4, y + 4)):
            SubElement(row, "line", _places(x1=x1, x2=x2, y1=y1, y2=y2) | {"class": "whisker"})
        SubElement(row, "circle", _places(cx=chart.x(figure.value), cy=y, r=4.5) | {"class": "point"})
        chart.text(WIDTH - chart.right + 12, y + 4, written[place], "start", "number")
    return chart.svg()


def _written(figure: Figure, unit: str, language: str) -> str:
    low, high = (told(end, unit, language).removesuffix(" %") for end in (figure.low, figure.high))
    between = Translatable("{value} ({low} to {high})", value=told(figure.value, unit, language), low=low, high=high)
    return translated(between, language)


def histogram(answer: Answer, language: str = USUAL) -> str:
    """Return how many games had each value of an answer, with mean and median marked, in words of a language."""
    values = answer.values
    edges = bin_edges(values)
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(bisect_right(edges, value), len(counts)) - 1] += 1
    said = Translatable("{title}, how many games took how long", title=Translatable(answer.title))
    chart = _Chart(220, answer.unit, said, language)
    chart.least, chart.most = edges[0], edges[-1]
    chart.axis(whole=all(value == int(value) for value in values))
    top = max(counts)
    height = _heights(top, chart)
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        within, unit = _within(low, high, language), Translatable(answer.unit)
        many = Translatable(
            "{within} {unit}: {games} games", within=within, unit=unit, games=number(count, language=language)
        )
        one = Translatable("{within} {unit}: 1 game", within=within, unit=unit)
        bar = chart.group(translated(one if count == 1 else many, language))
        place = _places(x=chart.x(low) + 0.5, width=max(0.5, chart.x(high) - chart.x(low) - 1), y=height(count))
        SubElement(bar, "rect", place | _places(height=height(0) - height(count)) | {"class": "bar"})
    middle, mean = number(median(values), language=language), told(fmean(values), answer.unit, language)
    chart.marker(median(values), put("median {middle}, mean {mean}", language, middle=middle, mean=mean))
    return chart.svg()


def _within(low: float, high: float, language: str) -> str:
    """Return the values that lie between two edges, which stand half-way between whole numbers if those are whole."""
    if low != int(low) and high != int(high):
        low, high = ceil(low), floor(high)
        if low == high:
            return number(low, language=language)
    ends = {"low": number(low, language=language), "high": number(high, language=language)}
    return put("{low} to {high}", language, **ends)


def _heights(top: int, chart: _Chart) -> Callable[[float], float]:
    """Draw the axis of counts, and return from a count to its height."""
    floor_y, room = chart.height, chart.height - 40

    def height(count: float) -> float:
        return floor_y - count / top * room

    for tick in ticks(0, top, 4, whole=True):
        chart.line(chart.left, WIDTH - chart.right, height(tick), height(tick), "grid")
        chart.text(chart.left - 10, height(tick) + 4, number(tick, language=chart.language), "end")
    chart.text(chart.left - 10, 12, put("games", chart.language), "end")
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

    def __init__(self, height: float, unit: str, said: str, language: str) -> None:
        """Begin one so high, without its foot; `said` tells it to those who do not see it."""
        self.language = language
        self.least, self.most = 0.0, 1.0
        self.left: float = LEFT
        self.right: float = RIGHT
        self.height, self.unit = height, unit
        box = f"0 0 {WIDTH} {height + FOOT:g}"
        self._svg = Element("svg", {"viewBox": box, "role": "img", "aria-label": translated(said, language)})

    def x(self, value: float) -> float:
        """Return where a value stands on the axis."""
        return self.left + (value - self.least) / (self.most - self.least) * (WIDTH - self.left - self.right)

    def axis(self, whole: bool = False) -> None:
        """Draw the axis with its ticks, lines above them and its title; `whole` if its values are whole numbers."""
        for tick in ticks(self.least, self.most, whole=whole):
            self.line(self.x(tick), self.x(tick), 20, self.height, "grid")
            self.text(self.x(tick), self.height + 18, self._tick(tick), "middle")
        self.line(self.left, WIDTH - self.right, self.height, self.height, "axis")
        title = translated(AXES.get(self.unit, self.unit), self.language)
        self.text((self.left + WIDTH - self.right) / 2, self.height + 37, title, "middle", "title")

    def _tick(self, value: float) -> str:
        if self.unit == SHARE:
            return f"{number(value * 100, language=self.language)} %"
        if self.unit == DIFFERENCE:
            return number(value * 100, "+0.####;−0.####", self.language) if value else "0"
        return number(value, language=self.language)

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
