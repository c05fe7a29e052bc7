"""Readings of what is prevented."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import fight_under_way
from stormriver.adventure.analysis.under_way import Peril, peril_under_way
from stormriver.adventure.model.columns import LIFE
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.words.prevention import Prevent, Redirect
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.counters import life_lost
from stormriver.estimates.adventure.movement import taken_away
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.spells import cancelled
from stormriver.estimates.adventure.strife import victory
from stormriver.kernel.frames import Context


@reads(Prevent)
def prevent(reader: Reader, word: Prevent, context: Context) -> Changes:
    """A life is not lost, a Follower or an Enemy not killed, somebody not taken away; a Spell fails."""
    return _prevented(reader, word.answers, context)


@reads(Redirect)
def redirect(reader: Reader, word: Redirect, context: Context) -> Changes:
    """What is prevented for oneself, and a chance at somebody else's cost."""
    if not word.among(reader.game, context) and peril_under_way(reader.game) is not None:
        return {}
    changes = dict(_prevented(reader, word.answers, context))
    add(changes, {"chance": 1.0})
    return changes


def _prevented(reader: Reader, answers: int, context: Context) -> Changes:
    """Return what is prevented by an answer to some moments."""
    if answers == BITS["spell_cast"]:
        return cancelled(reader, context)
    if reader.defeated or answers == BITS["defeated"]:
        return {"save": 1.0}
    peril = peril_under_way(reader.game)
    if peril is None:
        return {"save": 1.0}
    return reader.of(peril.seat, {name: -amount for name, amount in averted(reader, peril).items()})


def averted(reader: Reader, peril: Peril) -> Changes:
    """Return what a peril under way changes for whom it is about, unless it is prevented."""
    if peril.what == "lives":
        return life_lost(reader, peril.seat, 1 if peril.count < reader.state.seats[peril.seat][LIFE] else peril.count)
    if peril.what == "enemy":
        fight = fight_under_way(reader.game)
        return victory(reader, fight) if fight is not None and peril.seat == reader.seat else {"trophy.strength": 3.0}
    if peril.what == "taken_away":
        return taken_away(reader, peril.seat, peril.space)
    return {"turn": -float(peril.count)} if peril.what == "turns" else {"follower": -1.0}
