"""Rolling dice: throw, let Fate turn one of them, hand the result on (rules chapter `fate`)."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model.procedures import ROLL
from stormriver.wargame.procedures.windows import open_window


def push_roll(game: Game, seat: int, count: int = 1, about: int = NONE) -> None:
    """Let a seat roll dice: their sum comes to `roll` of the frame below.

    Args:
        game: the game.
        seat: who rolls; NONE for what nobody rolls for (a quest, a tile).
        count: how many dice, 1 to 3.
        about: the unit they are rolled for.
    """
    game.push(Frame(ROLL, seat, card=about, amount=count))


def pack(rolled: list[int]) -> int:
    """Return dice packed into one number, three bits each."""
    return sum(die << 3 * i for i, die in enumerate(rolled))


def faces(packed: int, count: int) -> list[int]:
    """Return the single dice of a packed roll."""
    return [packed >> 3 * i & 7 for i in range(count)]


def throw(game: Game, frame: Frame) -> None:
    """Roll the dice (components.dice)."""
    rolled = game.roll(frame.seat, frame.amount)
    frame.group = pack(rolled)
    frame.roll = sum(rolled)


def let_answer(game: Game, frame: Frame) -> None:
    """Who has Fate may have one die rolled again (fate.reroll)."""
    open_window(game, game.table.ROLLED)


def reroll(game: Game, frame: Frame, which: int) -> None:
    """Roll one die of a roll again; it stands as it falls."""
    old = frame.group >> 3 * which & 7
    new = game.roll(frame.seat)[0]
    frame.group += (new - old) << 3 * which
    frame.roll += new - old


def hand_on(game: Game, frame: Frame) -> None:
    """Give the result to the procedure that wanted it."""
    frames = game.state.frames
    frames.pop()
    frames[-1].roll = frame.roll


STEPS = (
    ("components.dice", throw),
    ("fate.reroll", let_answer),
    ("components.dice", hand_on),
)
