"""The columns of a seat's row."""

from __future__ import annotations

GOLD = 0
SKIPS = 1  # turns that are still to be skipped

COLUMNS = ("gold", "skips")

# The seats: who plays which side.
GOOD = 0
EVIL = 1
SIDES = ("good", "evil")
NEUTRAL = "neutral"
