"""Rolling dice: throw, let Fate reroll one of them, return the result (rules chapter `fate`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model.frames import Roll
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.openings import open_window


def push_roll(game: WargameGame, seat: int, count: int = 1, about: int = NONE) -> None:
    """Let a seat roll dice: the next step of the frame below finds their sum in `last_roll`.

    Args:
        game: the game.
        seat: who rolls; NONE for what nobody rolls for (a quest, a tile).
        count: how many dice, 1 to 3.
        about: the unit they are rolled for.
    """
    game.push(Roll(seat, count, about))


def last_roll(game: WargameGame) -> int:
    """Return the sum of the roll that has just ended; only for the step behind the one that pushed it."""
    return game.state.returned[0]


def pack(rolled: list[int]) -> int:
    """Return dice packed into one number, three bits each."""
    return sum(die << 3 * i for i, die in enumerate(rolled))


def faces(packed: int, count: int) -> list[int]:
    """Return the single dice of a packed roll."""
    return [packed >> 3 * i & 7 for i in range(count)]


def throw(game: WargameGame, frame: Roll) -> None:
    """Roll the dice (components.dice)."""
    rolled = game.roll(frame.seat, frame.dice)
    frame.natural = pack(rolled)
    frame.total = sum(rolled)


def let_answer(game: WargameGame, frame: Roll) -> None:
    """Who has Fate may have one die rolled again (fate.reroll)."""
    open_window(game, game.table.ROLLED)


def reroll(game: WargameGame, frame: Roll, which: int) -> None:
    """Roll one die of a roll again; it stands as it falls."""
    old = frame.natural >> 3 * which & 7
    new = game.roll(frame.seat)[0]
    frame.natural += (new - old) << 3 * which
    frame.total += new - old


def hand_on(game: WargameGame, frame: Roll) -> None:
    """Return the result to the procedure that asked for the roll."""
    game.state.frames.pop()
    game.state.returned = (frame.total, frame.natural)


STEPS: Final[Steps] = (
    ("components.dice", throw),
    ("fate.reroll", let_answer),
    ("components.dice", hand_on),
)
