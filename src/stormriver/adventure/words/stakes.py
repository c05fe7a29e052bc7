"""Words of gold that is laid down before a roll: stake, staked."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.procedures.fortune import due, lose
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.kernel.ask import NUMBER, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import Frame
from stormriver.language.grammar import Effect, Value

PAY = verb("pay", NUMBER)


class Stake(Effect):
    """Pay up to so much gold, then do what it counts for. `{stake: 3, do: {gain: {gold: staked}}, least: 1}`"""

    word = "stake"
    rule = "gold.use"
    most: int
    do: Effect
    least: int = 0

    def _options(self, game: Game, frame: Frame) -> list[int]:
        return payable(game, frame.seat, frame, lambda gold: self.payments(game, frame.seat, gold))

    def payments(self, game: Game, seat: int, gold: int) -> list[int]:
        """Return the options of what may be staked by who has so much gold."""
        most = max(n for n in range(self.most + 1) if due(game, seat, n) <= gold)
        return [PAY + n for n in range(min(self.least, most), most + 1)]

    def run(self, game: Game, frame: Frame) -> None:
        if self._options(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            options = self._options(game, frame)
            paid = [code for code in options if verb_of(code)[0] == "pay"]
            game.pose(frame.seat, "stake", options, {code: due(game, frame.seat, code - PAY) for code in paid})
        elif frame.step == 1:
            if verb_of(game.state.answer)[0] != "pay":
                frame.step = 0
                answer_own(game, frame.seat, game.state.answer, frame)
                return
            frame.step = 2
            frame.amount = game.state.answer - PAY
            lose(game, frame.seat, GOLD, due(game, frame.seat, frame.amount))
            self.do.run(game, frame)
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._options(game, frame))

    def parts(self) -> list[Effect]:
        return [self.do]

    def english(self) -> str:
        if self.least:
            many = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"pay {many} gold as far as you can, then {self.do.english()}"
        return f"you may pay up to {self.most} gold; then {self.do.english()}"


class Staked(Value):
    """The gold that was paid for what is going on. `staked`"""

    word = "staked"

    def of(self, game: Game, frame: Frame) -> int:
        for below in reversed(game.state.frames):
            if below.procedure == 0 and isinstance(game.table.words[below.word], Stake):
                return below.amount
        return 0

    def english(self) -> str:
        return "the gold you paid"
