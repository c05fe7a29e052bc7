"""The events by which the wargame tells what has happened, each declared once; the catalogues word them."""

from __future__ import annotations

from stormriver.kernel.event_kinds import NoRole, OneRole, ThreeRoles, TwoRoles, roles_of, shapes_of
from stormriver.language import events as shared

ATTACK_ANNOUNCED = TwoRoles("AttackAnnounced", "card", "other")
CHIT_DRAWN = OneRole("ChitDrawn", "card")
COMPARED = TwoRoles("Compared", "number", "number2")
EVADED = OneRole("Evaded", "card")
FATE_USED = OneRole("FateUsed", "card")
HEALED = OneRole("Healed", "card")
HELD_BACK = OneRole("HeldBack", "card")
INFECTED = OneRole("Infected", "card")
ITEM_USED = TwoRoles("ItemUsed", "card", "other")
MARTYRED = TwoRoles("Martyred", "card", "other")
MOVE_ANNOUNCED = TwoRoles("MoveAnnounced", "card", "space")
MOVES_ROLLED = OneRole("MovesRolled", "units")
NO_ROOM = OneRole("NoRoom", "card")
NOBODY_CAN_USE = OneRole("NobodyCanUse", "card")
PHASE_BEGAN = OneRole("PhaseBegan", "phase")
QUEST_BEGAN = OneRole("QuestBegan", "card")
QUEST_ENDED = ThreeRoles("QuestEnded", "card", "number", "number2")
RECRUITED = TwoRoles("Recruited", "number", "number2")
SAVED = OneRole("Saved", "card")
SHELTERED = OneRole("Sheltered", "card")
SPELL_CAST = ThreeRoles("SpellCast", "card", "other", "target")
SPELL_DRAWN = NoRole("SpellDrawn")
SPELL_FAILED = OneRole("SpellFailed", "card")
STACKED = TwoRoles("Stacked", "card", "other")
STOLEN = TwoRoles("Stolen", "card", "other")
TURN_ENDED = shared.TURN_ENDED
TURN_SKIPPED = NoRole("TurnSkipped")
UNIT_KILLED = OneRole("UnitKilled", "card")
UNIT_MOVED = TwoRoles("UnitMoved", "card", "space")
UNIT_PLACED = TwoRoles("UnitPlaced", "card", "space")
WOUNDED = TwoRoles("Wounded", "card", "wounds")

ROLES = roles_of(globals().values())
"""The roles of the numbers of each kind of event."""

SHAPES = shapes_of(ROLES)
"""What these numbers index, for saves."""
