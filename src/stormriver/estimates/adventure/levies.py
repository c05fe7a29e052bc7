"""Readings of what all alike give."""

from __future__ import annotations

from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.words.spells import PassSpells, next_player
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(PassSpells)
def pass_spells(reader: Reader, word: PassSpells, context: Context) -> Changes:
    """A Spell goes and another comes, as far as there are any."""
    givers = [seat for seat in playing(reader.game) if hand(reader.game, seat)]
    gained = sum(next_player(reader.game, seat) == reader.seat for seat in givers)
    return {"spell": float(gained - (reader.seat in givers))}
