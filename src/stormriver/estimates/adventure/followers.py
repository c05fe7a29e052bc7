"""Readings of Enemies and Followers that fight for one."""

from __future__ import annotations

from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.fights import meant
from stormriver.adventure.procedures.stats import strength
from stormriver.adventure.words.followers import Ally, Recruit, StandIn
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


@reads(StandIn)
def stand_in(reader: Reader, word: StandIn, context: Context) -> Changes:
    """The difference in Strength, and a defeat that costs no life but the Follower."""
    return {"battle": float(word.strength - strength(reader.game, context.seat)), "save": 1.0, "follower": -0.5}


@reads(Recruit)
def recruit(reader: Reader, word: Recruit, context: Context) -> Changes:
    """The Enemy becomes a Follower, and the fight with it is over."""
    found = meant(reader.game, context, word.things)
    return reader.of(context.seat, {"follower": 1.0, "evade": 1.0}) if found else {}


@reads(Ally)
def ally(reader: Reader, word: Ally, context: Context) -> Changes:
    """The Strength of the strongest of those who may help, who may be lost by it."""
    helpers = [reader.table.cards[card].strength for card in having(reader.game, context.seat, word.things)]
    if not helpers:
        return {}
    return {"battle": float(max(helpers)), **({"follower": -1.0} if word.lost else {})}
