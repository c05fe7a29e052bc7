"""Readings of arms: Weapons taken in hand, defeats turned into stand-offs."""

from __future__ import annotations

from stormriver.adventure.words.fights import Wield
from stormriver.adventure.words.prevention import StandOff
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(Wield)
def wield(reader: Reader, word: Wield, context: Context) -> Changes:
    """What the Weapon adds is read from its hooks."""
    return {}


@reads(StandOff)
def stand_off(reader: Reader, word: StandOff, context: Context) -> Changes:
    """A lost fight that costs no life."""
    return {"save": 1.0}
