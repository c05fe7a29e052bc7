"""The ticks of marks: which moment of a turn counts a mark down, so that it ends."""

from __future__ import annotations

from typing import Final

NEVER: Final = 0
"""It stays until it is taken off."""
TURN_END: Final = 1
"""At the end of the turn under way, whoever's it is."""
OWN_TURN_START: Final = 2
"""Counted at the start of each turn of its owner."""
OWN_TURN_END: Final = 3
"""Counted at the end of each turn of its owner."""

FIGHT_END: Final = 4
"""When the fight under way is over, or the turn if there is none."""

LEFT_BEHIND: Final = 5
"""When the character leaves the space where they got it."""

TICKS: Final = {
    "never": NEVER,
    "turn_end": TURN_END,
    "own_turn_start": OWN_TURN_START,
    "own_turn_end": OWN_TURN_END,
    "fight_end": FIGHT_END,
    "moved": LEFT_BEHIND,
}
