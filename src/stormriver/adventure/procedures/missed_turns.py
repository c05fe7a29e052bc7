"""Missing turns: what a character has may save him from it (turn.lose)."""

from __future__ import annotations

from stormriver.adventure.model.perils import Miss
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.stats import carriers, is_playing
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.program import Steps


def miss(game: AdventureGame, seat: int, turns: int) -> None:
    """Let a character miss turns, unless something saves him."""
    table = game.table
    if table.act_moments & table.MISSING_TURN and carriers(game, seat, table.acts_at(table.MISSING_TURN)):
        game.push(Miss(seat, turns))
    else:
        status_effects.miss(game, seat, turns)


def missing_answers(game: AdventureGame, frame: Miss) -> None:
    """What he has may save him."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, game.table.MISSING_TURN, 0)


def miss_turns(game: AdventureGame, frame: Miss) -> None:
    """The turns will be missed."""
    if not frame.saved and is_playing(game, frame.seat):
        status_effects.miss(game, frame.seat, frame.turns)


STEPS: Steps = (
    ("turn.lose", missing_answers),
    ("turn.lose", miss_turns),
)
