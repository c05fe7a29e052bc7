"""Colours and signs: the same thing looks the same on every screen, and is told apart without colour too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # whatever the command line says goes by here, and most of it needs no pages
    from rich.style import Style
    from rich.text import Text

SEATS = ("bright_cyan", "bright_magenta", "bright_yellow", "bright_green", "orange1", "bright_red")
"""The colour of each seat."""

REGIONS = ("green", "yellow", "red")
"""The colour of a Region, from the outermost inwards."""

RIVER = "bright_blue"
GOAL = "bold bright_yellow"
OFFER = "bold reverse"
FAINT = "dim"

ENEMY = "!"
BELONGING = "◆"
OTHER = "?"
GOLD = "$"

FULL, SAFE, NONE = "full", "safe", "none"
COLOURS = (FULL, SAFE, NONE)
"""Which colours there may be: all, those that nearly everybody tells apart, or none."""

_SAFE = {
    "bright_cyan": "#56b4e9", "cyan": "#56b4e9", "bright_magenta": "#cc79a7", "magenta": "#cc79a7",
    "bright_yellow": "#f0e442", "yellow": "#e69f00", "bright_green": "#009e73", "green": "#009e73",
    "orange1": "#e69f00", "bright_red": "#d55e00", "red": "#d55e00", "bright_blue": "#0072b2", "blue": "#0072b2",
}  # fmt: skip
"""The colours of Okabe and Ito, which people of any colour vision tell apart, by the ones that they stand for."""


def coloured(line: Text, colours: str) -> Text:
    """Return a line in the colours that are wanted."""
    if colours != SAFE:
        return line
    safe = line.copy()
    safe.style = _safe(safe.style)
    safe.spans = [span._replace(style=_safe(span.style)) for span in safe.spans]
    return safe


def _safe(style: str | Style) -> str | Style:
    return " ".join(_SAFE.get(word, word) for word in style.split()) if isinstance(style, str) else style


_BOXES = "┌┏┐┓└┗┘┛├┝┠┣┤┥┨┫┬┯┰┳┴┷┸┻┼┿╂╋┑┒┎┍┖┕┚┙┞┟┡┢┦┧┩┪┭┮┱┲┵┶┹┺┽┾╀╁╃╄╅╆╇╈╉╊"
_ASCII = str.maketrans(
    {
        **dict.fromkeys(_BOXES, "+"), **dict.fromkeys("─╴╶", "-"), **dict.fromkeys("━╸╺", "="),
        **dict.fromkeys("│╷╵", "|"), **dict.fromkeys("┃╻╹", "#"), **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'), **dict.fromkeys("·•", "."), **dict.fromkeys("–—", "-"), "◆": "o",
        "●": "*", "○": "-", "…": "...", "→": "->", "◂": "<", "»": ">", "×": "x",
        "✓": "+", "≈": "~", "✎": "*",
    }
)  # fmt: skip


def plain(text: str) -> str:
    """Return a text in plain ASCII, for terminals that know nothing else."""
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def of_seat(seat: int) -> str:
    """Return the style of a seat."""
    return SEATS[seat % len(SEATS)]
