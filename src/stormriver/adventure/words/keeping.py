"""Words of cards that lie on a card or space, apart from what is met there: lay_on, pick_up, put_on."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.types import DeckRef, Things, UpTo
from stormriver.adventure.procedures.belongings import having, may_have, take
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import form, table_of
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import counted
from stormriver.language.grammar import Effect, Fixed

TAKE = verb("take", CARD)
PUT = verb("put", CARD)
DONE = verb("done")


def keeper(game: Game, frame: Frame) -> int:
    """Return the zone of the cards that lie on the card of a frame, or on its space."""
    table = table_of(game)
    kept = table.kept.get(frame.card)
    return table.kept[table.space_source + frame.space] if kept is None else kept


class LayOn(Effect):
    """Lay cards from a deck face up on this card or space, up to so many in all. `{lay_on: 4, from: posters}`"""

    word = "lay_on"
    count: int
    from_: DeckRef

    def run(self, game: Game, frame: Frame) -> None:
        zone = keeper(game, frame)
        while len(game.state.zones[zone]) < self.count:
            card = top(game, self.from_)
            if card == NONE:
                return
            game.move_card(card, zone, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return len(game.state.zones[keeper(game, frame)]) < self.count

    def english(self) -> str:
        deck = self.table.decks[self.from_].name
        return f"lay cards from the {deck} face up on it until {counted(self.count, 'card')} lie there"


class PickUp(Effect):
    """Take a card that lies on this card or space, or all of them. `pick_up`, `{pick_up: all}`"""

    word = "pick_up"
    count: UpTo = UpTo(Fixed(1))

    def cards(self, game: Game, frame: Frame) -> list[int]:
        """Return the cards that may be taken there."""
        if form(game, frame.seat) != NONE:
            return []
        return [card for card in game.state.zones[keeper(game, frame)] if may_have(game, frame.seat, card)]

    def run(self, game: Game, frame: Frame) -> None:
        cards = self.cards(game, frame)
        if self.count.of(game, frame) >= len(cards):
            for card in cards:
                take(game, frame.seat, card)
        else:
            new = self.begin(game, frame)
            new.amount = self.count.of(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0 and frame.amount > 0:
            frame.step = 1
            game.pose(frame.seat, "take", [TAKE + card for card in self.cards(game, frame)])
        elif frame.step == 1:
            frame.step = 0
            frame.amount -= 1
            take(game, frame.seat, game.state.answer - TAKE)
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self.cards(game, frame))

    def english(self) -> str:
        many = self.count.english()
        return "take all cards that lie on it" if many == "all" else f"take {counted(many, 'card')} lying on it"


class PutOn(Effect):
    """Put a belonging on this card or space; with `for`, any number for gold. `{put_on: object, for: 1}`"""

    word = "put_on"
    things: Things
    for_: int = 0

    def _cards(self, game: Game, frame: Frame) -> list[int]:
        return [card for card in having(game, frame.seat, self.things) if card != frame.card]

    def run(self, game: Game, frame: Frame) -> None:
        if self._cards(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        cards = self._cards(game, frame)
        frame.step += 1
        if frame.step == 1 and cards:
            game.pose(frame.seat, "put_on", [DONE] * bool(self.for_) + [PUT + card for card in cards])
        elif frame.step == 2 and cards and game.state.answer != DONE:
            game.move_card(game.state.answer - PUT, keeper(game, frame), frame.seat)
            if self.for_:
                gain(game, frame.seat, GOLD, self.for_)
                frame.step = 0
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._cards(game, frame))

    def english(self) -> str:
        known = nouns(self.table)
        if self.for_:
            return f"you may put any number of your {known.many(self.things)} on it for {self.for_} gold each"
        return f"put {known.one(self.things)} of yours on it"
