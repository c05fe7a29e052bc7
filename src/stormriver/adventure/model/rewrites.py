"""How words of language 1 are written today, for `stormriver pack migrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stormriver.language.former import Gone, Rewrite, register

EFFECT: Final = "effect"
CONDITION: Final = "condition"
NOBODY_GIVES: Final = "say who gives what to whom with `to:` (`you`: the target gives it to you, else you give it)"

REWRITES: Final = (
    # discarded, left behind, cleared away
    Rewrite(EFFECT, "discard_this", "discard"),
    Rewrite(EFFECT, "discard_chosen", "{discard: that}"),
    Rewrite(EFFECT, "{forgo: discard}", "{discard: that}"),
    Rewrite(EFFECT, "{forgo: ditch}", "{ditch: that}"),
    Rewrite(EFFECT, "ditch", "{ditch: any}"),
    Rewrite(EFFECT, "ditch_this", "{ditch: this}"),
    Rewrite(EFFECT, "{discard_here: T}", "{clear_away: here, only: T}"),
    Rewrite(EFFECT, "forgo_trophy", "destroy"),
    # given
    Rewrite(EFFECT, "pass_this", "{give: this, to: target}"),
    Rewrite(EFFECT, "{hand_over: T, to: you}", "", NOBODY_GIVES),
    Rewrite(EFFECT, "{hand_over: T, to: W}", "{give: T, to: W}"),
    Rewrite(EFFECT, "{give: T, who: target, to: you, ...}", "{give: T, to: you, ...}"),
    Rewrite(EFFECT, "{give: T, who: you, to: you, ...}", "", NOBODY_GIVES),
    Rewrite(EFFECT, "{give: T, who: you, to: W, ...}", "{give: T, to: W, ...}"),
    Rewrite(EFFECT, "{give: T, who: G, to: W, ...}", "", NOBODY_GIVES),
    Rewrite(EFFECT, "{pay_to: V, from: target, who: you}", "{give: {gold: V}, to: you}"),
    Rewrite(EFFECT, "{pay_to: V, from: you, who: you}", "", NOBODY_GIVES),
    Rewrite(EFFECT, "{pay_to: V, from: you, who: W}", "{give: {gold: V}, to: W}"),
    Rewrite(EFFECT, "{pay_to: V, from: G, who: W}", "", NOBODY_GIVES),
    # gold and counters
    Rewrite(EFFECT, "{take_counter: C}", "{collect: {C: 1}}"),
    Rewrite(EFFECT, "{take_gold: V}", "{collect: {gold: V}}"),
    Rewrite(EFFECT, "{lay_gold: V, own: true}", "{lose: {gold: V}, to: this}"),
    Rewrite(EFFECT, "{lay_gold: V, own: false}", "{hold: {gold: V}}"),
    Rewrite(EFFECT, "{level: {gold: V}}", "{richest_gives: V}"),
    Rewrite(EFFECT, "{due: V, ...}", "{owe: V, ...}"),
    Rewrite(EFFECT, "{bounty: V}", "{claim: V}"),
    # fights
    Rewrite(EFFECT, "{avoid: T}", "{evade: T}"),
    Rewrite(EFFECT, "slip_away", "{evade: all}"),
    Rewrite(EFFECT, "{slay: T}", "{kill: T}"),
    Rewrite(EFFECT, "cancel", "prevent"),
    Rewrite(EFFECT, "stand_off", "prevent"),
    Rewrite(EFFECT, "other_combat", "switch_combat"),
    Rewrite(EFFECT, "roll_anew", "reroll_attack"),
    Rewrite(CONDITION, "{attack_die: N}", "{natural: N}"),
    # marks
    Rewrite(EFFECT, "{mark_this: M, ...}", "{mark: M, on: this, ...}"),
    Rewrite(EFFECT, "{automate: T, as: M}", "{mark: M, on: T}"),
    Rewrite(CONDITION, "{marked_this: M}", "{marked: M, on: this}"),
    # places, movement, choices
    Rewrite(EFFECT, "bring_chosen", "{place: here, what: that}"),
    Rewrite(EFFECT, "again", "{do_as: this}"),
    Rewrite(EFFECT, "{as_at: S, ...}", "{do_as: S, ...}"),
    Rewrite(EFFECT, "{led: M, ...}", "{steer: M, ...}"),
    Rewrite(EFFECT, "{accost: E}", "{aim_at: beside, do: E}"),
    Rewrite(EFFECT, "{serve: E}", "{each_here: E}"),
    Rewrite(EFFECT, "{throw: V, ...}", "{roll: V, ...}"),
    Rewrite(EFFECT, "use_kept", "use_here"),
)  # fmt: skip
"""In order: of several that fit a word the first one counts."""

GONE: Final = (Gone("Act", "target", "say in `do` whom it is done to, as `do: {aim_at: any_other, do: ...}`"),)

register("adventure", REWRITES, Path(__file__).with_name("language_1.json"), GONE)
