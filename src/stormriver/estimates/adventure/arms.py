"""Readings of arms: Weapons taken in hand, defeats turned into stand-offs."""

from __future__ import annotations

from stormriver.adventure.words.fights import Wield
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(Wield)
def wield(reader: Reader, word: Wield, context: Context) -> Changes:
    """What the Weapon adds is read from its hooks."""
    return {}
