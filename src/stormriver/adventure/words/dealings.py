"""Words of dealings with whom one meets on the way: hand_over, take_trophy, again, excess."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.types import ACTIVE, WHO_ENGLISH, Things, Who
from stormriver.adventure.procedures.belongings import having, may_have, strip, take
from stormriver.adventure.procedures.stats import context, table_of
from stormriver.adventure.procedures.targets import one
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Value

GIVE = verb("give", CARD)
CHOOSE_CARD = verb("card", CARD)


class HandOver(OneOf):
    """Give one of one's belongings, of one's choice, to another character. `{hand_over: object, to: active}`"""

    word = "hand_over"
    rule = "cards.possessions"
    ask = "give"
    option = GIVE
    things: Things
    to: Who = ACTIVE

    def among(self, game: Game, frame: Frame) -> list[int]:
        taker = one(game, frame, self.to)
        if taker in (NONE, frame.seat):
            return []
        return [card for card in having(game, frame.seat, self.things) if may_have(game, taker, card)]

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        take(game, one(game, frame, self.to), chosen)

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"give {what} to {WHO_ENGLISH[self.to]}"


class TakeTrophy(OneOf):
    """Take an Enemy that lies face up on the board as a trophy, without a fight. `{take_trophy: enemy}`"""

    word = "take_trophy"
    rule = "trophies.take"
    ask = "take_trophy"
    option = CHOOSE_CARD
    things: Things

    def among(self, game: Game, frame: Frame) -> list[int]:
        """Return the Enemies among which one may choose."""
        table = table_of(game)
        return [
            card
            for space in range(len(table.spaces))
            for card in game.state.zones[table.lying + space]
            if table.is_enemy[card] and not self.things.isdisjoint(table.cards[card].names)
        ]

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        strip(game, chosen)
        game.move_card(chosen, table_of(game).trophies + frame.seat, frame.seat)
        events.CARD_TAKEN.tell(game, frame.seat, chosen)

    def english(self) -> str:
        return f"take {nouns(self.table).one(self.things)} that lies face up in any Region as a trophy"


class Again(Effect):
    """Do all that this card says once more. `again`"""

    word = "again"

    def run(self, game: Game, frame: Frame) -> None:
        table_of(game).cards[frame.card].meet.run(game, context(frame.seat, frame.card, space=frame.space))

    def english(self) -> str:
        return "do all this once more"


class Sum(Value):
    """Two numbers together. `{sum: rolled, and: 3}`"""

    word = "sum"
    number_: Value
    and_: Value

    def of(self, game: Game, frame: Frame) -> int:
        return self.number_.of(game, frame) + self.and_.of(game, frame)

    def english(self) -> str:
        return f"{self.number_.english()} and {self.and_.english()} more"


class Excess(Value):
    """By how much one number is greater than another, 0 if it is not. `{excess: {stat: craft}, over: rolled}`"""

    word = "excess"
    number_: Value
    over: Value

    def of(self, game: Game, frame: Frame) -> int:
        return max(0, self.number_.of(game, frame) - self.over.of(game, frame))

    def english(self) -> str:
        return f"the difference between {self.number_.english()} and {self.over.english()}"
