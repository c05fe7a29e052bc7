"""Words of gold that is laid down before a roll: stake, staked."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.fortune import due, lose
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.kernel.ask import NUMBER, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.language.grammar import Effect, Value
from stormriver.language.message import Message

PAY = verb("pay", NUMBER)


class Stake(Effect):
    """Pay up to so much gold, then do what it counts for. `{stake: 3, do: {gain: {gold: staked}}, least: 1}`"""

    word = "stake"
    rule = "gold.use"
    most: int
    do_: Effect
    least: int = 0

    def _options(self, game: AdventureGame, context: Context) -> list[int]:
        return payable(game, context.seat, context, lambda gold: self.payments(game, context.seat, gold))

    def payments(self, game: AdventureGame, seat: int, gold: int) -> list[int]:
        """Return the options of what may be staked by who has so much gold."""
        most = max(n for n in range(self.most + 1) if due(game, seat, n) <= gold)
        return [PAY + n for n in range(min(self.least, most), most + 1)]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._options(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            options = self._options(game, frame.context)
            paid = [code for code in options if verb_of(code)[0] == "pay"]
            game.pose(frame.seat, asks.STAKE, options, {code: due(game, frame.seat, code - PAY) for code in paid})
        elif frame.step == 1:
            if verb_of(game.state.answer)[0] != "pay":
                frame.start_over()
                answer_own(game, frame.seat, game.state.answer, frame.context)
                return
            frame.step = 2
            frame.count = game.state.answer - PAY
            lose(game, frame.seat, GOLD, due(game, frame.seat, frame.count))
            self.do_.run(game, frame.context)
        else:
            game.state.frames.pop()

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        if verb != "pay" or amount in (None, argument):
            return None
        return Message("stake/pay/otherwise", {"paid": amount})

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._options(game, context))

    def english(self) -> str:
        if self.least:
            many = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"pay {many} gold as far as you can, then {self.do_.english()}"
        return f"you may pay up to {self.most} gold; then {self.do_.english()}"


class Staked(Value):
    """The gold that was paid for what is going on. `staked`"""

    word = "staked"

    def of(self, game: AdventureGame, context: Context) -> int:
        for below in reversed(game.state.frames):
            if isinstance(below, WordFrame) and isinstance(game.table.words[below.word], Stake):
                return below.count
        return 0

    def english(self) -> str:
        return "the gold you paid"
