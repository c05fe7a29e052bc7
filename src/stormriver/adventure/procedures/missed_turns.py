"""Missing turns, from which belongings and abilities may save a character (turn.lose)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.perils import Miss
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.stats import carriers, is_playing
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.program import Steps


def miss(game: AdventureGame, seat: int, turns: int) -> None:
    """Let a character miss turns, unless something saves them, or there are none, as where each Follower costs one."""
    if turns <= 0:
        return
    if _may_answer(game, seat):
        game.push(Miss(seat, turns))
    else:
        status_effects.miss(game, seat, turns)


def _may_answer(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character may have an answer: what they can use, or any Spell where one might be cast."""
    table = game.table
    if table.spell_moments & table.MISSING_TURN and hand(game, seat):
        return True
    return bool(table.act_moments & table.MISSING_TURN) and bool(
        carriers(game, seat, table.acts_at(table.MISSING_TURN))
    )


def missing_answers(game: AdventureGame, frame: Miss) -> None:
    """Belongings and abilities may save the character."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, game.table.MISSING_TURN, 0)


def miss_turns(game: AdventureGame, frame: Miss) -> None:
    """Add the turns to those the character has to miss."""
    if not frame.saved and is_playing(game, frame.seat):
        status_effects.miss(game, frame.seat, frame.turns)


STEPS: Final[Steps] = (
    ("turn.lose", missing_answers),
    ("turn.lose", miss_turns),
)
