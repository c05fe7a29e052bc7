"""Readings of what characters are able to do when they are attacked."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import fight_under_way
from stormriver.adventure.words.fights import SwitchCombat
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.strife import duelled
from stormriver.kernel.frames import Context


@reads(SwitchCombat)
def other_combat(reader: Reader, word: SwitchCombat, context: Context) -> Changes:
    """The difference between the one fight with a character and the other."""
    fight = fight_under_way(reader.game)
    if fight is None or not fight.against_character:
        return {}
    changes = dict(duelled(reader, fight.in_other_combat()))
    add(changes, duelled(reader, fight), -1.0)
    return changes
