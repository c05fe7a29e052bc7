"""The moments at which something may be done or cast, and the events that rules answer to.

A card says `at: attack` or `to: life_lost`; the procedures open a window at each of these moments.
"""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.adventure.model.needs import (
    A_BEGINNING,
    A_DIE,
    A_FIGHT,
    A_FOE,
    A_LOSS,
    A_MOVE,
    A_NUMBER,
    A_PURSE,
    A_ROLL,
    A_TARGET,
    PREVENTABLE,
    THAT_CARD,
    WORKED_SPELL,
)
from stormriver.language.moments import numbered
from stormriver.language.needs import NONE_GIVEN, Need, at_one_of

MOMENTS = {
    "turn_start": "at the start of your turn",
    "another_turn_start": "at the start of another character's turn",
    "move": "instead of moving normally",
    "instead_of_roll": "instead of rolling the die for movement",
    "move_rolled": "after you have rolled for movement",
    "moved": "when you have completed your move",
    "meet": "when you encounter another character",
    "met": "when another character uses an ability on you",
    "encounter": "when you decide what to encounter",
    "card_met": "when you encounter a card",
    "another_card_met": "when another character encounters a card",
    "attack": "before you roll in a fight",
    "another_attack": "before others roll in a fight",
    "rolled": "after you have rolled a die",
    "life_lost": "when you are about to lose a life",
    "another_life_lost": "when another character is about to lose a life",
    "follower_lost": "when a Follower is about to be killed",
    "confined": "when you are about to be taken to a place against your will",
    "defeated": "when you have been defeated in a fight",
    "killed": "when you have defeated an Enemy and it is about to be killed",
    "another_killed": "when an Enemy is about to be killed by another character",
    "spell_cast": "when a Spell has just been cast",
    "paying": "when you are to pay gold",
    "turn_end": "at the end of your turn",
    "another_turn_end": "at the end of another character's turn",
    "attack_rolled": "after you have rolled in a fight",
    "reward": "instead of your reward for defeating a character",
    "spell_worked": "when a Spell that you have cast has worked",
    "missing_turn": "when you are about to miss turns",
    "victory": "when you have defeated another character",
    "drawn": "when the cards of your space have been drawn",
    "attacked": "when you are attacked",
    "another_move_rolled": "after another character has rolled for movement",
    "set_out": "when you choose where to move",
    "another_moved": "when another character has completed a move",
}
"""Every moment with its plain English."""

ANY = (
    "turn_start", "another_turn_start", "moved", "attack", "another_attack",
    "met", "life_lost", "another_life_lost", "spell_cast", "turn_end", "another_turn_end",
)  # fmt: skip
GROUPS = {
    "free": ("turn_start", "encounter", "attack", "turn_end"),
    "any": ANY,
    "whenever": (*ANY, "set_out", "another_moved", "another_card_met"),
}
"""Names for several moments: `free` for what the holder may do in their own time, `any` for "at any time".

`whenever` is `any` and also when the way is chosen, when others have moved and when an Event is turned up: for what
is known to be possible, so that no ask is needed only to hide who holds which Spells.
"""

GROUPS_ENGLISH = {
    "whenever": "whenever you like",
    "any": "at any time",
    "free": "in your turn or when you are attacked",
}
"""The plain English of groups, the widest first."""
IN_OWN_TURN = "in your turn"
"""The plain English of `free` where it must be one's own turn."""

BITS, NAMED = numbered(MOMENTS, GROUPS)
"""The bit of each moment; the bits of each moment and group."""
CASTING = len(BITS)
"""The shift of a moment in hook masks where it stands for a Spell that may be cast (`AdventureTable.borne`)."""

