"""How words of language 1 are written today, for `stormriver pack migrate`."""

from __future__ import annotations

from pathlib import Path

from stormriver.language.former import Rewrite, register

EFFECT = "effect"
CONDITION = "condition"


REWRITES = (
    # discarded, left behind, cleared away
    Rewrite(EFFECT, "discard_this", "discard"),
    Rewrite(EFFECT, "discard_chosen", "{discard: that}"),
    Rewrite(EFFECT, "{forgo: discard}", "{discard: that}"),
    Rewrite(EFFECT, "{forgo: ditch}", "{ditch: that}"),
    Rewrite(EFFECT, "ditch", "{ditch: any}"),
    Rewrite(EFFECT, "ditch_this", "{ditch: this}"),
    Rewrite(EFFECT, "{discard_here: T}", "{clear_away: here, only: T}"),
    Rewrite(EFFECT, "forgo_trophy", "destroy"),
    # gold and counters
    Rewrite(EFFECT, "{level: {gold: V}}", "{richest_gives: V}"),
    Rewrite(EFFECT, "{due: V, ...}", "{owe: V, ...}"),
    Rewrite(EFFECT, "{bounty: V}", "{claim: V}"),
    # fights
    Rewrite(EFFECT, "{slay: T}", "{kill: T}"),
    Rewrite(EFFECT, "other_combat", "switch_combat"),
    Rewrite(EFFECT, "roll_anew", "reroll_attack"),
    # places, movement, choices
    Rewrite(EFFECT, "{led: M, ...}", "{steer: M, ...}"),
    Rewrite(EFFECT, "{serve: E}", "{each_here: E}"),
    Rewrite(EFFECT, "use_kept", "use_here"),
)  # fmt: skip
"""In order: of several that fit a word the first one counts."""

register("adventure", REWRITES, Path(__file__).with_name("language_1.json"))
