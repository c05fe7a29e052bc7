"""The events by which the adventure games tell what has happened, each declared once; the catalogues word them."""

from __future__ import annotations

from stormriver.kernel.event_kinds import NoRole, OneRole, ThreeRoles, TwoRoles, roles_of, shapes_of
from stormriver.language import events as shared

ABILITY_USED = TwoRoles("AbilityUsed", "source", "act")
ATTACKED = TwoRoles("Attacked", "other", "psychic")
CARD_DRAWN = TwoRoles("CardDrawn", "card", "space")
CARD_MET = OneRole("CardMet", "card")
CARD_PLACED = TwoRoles("CardPlaced", "card", "space")
CARD_TAKEN = OneRole("CardTaken", "card")
CHARACTER_ATTACKED = OneRole("CharacterAttacked", "other")
CHARACTER_KILLED = OneRole("CharacterKilled", "other")
CHARACTER_TAKEN = OneRole("CharacterTaken", "card")
COMPARED = TwoRoles("Compared", "number", "number2")
CONFINED = OneRole("Confined", "space")
CROSSED = OneRole("Crossed", "space")
DITCHED = OneRole("Ditched", "card")
ENDING_TURNED_UP = OneRole("EndingTurnedUp", "card")
ENEMY_KILLED = OneRole("EnemyKilled", "card")
ENEMY_MET = OneRole("EnemyMet", "card")
EVADED = NoRole("Evaded")
FATE_PAID = NoRole("FatePaid")
FIGHT_LOST = OneRole("FightLost", "other")
FIGHT_WON = OneRole("FightWon", "other")
FOLLOWER_KILLED = OneRole("FollowerKilled", "card")
MOVED = OneRole("Moved", "space")
RECRUITED = OneRole("Recruited", "card")
RESTORED = NoRole("Restored")
SPELL_CANCELLED = TwoRoles("SpellCancelled", "card", "incantation")
SPELL_CAST = ThreeRoles("SpellCast", "card", "other", "incantation")
STOOD_OFF = OneRole("StoodOff", "other")
SUMMIT_REACHED = NoRole("SummitReached")
TELEPORTED = OneRole("Teleported", "space")
TRANSFORMED = OneRole("Transformed", "mark")
TROPHIES_EXCHANGED = ThreeRoles("TrophiesExchanged", "column", "number", "gained")
TURN_ENDED = shared.TURN_ENDED
TURN_LOST = OneRole("TurnLost", "turns")
TURN_MISSED = NoRole("TurnMissed")
TURNED_BACK = NoRole("TurnedBack")

ROLES = roles_of(globals().values())
"""The roles of the numbers of each kind of event."""

SHAPES = shapes_of(ROLES)
"""What these numbers index, for saves."""
