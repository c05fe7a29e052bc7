"""Readings of what characters are able to do when they are attacked."""

from __future__ import annotations

from stormriver.adventure.model.perils import Fight
from stormriver.adventure.words.prowess import OtherCombat, SlipAway
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.strife import duelled
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(SlipAway)
def slip_away(reader: Reader, word: SlipAway, context: Context) -> Changes:
    """The attackers are out of the way."""
    return {"evade": 1.0}


@reads(OtherCombat)
def other_combat(reader: Reader, word: OtherCombat, context: Context) -> Changes:
    """The difference between the one fight with a character and the other."""
    under_way = reader.game.under_way(Fight)
    if under_way is None or under_way.rival == NONE:
        return {}
    other = under_way.copy()
    other.psychic = not other.psychic
    changes = dict(duelled(reader, other))
    add(changes, duelled(reader, under_way), -1.0)
    return changes