EVENTS = {
    "landed": "you come to {a space}",
    "visit": "you visit {this place}",
    "taken": "you take {this card}",
    "crossed": "you cross from one Region to another by bridge or over the water",
    "move_begun": "your move begins",
    "cast_last": "you cast your last Spell",
    "won": "you win a fight",
    "took_life": "your opponent loses a life by your victory",
    "lost": "you are defeated by {a creature or character}",
    "encountered": "you have encountered another character",
    "gained": "you gain {an Object or Follower}",
    "prayed": "you pray",
    "lost_life": "you lose a life",
    "prevailed": "it defeats you",
    "overcome": "you defeat it",
    "killed_enemy": "you kill {an Enemy}",
    "check": "what you have has changed",
    "turn_begun": "your turn begins",
    "turn_over": "your turn ends",
    "beat": "you defeat another character",
    "begun": "you begin with this character",
}
"""What a trigger may come after, with its plain English; in braces what `of` may say more exactly."""


def _gifts(told: dict[str, Iterable[Need]]) -> dict[str, frozenset[Need]]:
    return {name: frozenset(needs) for name, needs in told.items()}


FIGHTING = (A_FIGHT, A_TARGET)
GIVEN_AT = _gifts({
    "move": (A_MOVE,),
    "instead_of_roll": (A_MOVE,),
    "move_rolled": (A_NUMBER, A_DIE),
    "another_move_rolled": (A_NUMBER, A_DIE),
    "meet": (A_TARGET,),
    "met": (A_TARGET,),
    "attack": (*FIGHTING, A_FOE),
    "attacked": FIGHTING,
    "another_attack": FIGHTING,
    "attack_rolled": (*FIGHTING, A_FOE, A_DIE),
    "defeated": (*FIGHTING, A_DIE, PREVENTABLE),
    "victory": (*FIGHTING, A_DIE),
    "reward": (*FIGHTING, A_DIE),
    "killed": (A_FIGHT, A_DIE, A_FOE, PREVENTABLE),
    "another_killed": (A_FIGHT, PREVENTABLE),
    "rolled": (A_ROLL, A_NUMBER, A_DIE),
    "life_lost": (*FIGHTING, A_LOSS, PREVENTABLE),
    "another_life_lost": (*FIGHTING, A_LOSS, PREVENTABLE),
    "follower_lost": (A_FIGHT, PREVENTABLE),
    "confined": (PREVENTABLE,),
    "missing_turn": (PREVENTABLE,),
    "spell_cast": (*FIGHTING, PREVENTABLE),
    "spell_worked": (*FIGHTING, WORKED_SPELL),
})  # fmt: skip
"""By moment, what is given to what is done at it; at others nothing is."""
HIDDEN_AT = {"paying": frozenset({A_PURSE})}
"""By moment, what is not there although it is there otherwise."""
KNOWN_AT_A_MOMENT = frozenset({A_TARGET, A_NUMBER, A_DIE})
"""What is given at a moment to whoever answers it, but not to the Spell that they cast: it has a target of its own."""

GIVEN_AFTER = _gifts({
    "took_life": (A_FIGHT, A_DIE, A_TARGET),
    "beat": (A_FIGHT, A_DIE, A_TARGET),
    "encountered": (A_TARGET,),
    "gained": (THAT_CARD,),
    "won": (A_FIGHT, A_DIE,),
    "lost": (A_FIGHT, A_DIE,),
    "lost_life": (A_FIGHT, A_LOSS),
    "prevailed": (A_FIGHT, A_DIE,),
    "overcome": (A_FIGHT, A_DIE,),
    "killed_enemy": (A_FIGHT, A_DIE,),
    "begun": (A_BEGINNING,),
})  # fmt: skip
"""By event, what is given to what follows it, beside the space where one is."""


def hidden_at(moments: int) -> frozenset[Need]:
    """Return what is not there at moments, given as bits."""
    return NONE_GIVEN.union(*[needs for name, needs in HIDDEN_AT.items() if moments & BITS[name]])


_given: dict[int, frozenset[Need]] = {}  # what has been asked for, by moments


def given_at(moments: int) -> frozenset[Need]:
    """Return what is given to what is done at moments, given as bits."""
    if moments not in _given:
        _given[moments] = at_one_of([GIVEN_AT.get(name, NONE_GIVEN) for name, bit in BITS.items() if moments & bit])
    return _given[moments]
