"""Colours and signs: the same thing looks the same on every screen, and is told apart without colour too."""

from __future__ import annotations

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

_BOXES = "┌┏┐┓└┗┘┛├┝┠┣┤┥┨┫┬┯┰┳┴┷┸┻┼┿╂╋┑┒┎┍┖┕┚┙┞┟┡┢┦┧┩┪┭┮┱┲┵┶┹┺┽┾╀╁╃╄╅╆╇╈╉╊"
_ASCII = str.maketrans(
    {
        **dict.fromkeys(_BOXES, "+"), **dict.fromkeys("─╴╶", "-"), **dict.fromkeys("━╸╺", "="),
        **dict.fromkeys("│╷╵", "|"), **dict.fromkeys("┃╻╹", "#"), **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'), **dict.fromkeys("·•", "."), **dict.fromkeys("–—", "-"), "◆": "o",
        "●": "*", "○": "-", "…": "...", "→": "->", "×": "x",
        "✓": "+", "≈": "~", "✎": "*",
    }
)  # fmt: skip


def plain(text: str) -> str:
    """Return a text in plain ASCII, for terminals that know nothing else."""
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def of_seat(seat: int) -> str:
    """Return the style of a seat."""
    return SEATS[seat % len(SEATS)]
