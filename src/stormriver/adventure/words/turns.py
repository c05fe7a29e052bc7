"""Words of turns."""

from __future__ import annotations

from stormriver.adventure.model.clauses import count, said_of
from stormriver.adventure.model.columns import EXTRA
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import YOU, Who
from stormriver.adventure.procedures.missed_turns import miss
from stormriver.adventure.procedures.targets import seats
from stormriver.kernel.budget import room_for_turns
from stormriver.kernel.frames import Context
from stormriver.kernel.state import OVER
from stormriver.language.clauses import Clause, Noun, Part, bid, do, state
from stormriver.language.grammar import Condition, Effect, Value


class MissTurn(Effect):
    """Miss turns (turn.lose). `{miss_turn: 1}`"""

    word = "miss_turn"
    rule = "turn.lose"
    turns: Value
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            miss(game, seat, self.turns.of(game, context))

    def clause(self) -> Part:
        return said_of(self.who, "miss_turns", what=count("turn", self.turns))


class ExtraTurn(Effect):
    """Take further turns before play passes on. `{extra_turn: 2}`"""

    word = "extra_turn"
    turns: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        turns = self.turns.of(game, context)
        if turns > 0 and room_for_turns(game, game.state.seats[context.seat][EXTRA]):
            game.change(context.seat, EXTRA, turns)

    def clause(self) -> Part:
        return bid("take_turns", what=count("further_turn", self.turns))


class EndTurn(Effect):
    """The turn under way ends at once. `end_turn`"""

    word = "end_turn"
    rule = "turn.order"

    def incidental(self) -> bool:
        return True

    def do(self, game: AdventureGame, context: Context) -> None:
        game.state.interrupt = OVER

    def brings(self) -> tuple[str, ...]:
        return ("turn_over",)

    def clause(self) -> Part:
        return Clause((do("end_at_once"),), Noun("turn", "the"))


class OwnTurn(Condition):
    """It is your turn. `own_turn`"""

    word = "own_turn"

    def test(self, game: AdventureGame, context: Context) -> bool:
        return game.state.active == context.seat

    def clause(self) -> Part:
        return state("be_your_turn")
