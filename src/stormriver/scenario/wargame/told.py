"""The events of the wargame in plain names."""

from __future__ import annotations

from stormriver.kernel import events
from stormriver.scenario import told

PARTS: told.Parts = {
    **told.PARTS,
    "AttackAnnounced": ("card", "card"),
    "ChitDrawn": ("card",),
    "Compared": ("number", "number"),
    "Evaded": ("card",),
    "FateUsed": ("card",),
    "Healed": ("card",),
    "HeldBack": ("card",),
    "Infected": ("card",),
    "ItemUsed": ("card", "card"),
    "Martyred": ("card", "card"),
    "MoveAnnounced": ("card", "space"),
    "MovesRolled": ("number",),
    "NoRoom": ("card",),
    "NobodyCanUse": ("card",),
    "PhaseBegan": ("number",),
    "QuestBegan": ("card",),
    "QuestEnded": ("card", "number", "number"),
    "Recruited": ("number", "number"),
    "Saved": ("card",),
    "Sheltered": ("card",),
    "SpellCast": ("card", "card", "card"),
    "SpellDrawn": (),
    "SpellFailed": ("card",),
    "Stacked": ("card", "card"),
    "Stolen": ("card", "card"),
    "TurnEnded": (),
    "TurnSkipped": (),
    "UnitKilled": ("card",),
    "UnitMoved": ("card", "space"),
    "UnitPlaced": ("card", "space"),
    "Wounded": ("card", "number"),
}
"""What the first numbers of an event are; of other kinds all are plain numbers."""

KINDS = frozenset({*PARTS, events.ROLLED})
"""Every kind of event that a scenario may expect."""
