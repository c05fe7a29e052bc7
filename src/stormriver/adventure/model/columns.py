"""The columns of a seat's row, and the numbers that stand in them."""

from __future__ import annotations

from typing import Final

LIFE: Final = 0
FATE: Final = 1
GOLD: Final = 2
STRENGTH: Final = 3  # counters, beyond the printed value
CRAFT: Final = 4
SPACE: Final = 5
CHARACTER: Final = 6  # the number of the character card
ALIGNMENT: Final = 7
STATUS: Final = 8
MISSED: Final = 9  # turns still to be missed
EXTRA: Final = 10  # turns to be taken before play passes on
CASTS: Final = 11  # Spells that may still be cast in the turn under way
ALIGNED: Final = 12  # the turn in which alignment last changed
MANNER: Final = 13  # how the seat came to its space this turn (see below)
EXPERIENCE: Final = 14  # points for what has been defeated

COLUMNS: Final = (
    "life", "fate", "gold", "strength", "craft", "space", "character", "alignment", "status",
    "missed", "extra", "casts", "aligned", "manner", "experience",
)  # fmt: skip

COUNTERS: Final = {
    "life": LIFE, "fate": FATE, "gold": GOLD, "strength": STRENGTH, "craft": CRAFT, "experience": EXPERIENCE,
}  # fmt: skip
"""What is counted with counters. A game has those that its preset names among its components."""

# Status of a seat.
PLAYING: Final = 0
DEAD: Final = 1  # starts a new character in the next turn
OUT: Final = 2

ALIGNMENTS: Final = ("good", "neutral", "evil")
GOOD: Final = 0
NEUTRAL: Final = 1
EVIL: Final = 2
