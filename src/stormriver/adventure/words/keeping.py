"""Words of cards that lie on a card or space, apart from what is met there: lay_on, pick_up, put_on."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import DeckRef, Things, UpTo
from stormriver.adventure.procedures.belongings import having, may_have, take
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import form
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.english import counted
from stormriver.language.grammar import Effect, Fixed

TAKE = verb("take", CARD)
PUT = verb("put", CARD)
DONE = verb("done")


def keeper(game: AdventureGame, context: Context) -> int:
    """Return the zone of the cards that lie on the card of a context, or on its space."""
    table = game.table
    kept = table.kept.get(context.card)
    return table.kept[table.space_source + context.space] if kept is None else kept


class LayOn(Effect):
    """Lay cards from a deck face up on this card or space, up to so many in all. `{lay_on: 4, from: posters}`"""

    word = "lay_on"
    count: int
    from_: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        zone = keeper(game, context)
        while len(game.state.zones[zone]) < self.count:
            card = top(game, self.from_)
            if card == NONE:
                return
            game.move_card(card, zone, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return len(game.state.zones[keeper(game, context)]) < self.count

    def english(self) -> str:
        deck = self.table.decks[self.from_].name
        return f"lay cards from the {deck} face up on it until {counted(self.count, 'card')} lie there"


class PickUp(Effect):
    """Take a card that lies on this card or space, or all of them. `pick_up`, `{pick_up: all}`"""

    word = "pick_up"
    count: UpTo = UpTo(Fixed(1))

    def cards(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards that may be taken there."""
        if form(game, context.seat) != NONE:
            return []
        return [card for card in game.state.zones[keeper(game, context)] if may_have(game, context.seat, card)]

    def do(self, game: AdventureGame, context: Context) -> None:
        cards = self.cards(game, context)
        if self.count.of(game, context) >= len(cards):
            for card in cards:
                take(game, context.seat, card)
        else:
            self.begin(game, context, count=self.count.of(game, context))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0 and frame.count > 0:
            frame.step = 1
            game.pose(frame.seat, asks.TAKE, [TAKE + card for card in self.cards(game, frame.context)])
        elif frame.step == 1:
            frame.start_over()
            frame.count -= 1
            take(game, frame.seat, game.state.answer - TAKE)
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self.cards(game, context))

    def english(self) -> str:
        many = self.count.english()
        return "take all cards that lie on it" if many == "all" else f"take {counted(many, 'card')} lying on it"


class PutOn(Effect):
    """Put a belonging on this card or space; with `for`, any number for gold. `{put_on: object, for: 1}`"""

    word = "put_on"
    things: Things
    for_: int = 0

    def _cards(self, game: AdventureGame, context: Context) -> list[int]:
        return [card for card in having(game, context.seat, self.things) if card != context.card]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._cards(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cards = self._cards(game, frame.context)
        stage = frame.next_stage()
        if stage == 1 and cards:
            game.pose(frame.seat, asks.PUT_ON, [DONE] * bool(self.for_) + [PUT + card for card in cards])
        elif stage == 2 and cards and game.state.answer != DONE:
            game.move_card(game.state.answer - PUT, keeper(game, frame.context), frame.seat)
            if self.for_:
                gain(game, frame.seat, GOLD, self.for_)
                frame.start_over()
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._cards(game, context))

    def english(self) -> str:
        known = nouns(self.table)
        if self.for_:
            return f"you may put any number of your {known.many(self.things)} on it for {self.for_} gold each"
        return f"put {known.one(self.things)} of yours on it"
