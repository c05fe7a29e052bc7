"""The moments at which something may be done or cast, and the events that rules answer to.

A card says `at: attack` or `to: life_lost`; the procedures open a window at each of these moments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stormriver.adventure.model.needs import (
    A_BEGINNING,
    A_CAST,
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
    TRANSFERABLE,
    WORKED_SPELL,
)
from stormriver.language.moments import numbered
from stormriver.language.needs import NONE_GIVEN, Need, at_one_of

MOMENTS: Final = (
    "turn_start",
    "another_turn_start",
    "move",
    "instead_of_roll",
    "move_rolled",
    "moved",
    "meet",
    "met",
    "encounter",
    "card_met",
    "another_card_met",
    "attack",
    "another_attack",
    "rolled",
    "life_lost",
    "another_life_lost",
    "follower_lost",
    "confined",
    "defeated",
    "killed",
    "another_killed",
    "spell_cast",
    "paying",
    "turn_end",
    "another_turn_end",
    "attack_rolled",
    "reward",
    "spell_worked",
    "missing_turn",
    "victory",
    "drawn",
    "attacked",
    "another_move_rolled",
    "set_out",
    "another_moved",
)
"""Every moment; the catalogues say them as `time_...`."""

ANY: Final = (
    "turn_start", "another_turn_start", "moved", "attack", "another_attack",
    "met", "life_lost", "another_life_lost", "spell_cast", "turn_end", "another_turn_end",
)  # fmt: skip
GROUPS: Final = {
    "free": ("turn_start", "encounter", "attack", "turn_end"),
    "any": ANY,
    "whenever": (*ANY, "set_out", "another_moved", "another_card_met"),
}
"""Names for several moments: `free` for what the holder may do in their own time, `any` for "at any time".

`whenever` is `any` and also when the way is chosen, when others have moved and when an Event is turned up: for what
is known to be possible, so that no ask is needed only to hide who holds which Spells.
"""

WIDEST_FIRST: Final = ("whenever", "any", "free")
"""The groups, the widest first."""

BITS, NAMED = numbered(MOMENTS, GROUPS)
"""The bit of each moment; the bits of each moment and group."""
EVENTS: Final = (
    "landed",
    "visit",
    "taken",
    "crossed",
    "move_begun",
    "cast_last",
    "won",
    "took_life",
    "lost",
    "encountered",
    "gained",
    "prayed",
    "lost_life",
    "prevailed",
    "overcome",
    "killed_enemy",
    "check",
    "turn_begun",
    "turn_over",
    "beat",
    "begun",
    "cast",
    "killed",
    "drew",
    "parted",
    "move_rolled",
    "encounter_over",
    "round_over",
    "cycle_turned",
)
"""What a trigger may come after; the catalogues say it as `event_...`."""

OF_EVENTS: Final = {
    "landed": "space", "visit": "place_here", "taken": "this_card", "lost": "creature_or_character",
    "gained": "belonging",
    "killed_enemy": "enemy", "cast": "a_spell", "parted": "belonging", "cycle_turned": "other_time",
}  # fmt: skip
"""What an event is about if `of` does not say it more exactly: `any_...` in the catalogues."""


OWN_EVENTS: Final = frozenset({"taken", "took_life", "prevailed", "overcome", "check", "begun"})
"""Events that others do not answer: they are about the card that says so, or about what one has."""


def _gifts(told: dict[str, Iterable[Need]]) -> dict[str, frozenset[Need]]:
    return {name: frozenset(needs) for name, needs in told.items()}


FIGHTING: Final = (A_FIGHT, A_TARGET)
GIVEN_AT: Final = _gifts({
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
    "life_lost": (*FIGHTING, A_LOSS, PREVENTABLE, TRANSFERABLE),
    "another_life_lost": (*FIGHTING, A_LOSS, PREVENTABLE, TRANSFERABLE),
    "follower_lost": (A_FIGHT, PREVENTABLE),
    "confined": (PREVENTABLE, TRANSFERABLE),
    "missing_turn": (PREVENTABLE, TRANSFERABLE),
    "spell_cast": (*FIGHTING, PREVENTABLE, TRANSFERABLE, A_CAST),
    "spell_worked": (*FIGHTING, WORKED_SPELL),
})  # fmt: skip
"""By moment, what is given to what is done at it; at others nothing is."""
HIDDEN_AT: Final = {"paying": frozenset({A_PURSE})}
"""By moment, what is not there although it is there otherwise."""
KNOWN_AT_A_MOMENT: Final = frozenset({A_TARGET, A_NUMBER, A_DIE})
"""What is given at a moment to whoever answers it, but not to the Spell that they cast: it has a target of its own."""

GIVEN_AFTER: Final = _gifts({
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
    "drew": (THAT_CARD,),
    "parted": (THAT_CARD,),
    "move_rolled": (A_NUMBER, A_DIE),
})  # fmt: skip
"""By event, what is given to what follows it, beside the space where one is."""


GIVEN_TO_OTHERS: Final = frozenset({THAT_CARD})
"""What of it is given also to those who answer what happens to others; they face whom it happens to."""


def given_after(event: str, others: bool) -> frozenset[Need]:
    """Return what is given to what follows an event, of one's own or of others."""
    given = GIVEN_AFTER.get(event, NONE_GIVEN)
    return given & GIVEN_TO_OTHERS | {A_TARGET} if others else given


def hidden_at(moments: int) -> frozenset[Need]:
    """Return what is not there at moments, given as bits."""
    return NONE_GIVEN.union(*[needs for name, needs in HIDDEN_AT.items() if moments & BITS[name]])


_given: dict[int, frozenset[Need]] = {}  # what has been asked for, by moments


def given_at(moments: int) -> frozenset[Need]:
    """Return what is given to what is done at moments, given as bits."""
    if moments not in _given:
        _given[moments] = at_one_of([GIVEN_AT.get(name, NONE_GIVEN) for name, bit in BITS.items() if moments & bit])
    return _given[moments]
