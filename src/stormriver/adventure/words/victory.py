"""Words of victory: win, and the value won."""

from __future__ import annotations

from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.types import Things
from stormriver.adventure.procedures.stats import table_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import Frame
from stormriver.language.grammar import Effect, Value


class Win(Effect):
    """Win the game, which ends at once. `win`"""

    word = "win"
    rule = "components.goal"

    def run(self, game: Game, frame: Frame) -> None:
        game.end(1 << frame.seat)

    def english(self) -> str:
        return "win the game"


class Won(Value):
    """How many of these cards lie among one's trophies. `{won: poster}`"""

    word = "won"
    things: Things

    def of(self, game: Game, frame: Frame) -> int:
        table = table_of(game)
        trophies = game.state.zones[table.trophies + frame.seat]
        return sum(card >= 0 and not self.things.isdisjoint(table.cards[card].names) for card in trophies)

    def english(self) -> str:
        return f"the number of {nouns(self.table).many(self.things)} among your trophies"
