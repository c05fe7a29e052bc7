"""The events by which the adventure games tell what has happened, each declared once; the catalogues word them."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.event_kinds import NoRole, OneRole, ThreeRoles, TwoRoles, roles_of, shapes_of
from stormriver.language import events as shared

ABILITY_USED: Final = TwoRoles("AbilityUsed", "source", "act")
ATTACKED: Final = TwoRoles("Attacked", "other", "psychic")
CARD_DRAWN: Final = TwoRoles("CardDrawn", "card", "space")
CARD_MET: Final = OneRole("CardMet", "card")
CARD_PLACED: Final = TwoRoles("CardPlaced", "card", "space")
CARD_TAKEN: Final = OneRole("CardTaken", "card")
CHARACTER_ATTACKED: Final = OneRole("CharacterAttacked", "other")
CHARACTER_KILLED: Final = OneRole("CharacterKilled", "other")
CHARACTER_TAKEN: Final = OneRole("CharacterTaken", "card")
COMPARED: Final = TwoRoles("Compared", "number", "number2")
CONFINED: Final = OneRole("Confined", "space")
CROSSED: Final = OneRole("Crossed", "space")
DITCHED: Final = OneRole("Ditched", "card")
ENDING_TURNED_UP: Final = OneRole("EndingTurnedUp", "card")
ENEMY_KILLED: Final = OneRole("EnemyKilled", "card")
ENEMY_MET: Final = OneRole("EnemyMet", "card")
EVADED: Final = NoRole("Evaded")
FATE_PAID: Final = NoRole("FatePaid")
FIGHT_LOST: Final = OneRole("FightLost", "other")
FIGHT_WON: Final = OneRole("FightWon", "other")
FOLLOWER_KILLED: Final = OneRole("FollowerKilled", "card")
MOVED: Final = OneRole("Moved", "space")
RECRUITED: Final = OneRole("Recruited", "card")
RESTORED: Final = NoRole("Restored")
SPELL_CANCELLED: Final = TwoRoles("SpellCancelled", "card", "incantation")
SPELL_CAST: Final = ThreeRoles("SpellCast", "card", "other", "incantation")
STOOD_OFF: Final = OneRole("StoodOff", "other")
SUMMIT_REACHED: Final = NoRole("SummitReached")
TELEPORTED: Final = OneRole("Teleported", "space")
TRANSFORMED: Final = OneRole("Transformed", "mark")
TROPHIES_EXCHANGED: Final = ThreeRoles("TrophiesExchanged", "column", "number", "gained")
TURN_ENDED: Final = shared.TURN_ENDED
TURN_LOST: Final = OneRole("TurnLost", "turns")
TURN_MISSED: Final = NoRole("TurnMissed")
TURNED_BACK: Final = NoRole("TurnedBack")

ROLES: Final = roles_of(globals().values())
"""The roles of the numbers of each kind of event."""

SHAPES: Final = shapes_of(ROLES)
"""What these numbers index, for saves."""
