"""The ticks of marks: which moment of a turn counts a mark down, so that it ends."""

from __future__ import annotations

NEVER = 0
"""It stays until it is taken off."""
TURN_END = 1
"""At the end of the turn under way, whoever's it is."""
OWN_TURN_START = 2
"""Counted at the start of each turn of its owner."""
OWN_TURN_END = 3
"""Counted at the end of each turn of its owner."""

FIGHT_END = 4
"""When the fight under way is over, or the turn if there is none."""

LEFT_BEHIND = 5
"""When the character leaves the space where they got it."""

TICKS = {
    "never": NEVER,
    "turn_end": TURN_END,
    "own_turn_start": OWN_TURN_START,
    "own_turn_end": OWN_TURN_END,
    "fight_end": FIGHT_END,
    "moved": LEFT_BEHIND,
}
