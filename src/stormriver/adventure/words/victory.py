"""Words of victory: win, and the value won."""

from __future__ import annotations

from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import Things
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Effect, Value


class Win(Effect):
    """Win the game, which ends at once. `win`"""

    word = "win"
    rule = "components.goal"

    def do(self, game: AdventureGame, context: Context) -> None:
        game.end(1 << context.seat)

    def english(self) -> str:
        return "win the game"


class Won(Value):
    """How many of these cards lie among one's trophies. `{won: poster}`"""

    word = "won"
    things: Things

    def of(self, game: AdventureGame, context: Context) -> int:
        table = game.table
        trophies = game.state.zones[table.trophies + context.seat]
        return sum(card >= 0 and not self.things.isdisjoint(table.cards[card].names) for card in trophies)

    def english(self) -> str:
        return f"the number of {nouns(self.table).many(self.things)} among your trophies"
