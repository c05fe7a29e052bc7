"""Words of riding: stride."""

from __future__ import annotations

from stormriver.adventure.procedures.dice import faces, push_roll
from stormriver.adventure.procedures.movement import roll_instead
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import Frame
from stormriver.language.english import dice
from stormriver.language.grammar import Effect

FACE = verb("face", NUMBER)


class Stride(Effect):
    """Roll so many dice for one's move, and move by the one of them that one chooses. `{stride: 2}`"""

    word = "stride"
    rule = "movement.roll"
    dice: int

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            push_roll(game, frame.seat, self.dice, "movement")
        elif frame.step == 2:
            game.pose(frame.seat, "stride", [FACE + side for side in sorted({*faces(frame.rival_roll, self.dice)})])
        else:
            game.state.frames.pop()
            roll_instead(game, game.state.answer - FACE)

    def english(self) -> str:
        return f"roll {dice(str(self.dice))} and move by one of them, of your choice"
