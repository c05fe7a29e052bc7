"""The columns of a seat's row, and the numbers that stand in them."""

from __future__ import annotations

LIFE = 0
FATE = 1
GOLD = 2
STRENGTH = 3  # counters, beyond the printed value
CRAFT = 4
SPACE = 5
CHARACTER = 6  # the number of the character card
ALIGNMENT = 7
STATUS = 8
MISSED = 9  # turns still to be missed
EXTRA = 10  # turns to be taken before play passes on
CASTS = 11  # Spells that may still be cast in the turn under way
ALIGNED = 12  # the turn in which alignment last changed
MANNER = 13  # how the seat came to its space this turn (see below)
EXPERIENCE = 14  # points for what has been defeated

COLUMNS = (
    "life", "fate", "gold", "strength", "craft", "space", "character", "alignment", "status",
    "missed", "extra", "casts", "aligned", "manner", "experience",
)  # fmt: skip

COUNTERS = {
    "life": LIFE, "fate": FATE, "gold": GOLD, "strength": STRENGTH, "craft": CRAFT, "experience": EXPERIENCE,
}  # fmt: skip
"""What is counted with counters. A game has those that its preset names among its components."""

# Status of a seat.
PLAYING = 0
DEAD = 1  # starts a new character in the next turn
OUT = 2

ALIGNMENTS = ("good", "neutral", "evil")
GOOD = 0
NEUTRAL = 1
EVIL = 2
