"""Missing turns: what a character has may save him from it (turn.lose)."""

from __future__ import annotations

from stormriver.adventure.model.procedures import MISS
from stormriver.adventure.procedures import turning
from stormriver.adventure.procedures.fights import SAVED
from stormriver.adventure.procedures.stats import carriers, is_playing, table_of
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.game import Game
from stormriver.kernel.state import Frame


def miss(game: Game, seat: int, turns: int) -> None:
    """Let a character miss turns, unless something saves him."""
    table = table_of(game)
    if table.act_moments & table.MISSING_TURN and carriers(game, seat, table.acts_at(table.MISSING_TURN)):
        game.push(Frame(MISS, seat, amount=turns))
    else:
        turning.miss(game, seat, turns)


def missing_answers(game: Game, frame: Frame) -> None:
    """What he has may save him."""
    if is_playing(game, frame.seat):
        open_window(game, frame.seat, table_of(game).MISSING_TURN, 0)


def miss_turns(game: Game, frame: Frame) -> None:
    """The turns will be missed."""
    if not frame.flags & SAVED and is_playing(game, frame.seat):
        turning.miss(game, frame.seat, frame.amount)


STEPS = (
    ("turn.lose", missing_answers),
    ("turn.lose", miss_turns),
)
