"""The events of the adventure games in plain names."""

from __future__ import annotations

from stormriver.adventure.wording import EVENTS
from stormriver.kernel import events
from stormriver.scenario import told

PARTS: told.Parts = {
    **told.PARTS,
    "AbilityUsed": ("source",),
    "Attacked": ("seat",),
    "CardDrawn": ("card", "space"),
    "CardMet": ("card",),
    "CardPlaced": ("card", "space"),
    "CardTaken": ("card",),
    "CharacterAttacked": ("seat",),
    "CharacterKilled": ("seat",),
    "CharacterTaken": ("card",),
    "Compared": ("number", "number"),
    "Confined": ("space",),
    "Crossed": ("space",),
    "Ditched": ("card",),
    "EndingTurnedUp": ("card",),
    "EnemyKilled": ("card",),
    "EnemyMet": ("card",),
    "Evaded": (),
    "FatePaid": (),
    "FightLost": ("seat",),
    "FightWon": ("seat",),
    "FollowerKilled": ("card",),
    "Moved": ("space",),
    "Recruited": ("card",),
    "Restored": (),
    "SpellCancelled": ("card",),
    "SpellCast": ("card", "seat"),
    "StoodOff": ("seat",),
    "SummitReached": (),
    "Teleported": ("space",),
    "Transformed": ("mark",),
    "TrophiesExchanged": ("column", "number", "number"),
    "TurnEnded": (),
    "TurnLost": ("number",),
    "TurnMissed": (),
    "TurnedBack": (),
}
"""What the first numbers of an event are; those not named here, and those of other kinds, are plain numbers."""

KINDS = frozenset({*PARTS, events.ROLLED, *(name.partition("/")[0] for name in EVENTS)})
"""Every kind of event that a scenario may expect."""

BOOKKEEPING = frozenset({"casts", "aligned", "manner", "status", "space", "character"})
"""Columns of a seat whose changes other events tell."""
