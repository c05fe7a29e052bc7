"""The named lists of steps of this rulebook, and those of their steps that a table can pass over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import frames, perils
from stormriver.adventure.procedures import (
    casting,
    combat,
    confinement,
    dice,
    drawing,
    encounter,
    limits,
    lives,
    meeting,
    missed_turns,
    movement,
    turn,
    windows,
)
from stormriver.kernel.frames import Frame
from stormriver.kernel.program import Procedure, Step, Steps

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

PROGRAMS: Final[dict[str, Steps]] = {
    "setup": turn.SETUP_STEPS,
    "turn": turn.TURN_STEPS,
    "move": movement.STEPS,
    "arrive": encounter.ARRIVE_STEPS,
    "arrive.open": encounter.ARRIVE_OPEN_STEPS,
    "arrive.sudden_death": encounter.ARRIVE_SUDDEN_DEATH_STEPS,
    "encounter": encounter.ENCOUNTER_STEPS,
    "encounter.space_first": encounter.ENCOUNTER_SPACE_FIRST_STEPS,
    "meet": meeting.MEET_STEPS,
    "draw": drawing.STEPS,
    "draw.in_order": drawing.IN_ORDER_STEPS,
    "resolve": meeting.RESOLVE_STEPS,
    "take": meeting.TAKE_STEPS,
    "fight": combat.STEPS,
    "fight.experience": combat.EXPERIENCE_STEPS,
    "fight_over": combat.OVER_STEPS,
    "roll": dice.STEPS,
    "lose_lives": lives.LOSE_STEPS,
    "lose_follower": lives.FOLLOWER_STEPS,
    "die": lives.DIE_STEPS,
    "die.inherited": lives.DIE_INHERITED_STEPS,
    "loot": lives.LOOT_STEPS,
    "cast": casting.STEPS,
    "window": windows.STEPS,
    "confine": confinement.STEPS,
    "miss": missed_turns.STEPS,
    "surplus": limits.SURPLUS_STEPS,
    "exchange": limits.EXCHANGE_STEPS,
    "ditch": limits.DITCH_STEPS,
    "reborn": turn.REBORN_STEPS,
    "reborn.again": turn.REBORN_AGAIN_STEPS,
    "reborn.bonus": turn.REBORN_BONUS_STEPS,
}
"""The named lists of steps. A preset (`procedures:`) or an option that is on (`steps:`) replaces one
by another of the same procedure, e.g. `die` by `die.inherited`."""


KINDS: Final[tuple[type[Frame], ...]] = (
    frames.Setup, frames.Turn, frames.Move, frames.Arrive, frames.Encounter, frames.Meet, frames.Draw, frames.Resolve,
    frames.Take, perils.Fight, perils.FightOver, frames.Roll, perils.LoseLives, perils.Die, frames.Cast, frames.Window,
    frames.Surplus, frames.Exchange, frames.Reborn, perils.Loot, frames.Ditch, perils.LoseFollower, perils.Confine,
    perils.Miss,
)  # fmt: skip
"""The classes of frames, whose names are the keys of `PROGRAMS`."""


def procedures_of(table: AdventureTable) -> list[Procedure]:
    """Return the procedures of a table, with the steps that its preset and options want."""
    chosen = table.ruleset.programs(PROGRAMS)
    return [Procedure(kind, *PROGRAMS[chosen.get(kind.procedure, kind.procedure)]) for kind in KINDS]


def idle_steps(table: AdventureTable) -> frozenset[Step]:
    """Return the steps in which nothing can happen at a table, by what its packs hold."""
    answered = table.act_moments | table.spell_moments
    held_fast = any(mark.escape for mark in table.marks)
    redraws = table.modifies[table.REDRAWS].clauses
    nothing_in: dict[Step, bool] = {
        turn.others_may_cast: not answered & table.ANOTHER_TURN_START,
        movement.held_fast: not held_fast,
        movement.released: not held_fast,
        movement.others_answer: not answered & table.ANOTHER_MOVE_ROLLED,
        encounter.landed: "landed" not in table.triggers and "landed" not in table.watched,
        encounter.after_move: not answered & (table.MOVED | table.ANOTHER_MOVED),
        encounter.cards_drawn: not answered & table.DRAWN,
        encounter.order_cards: table.allows.keys().isdisjoint({"choose_order", "choose_ties"}),
        drawing.offer_redraw: not redraws,
        drawing.redraw: not redraws,
        combat.beaten: not answered & table.DEFEATED,
        casting.worked: not table.act_moments & table.SPELL_WORKED,
        casting.followed: not table.act_moments & table.SPELL_WORKED,
        lives.replaced: "lose_life" not in table.replaces,
    }
    return frozenset(step for step, nothing in nothing_in.items() if nothing)
