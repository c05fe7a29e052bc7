"""The procedure of rolling: throw, let those concerned answer (fate, prayers), return the result."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.frames import Roll
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import MOST_DICE
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import add_options, answer_own
from stormriver.kernel.ask import PASS
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE


def faces(packed: int, count: int) -> list[int]:
    """Return the single dice of a packed roll."""
    return [packed >> 3 * i & 7 for i in range(count)]


def unpack(packed: int) -> list[int]:
    """Return the dice of a packed roll, however many there are."""
    return [die for die in faces(packed, 8) if die]


def pack(rolled: list[int]) -> int:
    """Return dice packed into one number, three bits each."""
    packed = 0
    for i, die in enumerate(rolled):
        packed |= die << 3 * i
    return packed


def push_roll(game: AdventureGame, seat: int, dice: int, purpose: str, card: int = NONE) -> None:
    """Let a character roll; the total and the natural dice come to `State.returned`."""
    number = game.table.purposes[purpose]
    game.push(Roll(seat, number, dice_in_hand(dice), card))
    if purpose == "pray":  # what follows lies on top of the roll, and is carried out before it
        fire(game, seat, "prayed")


def dice_in_hand(wanted: int) -> int:
    """Return how many dice are rolled where a word wants so many: one at least, and no more than there are."""
    return min(max(wanted, 1), MOST_DICE)


def reroll_die(game: AdventureGame, frame: Roll, which: int) -> None:
    """Roll one die of a roll again."""
    turn_die(frame, which, game.roll(frame.seat)[0])


def turn_die(frame: Roll, which: int, new: int) -> None:
    """Turn one die of a roll to another number."""
    old = frame.natural >> 3 * which & 7
    frame.natural += (new - old) << 3 * which
    frame.total += new - old


def throw(game: AdventureGame, frame: Roll) -> None:
    """Roll the dice."""
    frame.natural = frame.total = 0
    for i, die in enumerate(game.roll(frame.seat, frame.dice)):
        frame.natural |= die << 3 * i
        frame.total += die


def answer(game: AdventureGame, frame: Roll) -> None:
    """Let the roller pay fate or use what else answers a roll, until they are content (fate.reroll)."""
    options = [PASS]
    add_options(options, game, frame.seat, game.table.ROLLED, frame)
    if len(options) > 1:
        game.pose(frame.seat, asks.ROLLED, options)
    else:
        game.skip_next(frame)  # nothing to carry out


def answered(game: AdventureGame, frame: Roll) -> None:
    """Carry out the answer, and ask again after it."""
    if game.state.answer != PASS:
        game.go_to(frame, answer)
        answer_own(game, frame.seat, game.state.answer, frame.as_context())


def hand_on(game: AdventureGame, frame: Roll) -> None:
    """Return the result to the procedure that asked for the roll."""
    game.state.frames.pop()
    game.state.returned = (frame.total, frame.natural)


STEPS: Final[Steps] = (
    ("components.dice", throw),
    ("fate.reroll", answer),
    ("fate.once_per_die", answered),
    ("fate.once_per_die", hand_on),
)
