"""The chart of a run, as SVG: decisions a second of random play, on a logarithmic scale, light and dark."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from contestants import COMPILED, RANDOM

WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 760, 215, 75, 34, 28, 50
# It has a ground of its own, so that it can be read on a page that is light while the system is dark.
STYLE = """
svg {
  font: 13px system-ui, sans-serif;
  --ground: #ffffff; --ink: #1f2328; --faint: #d5dae0; --mine: #0969da; --theirs: #6e7781;
}
@media (prefers-color-scheme: dark) {
  svg { --ground: #0d1117; --ink: #e6edf3; --faint: #343b44; --mine: #58a6ff; --theirs: #9198a1 }
}
.ground { fill: var(--ground) } text { fill: var(--ink) } .grid { stroke: var(--faint) }
.mine { fill: var(--mine); stroke: var(--mine) } .theirs { fill: var(--theirs); stroke: var(--theirs) }
.open { fill: var(--ground) } .between { stroke-width: 2 } circle { stroke-width: 2 }
"""


def chart(results: dict[str, Any]) -> str:
    """Draw a row for each game: a ring is interpreted, a disc compiled; the engines of others are grey discs."""
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for one in results["contestants"].values():
        if one["load"] == RANDOM:
            speeds = rows.setdefault((one["engine"], one["game"]), {})
            speeds[one["build"]] = one["medians"]["decisions_per_second"]
    every = [speed for speeds in rows.values() for speed in speeds.values()]
    scale = Scale(min(every), max(every))
    height = TOP + ROW * len(rows) + FOOT
    about = {"viewBox": f"0 0 {WIDTH} {height}", "role": "img", "aria-label": "Decisions a second under random play"}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **about})
    SubElement(svg, "style").text = STYLE
    SubElement(svg, "rect", {"class": "ground", "width": str(WIDTH), "height": str(height), "rx": "6"})
    draw_axis(svg, scale, height)
    for number, ((engine, game), speeds) in enumerate(rows.items()):
        y = TOP + ROW * (number + 0.5)
        draw_text(svg, LEFT - 16, y + 4, f"{engine}, {game}", "end")
        draw_row(svg, scale, y, speeds, "mine" if engine == "stormriver" else "theirs")
    return tostring(svg, encoding="unicode") + "\n"


class Scale:
    """Where a number stands, on an axis of whole powers of ten."""

    def __init__(self, least: float, most: float) -> None:
        """Span two numbers, both above 0."""
        self.first = floor(log10(least))
        self.last = max(self.first + 1, ceil(log10(most)))

    def x(self, value: float) -> float:
        """Return where a number stands, in the chart's units."""
        return LEFT + (log10(value) - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)


def draw_axis(svg: Element, scale: Scale, height: float) -> None:
    """Draw a line for each power of ten, with its number below, and what they are."""
    for power in range(scale.first, scale.last + 1):
        x = f"{scale.x(10.0**power):.1f}"
        SubElement(svg, "line", {"class": "grid", "x1": x, "x2": x, "y1": str(TOP - 6), "y2": str(height - FOOT + 4)})
        draw_text(svg, float(x), height - FOOT + 20, f"{10**power:,}", "middle")
    key = "decisions a second; stormriver interpreted (ring) and compiled (disc)"
    draw_text(svg, LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 10, key, "middle")


def draw_row(svg: Element, scale: Scale, y: float, speeds: dict[str, float], whose: str) -> None:
    """Draw the builds of a game on one line, with the number of the fastest."""
    places = [scale.x(speed) for speed in speeds.values()]
    ends = {"x1": f"{min(places):.1f}", "x2": f"{max(places):.1f}", "y1": f"{y:.1f}", "y2": f"{y:.1f}"}
    SubElement(svg, "line", {"class": f"{whose} between", **ends})
    for build, speed in speeds.items():
        shape = whose if build in (COMPILED, "") else f"{whose} open"
        place = {"cx": f"{scale.x(speed):.1f}", "cy": f"{y:.1f}", "r": "5"}
        SubElement(SubElement(svg, "circle", {"class": shape, **place}), "title").text = f"{build} {speed:,.0f}".strip()
    draw_text(svg, max(places) + 12, y + 4, f"{max(speeds.values()):,.0f}", "start")


def draw_text(svg: Element, x: float, y: float, said: str, anchor: str) -> None:
    """Write a text; `anchor` says which of its ends stands at x."""
    SubElement(svg, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}).text = said
