"""Words of riding: stride."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.dice import faces, push_roll
from stormriver.adventure.procedures.movement import roll_instead
from stormriver.kernel.ask import NUMBER, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.language.english import dice
from stormriver.language.grammar import Effect

FACE = verb("face", NUMBER)


class Stride(Effect):
    """Roll so many dice for one's move, and move by the one of them that one chooses. `{stride: 2}`"""

    word = "stride"
    rule = "movement.roll"
    dice: int

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            push_roll(game, frame.seat, self.dice, "movement")
        elif stage == 2:
            shown = set(faces(game.state.returned[1], self.dice))
            game.pose(frame.seat, asks.STRIDE, [FACE + side for side in sorted(shown)])
        else:
            game.state.frames.pop()
            roll_instead(game, game.state.answer - FACE)

    def english(self) -> str:
        return f"roll {dice(str(self.dice))} and move by one of them, of your choice"
