"""The columns of a seat's row."""

from __future__ import annotations

from typing import Final

GOLD: Final = 0
SKIPS: Final = 1  # turns that are still to be skipped

COLUMNS: Final = ("gold", "skips")

# The seats: who plays which side.
GOOD: Final = 0
EVIL: Final = 1
SIDES: Final = ("good", "evil")
NEUTRAL: Final = "neutral"
