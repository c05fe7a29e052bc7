"""The events by which the wargame tells what has happened, each declared once; the catalogues word them."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.event_kinds import NoRole, OneRole, ThreeRoles, TwoRoles, roles_of, shapes_of
from stormriver.language import events as shared

ATTACK_ANNOUNCED: Final = TwoRoles("AttackAnnounced", "card", "other")
CHIT_DRAWN: Final = OneRole("ChitDrawn", "card")
COMPARED: Final = TwoRoles("Compared", "number", "number2")
EVADED: Final = OneRole("Evaded", "card")
FATE_USED: Final = OneRole("FateUsed", "card")
HEALED: Final = OneRole("Healed", "card")
HELD_BACK: Final = OneRole("HeldBack", "card")
INFECTED: Final = OneRole("Infected", "card")
ITEM_USED: Final = TwoRoles("ItemUsed", "card", "other")
MARTYRED: Final = TwoRoles("Martyred", "card", "other")
MOVE_ANNOUNCED: Final = TwoRoles("MoveAnnounced", "card", "space")
MOVES_ROLLED: Final = OneRole("MovesRolled", "units")
NO_ROOM: Final = OneRole("NoRoom", "card")
NOBODY_CAN_USE: Final = OneRole("NobodyCanUse", "card")
PHASE_BEGAN: Final = OneRole("PhaseBegan", "phase")
QUEST_BEGAN: Final = OneRole("QuestBegan", "card")
QUEST_ENDED: Final = ThreeRoles("QuestEnded", "card", "number", "number2")
RECRUITED: Final = TwoRoles("Recruited", "number", "number2")
SAVED: Final = OneRole("Saved", "card")
SHELTERED: Final = OneRole("Sheltered", "card")
SPELL_CAST: Final = ThreeRoles("SpellCast", "card", "other", "target")
SPELL_DRAWN: Final = NoRole("SpellDrawn")
SPELL_FAILED: Final = OneRole("SpellFailed", "card")
STACKED: Final = TwoRoles("Stacked", "card", "other")
STOLEN: Final = TwoRoles("Stolen", "card", "other")
TURN_ENDED: Final = shared.TURN_ENDED
TURN_SKIPPED: Final = NoRole("TurnSkipped")
UNIT_KILLED: Final = OneRole("UnitKilled", "card")
UNIT_MOVED: Final = TwoRoles("UnitMoved", "card", "space")
UNIT_PLACED: Final = TwoRoles("UnitPlaced", "card", "space")
WOUNDED: Final = TwoRoles("Wounded", "card", "wounds")

ROLES: Final = roles_of(globals().values())
"""The roles of the numbers of each kind of event."""

SHAPES: Final = shapes_of(ROLES)
"""What these numbers index, for saves."""
