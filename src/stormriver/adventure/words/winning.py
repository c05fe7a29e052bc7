"""Words of winning the game."""

from __future__ import annotations

from stormriver.adventure.model.clauses import said_of
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import YOU, Who
from stormriver.adventure.procedures.targets import seats
from stormriver.kernel.frames import Context
from stormriver.language.clauses import Part
from stormriver.language.grammar import Effect


class Win(Effect):
    """Win the game, which ends at once; several may win it together, or nobody. `win`, `{win: all}`, `{win: nobody}`"""

    word = "win"
    rule = "components.goal"
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        game.end(sum([1 << seat for seat in seats(game, context, self.who)]))

    def clause(self) -> Part:
        return said_of(self.who, "win_the_game")
