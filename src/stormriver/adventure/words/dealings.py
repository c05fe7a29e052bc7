"""Words of dealings with whom one meets on the way: hand_over, take_trophy, again, excess."""

from __future__ import annotations

from stormriver.adventure.belongings import having, may_have, strip, take
from stormriver.adventure.phrases import nouns
from stormriver.adventure.stats import context, table_of
from stormriver.adventure.types import ACTIVE, WHO_ENGLISH, Things, Who
from stormriver.adventure.words.common import one
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Effect, Value

GIVE = verb("give", CARD)
CHOOSE_CARD = verb("card", CARD)


class HandOver(Effect):
    """Give one of one's belongings, of one's choice, to another character. `{hand_over: object, to: active}`"""

    word = "hand_over"
    rule = "cards.possessions"
    things: Things
    to: Who = ACTIVE

    def _cards(self, game: Game, frame: Frame) -> list[int]:
        taker = one(game, frame, self.to)
        if taker in (NONE, frame.seat):
            return []
        return [card for card in having(game, frame.seat, self.things) if may_have(game, taker, card)]

    def run(self, game: Game, frame: Frame) -> None:
        if self._cards(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.seat, "give", [GIVE + card for card in self._cards(game, frame)])
        else:
            game.state.frames.pop()
            take(game, one(game, frame, self.to), game.state.answer - GIVE)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._cards(game, frame))

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"give {what} to {WHO_ENGLISH[self.to]}"


class TakeTrophy(Effect):
    """Take an Enemy that lies face up on the board as a trophy, without a fight. `{take_trophy: enemy}`"""

    word = "take_trophy"
    rule = "trophies.take"
    things: Things

    def cards(self, game: Game) -> list[int]:
        """Return the Enemies among which one may choose."""
        table = table_of(game)
        return [
            card
            for space in range(len(table.spaces))
            for card in game.state.zones[table.lying + space]
            if table.is_enemy[card] and not self.things.isdisjoint(table.cards[card].names)
        ]

    def run(self, game: Game, frame: Frame) -> None:
        if self.cards(game):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.seat, "take_trophy", [CHOOSE_CARD + card for card in self.cards(game)])
            return
        game.state.frames.pop()
        card = game.state.answer - CHOOSE_CARD
        strip(game, card)
        game.move_card(card, table_of(game).trophies + frame.seat, frame.seat)
        game.tell("CardTaken", frame.seat, card)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self.cards(game))

    def english(self) -> str:
        return f"take {nouns(self.table).one(self.things)} that lies face up in any Region as a trophy"


class Again(Effect):
    """Do all that this card says once more. `again`"""

    word = "again"

    def run(self, game: Game, frame: Frame) -> None:
        table_of(game).cards[frame.card].meet.run(game, context(frame.seat, frame.card, space=frame.space))

    def english(self) -> str:
        return "do all this once more"


class Excess(Value):
    """By how much one number is greater than another, 0 if it is not. `{excess: {stat: craft}, over: rolled}`"""

    word = "excess"
    number_: Value
    over: Value

    def of(self, game: Game, frame: Frame) -> int:
        return max(0, self.number_.of(game, frame) - self.over.of(game, frame))

    def english(self) -> str:
        return f"the difference between {self.number_.english()} and {self.over.english()}"
