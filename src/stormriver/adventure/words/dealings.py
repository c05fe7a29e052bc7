"""Words of dealings with whom one meets on the way: hand_over, take_trophy, again, excess."""

from __future__ import annotations

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ACTIVE, WHO_ENGLISH, Things, Who
from stormriver.adventure.procedures.belongings import having, may_have, strip, take
from stormriver.adventure.procedures.targets import one
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Value

GIVE = verb("give", CARD)
CHOOSE_CARD = verb("card", CARD)


class HandOver(OneOf):
    """Give one of one's belongings, of one's choice, to another character. `{hand_over: object, to: active}`"""

    word = "hand_over"
    rule = "cards.possessions"
    ask = asks.GIVE
    option = GIVE
    things: Things
    to: Who = ACTIVE

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        taker = one(game, context, self.to)
        if taker in (NONE, context.seat):
            return []
        return [card for card in having(game, context.seat, self.things) if may_have(game, taker, card)]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        take(game, one(game, context, self.to), chosen)

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"give {what} to {WHO_ENGLISH[self.to]}"


class TakeTrophy(OneOf):
    """Take an Enemy that lies face up on the board as a trophy, without a fight. `{take_trophy: enemy}`"""

    word = "take_trophy"
    rule = "trophies.take"
    ask = asks.TAKE_TROPHY
    option = CHOOSE_CARD
    things: Things

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the Enemies among which one may choose."""
        table = game.table
        return [
            card
            for space in range(len(table.spaces))
            for card in game.state.zones[table.lying + space]
            if table.is_enemy[card] and not self.things.isdisjoint(table.cards[card].names)
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        strip(game, chosen)
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)
        events.CARD_TAKEN.tell(game, context.seat, chosen)

    def english(self) -> str:
        return f"take {nouns(self.table).one(self.things)} that lies face up in any Region as a trophy"


class Again(Effect):
    """Do all that this card says once more. `again`"""

    word = "again"

    def do(self, game: AdventureGame, context: Context) -> None:
        game.table.cards[context.card].meet.run(game, Context(context.seat, context.card, space=context.space))

    def english(self) -> str:
        return "do all this once more"


class Sum(Value):
    """Two numbers together. `{sum: rolled, and: 3}`"""

    word = "sum"
    number_: Value
    and_: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return self.number_.of(game, context) + self.and_.of(game, context)

    def english(self) -> str:
        return f"{self.number_.english()} and {self.and_.english()} more"


class Excess(Value):
    """By how much one number is greater than another, 0 if it is not. `{excess: {stat: craft}, over: rolled}`"""

    word = "excess"
    number_: Value
    over: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return max(0, self.number_.of(game, context) - self.over.of(game, context))

    def english(self) -> str:
        return f"the difference between {self.number_.english()} and {self.over.english()}"
