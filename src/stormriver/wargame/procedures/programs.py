"""The named lists of steps of this rulebook. A preset or an option that is on may replace one by another."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.frames import Frame
from stormriver.kernel.program import Steps
from stormriver.wargame.model import frames, phases
from stormriver.wargame.procedures import (
    battle,
    casting,
    chits,
    dice,
    movement,
    setup,
    shooting,
    turn,
    windows,
    wounds,
)

KINDS: Final[tuple[type[Frame], ...]] = (
    frames.Setup,
    phases.Turn,
    *phases.PHASES,
    frames.Move,
    frames.Shoot,
    frames.Battle,
    frames.Theft,
    frames.Enter,
    frames.Hit,
    frames.Roll,
    frames.Draw,
    frames.Place,
    frames.Equip,
    frames.Cast,
    frames.Window,
    frames.Fate,
    frames.Volley,
)
"""What each procedure works on; the class says the name of its procedure."""

PROGRAMS: Final[dict[str, Steps]] = {
    "setup": setup.STEPS,
    "turn": turn.TURN_STEPS,
    "time": turn.TIME_STEPS,
    "magic": turn.MAGIC_STEPS,
    "quest": turn.QUEST_STEPS,
    "movement": movement.PHASE_STEPS,
    "shooting": shooting.PHASE_STEPS,
    "battles": battle.PHASE_STEPS,
    "healing": turn.HEALING_STEPS,
    "recruiting": turn.RECRUITING_STEPS,
    "ending": turn.ENDING_STEPS,
    "move": movement.MOVE_STEPS,
    "shoot": shooting.STEPS,
    "battle": battle.STEPS,
    "theft": battle.THEFT_STEPS,
    "enter": movement.ENTER_STEPS,
    "hit": wounds.HIT_STEPS,
    "roll": dice.STEPS,
    "draw": chits.DRAW_STEPS,
    "place": chits.PLACE_STEPS,
    "equip": chits.EQUIP_STEPS,
    "cast": casting.STEPS,
    "window": windows.STEPS,
    "fate": windows.FATE_STEPS,
    "volley": shooting.VOLLEY_STEPS,
}
