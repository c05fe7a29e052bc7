"""Words of a deck that is worked through card by card: delve."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import EVERYTHING, CardRef, DeckRef, UpTo
from stormriver.adventure.procedures.stats import is_playing
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import GOING_ON, NONE
from stormriver.language.english import counted
from stormriver.language.grammar import Effect, Names
from stormriver.language.source import Node


class Delve(Effect):
    """Shuffle a deck and turn up its cards one after the other, meeting each before the next. `{delve: adventure}`

    It is over when the turn is, or after `count` cards; then all of them go back to the deck. With `last` that card is
    none of these, and is met after them.
    """

    word = "delve"
    rule = "tower.cards"
    from_deck: DeckRef
    count: UpTo = EVERYTHING
    last: CardRef = CardRef(NONE)

    def ready(self, names: Names, node: Node) -> None:
        if self.last != NONE and self.count is EVERYTHING:
            node.fail("say with `count` how many cards come before the last one")

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        table = game.table
        pile = table.deck_zone[self.from_deck]
        if frame.step == 0:
            frame.step = 1
            frame.context = frame.context.at(game.state.seats[frame.seat][SPACE])
            frame.count = self.count.of(game, frame.context)
            game.shuffle(pile)
        going_on = game.state.interrupt == GOING_ON and is_playing(game, frame.seat)
        waiting = self._waiting(game, pile, frame.count) if going_on else []
        if not waiting:
            self._put_back(game, frame.context, pile)
            game.state.frames.pop()
            return
        frame.count -= frame.count > 0
        card = waiting[-1]
        game.move_card(card, table.lying + frame.context.space, frame.seat)
        events.CARD_DRAWN.tell(game, frame.seat, card, frame.context.space)
        table.cards[card].meet.run(game, Context(frame.seat, card, space=frame.context.space))

    def _waiting(self, game: AdventureGame, pile: int, count: int) -> list[int]:
        """Return the cards of which the next one is met, the top one last, with so many to be met before the last."""
        definition_of = game.table.definition_of
        return [card for card in game.state.zones[pile] if (definition_of[card] != self.last) == bool(count)]

    def _put_back(self, game: AdventureGame, context: Context, pile: int) -> None:
        table = game.table
        for card in game.state.zones[table.lying + context.space]:
            if table.backs[card] == self.from_deck:
                game.move_card(card, pile, context.seat)

    def english(self) -> str:
        deck = self.table.decks[self.from_deck].name
        if self.count is EVERYTHING:
            return f"shuffle the {deck} and turn up its cards one after the other, doing what each says"
        count = int(self.count.english())
        top = "card" if count == 1 else counted(count, "card")
        if self.last == NONE:
            return f"shuffle the {deck}, turn up its top {top} and do what it says"
        last = nouns(self.table).the(self.table.definitions[self.last].id)
        return f"shuffle the {deck} without {last}, turn up its top {top} and do what it says, then meet {last}"
