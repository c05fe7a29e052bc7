"""The procedure of rolling: throw, let those concerned answer (fate, prayers), hand the result on."""

from __future__ import annotations

from stormriver.adventure.model.procedures import ROLL
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import answer_own, options_of
from stormriver.kernel.ask import PASS
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame


def faces(packed: int, count: int) -> list[int]:
    """Return the single dice of a packed roll."""
    return [packed >> 3 * i & 7 for i in range(count)]


def pack(rolled: list[int]) -> int:
    """Return dice packed into one number, three bits each."""
    packed = 0
    for i, die in enumerate(rolled):
        packed |= die << 3 * i
    return packed


def push_roll(game: Game, seat: int, dice: int, purpose: str, card: int = NONE) -> None:
    """Let a character roll; the total comes to `roll` of the frame below, the natural dice to `rival_roll`."""
    number = game.table.purposes[purpose]
    if purpose == "pray":
        fire(game, seat, "prayed")
    game.push(Frame(ROLL, seat, card=card, target=number, amount=max(dice, 1)))


def reroll_die(game: Game, frame: Frame, which: int) -> None:
    """Roll one die of a roll again."""
    turn_die(frame, which, game.roll(frame.seat)[0])


def turn_die(frame: Frame, which: int, new: int) -> None:
    """Let one die of a roll show another number."""
    old = frame.rival_roll >> 3 * which & 7
    frame.rival_roll += (new - old) << 3 * which
    frame.roll += new - old


def throw(game: Game, frame: Frame) -> None:
    """Roll the dice."""
    rolled = game.roll(frame.seat, frame.amount)
    frame.rival_roll = pack(rolled)
    frame.roll = sum(rolled)


def answer(game: Game, frame: Frame) -> None:
    """Let the roller pay fate or use what else answers a roll, until he is content (fate.reroll)."""
    options = options_of(game, frame.seat, game.table.ROLLED, frame)
    if options:
        game.pose(frame.seat, "rolled", [PASS, *options])
    else:
        game.skip_next(frame)  # nothing to carry out


def answered(game: Game, frame: Frame) -> None:
    """Carry out the answer, and ask again after it."""
    if game.state.answer != PASS:
        game.go_to(frame, answer)
        answer_own(game, frame.seat, game.state.answer, frame)


def hand_on(game: Game, frame: Frame) -> None:
    """Give the result to the procedure that wanted it."""
    frames = game.state.frames
    frames.pop()
    frames[-1].roll = frame.roll
    frames[-1].rival_roll = frame.rival_roll


STEPS = (
    ("components.dice", throw),
    ("fate.reroll", answer),
    ("fate.once_per_die", answered),
    ("fate.once_per_die", hand_on),
)
