"""Words of winning the game."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureGame
from stormriver.kernel.frames import Context
from stormriver.language.clauses import Part, bid
from stormriver.language.grammar import Effect


class Win(Effect):
    """Win the game, which ends at once. `win`"""

    word = "win"
    rule = "components.goal"

    def do(self, game: AdventureGame, context: Context) -> None:
        game.end(1 << context.seat)

    def clause(self) -> Part:
        return bid("win_the_game")
