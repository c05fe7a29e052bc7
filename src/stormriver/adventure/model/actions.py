"""What hooks may allow, forbid, demand and replace, by name; the catalogues have the words."""

from __future__ import annotations

from typing import Final

ACTIONS: Final = (
    "evade",
    "skip",
    "use",
    "bonus",
    "cast",
    "be_cast_at",
    "have",
    "ditch",
    "gain",
    "enter",
    "leave",
    "roll_move",
    "meet",
    "psychic_attack",
    "ignore",
    "act",
    "roll_two",
    "add_dice",
    "match_dice",
    "disarm",
    "see_spells",
    "be_met",
    "win_draws",
    "choose_order",
    "choose_ties",
    "burgle",
    "choose_result",
    "stop_beside",
    "keep_claimed",
    "be_robbed",
    "choose_die",
    "take_back",
    "go_on",
)
"""Actions that hooks may allow or forbid; the catalogues say them as `action_...`."""

DUTIES: Final = ("meet_others", "attack", "take", "stop_beside", "go_clockwise")
"""Actions that hooks may demand wherever they are possible; the catalogues say them as `duty_...`."""

ONE_BY_ONE: Final = frozenset({"skip", "enter", "meet"})
"""The actions that concern one of the things named, not all of their sort."""

SAID_OTHERWISE: Final = frozenset({"roll_move", "meet"})
"""The actions whose prohibition says what happens instead."""

USUALLY: Final = {
    "evade": "creatures_and_characters", "skip": "the_space", "use": "belongings", "bonus": "belongings",
    "cast": "spells",
    "be_cast_at": "spells", "have": "belongings", "ditch": "belongings", "gain": "spells", "enter": "the_space",
    "meet": "cards", "ignore": "creatures", "disarm": "objects", "choose_ties": "cards", "burgle": "objects",
    "meet_others": "characters",
    "attack": "characters", "choose_result": "a_space", "keep_claimed": "cards", "be_robbed": "belongings",
    "take_back": "spells",
}  # fmt: skip
"""What actions concern if no things are named: `any_...` in the catalogues."""

REPLACED: Final = ("lose_life", "take", "harm", "stand_off")
"""Events that hooks may replace by something else."""
