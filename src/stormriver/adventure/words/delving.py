"""Words of a deck that is worked through card by card: delve."""

from __future__ import annotations

from stormriver.adventure.columns import SPACE
from stormriver.adventure.stats import context, is_playing, table_of
from stormriver.adventure.types import EVERYTHING, DeckRef, UpTo
from stormriver.kernel.game import Game
from stormriver.kernel.state import GOING_ON, Frame
from stormriver.language.english import counted
from stormriver.language.grammar import Effect


class Delve(Effect):
    """Shuffle a deck and turn up its cards one after the other, meeting each before the next. `{delve: tower}`

    It is over when the turn is, or after `count` cards; then all of them go back to the deck.
    """

    word = "delve"
    rule = "tower.cards"
    from_deck: DeckRef
    count: UpTo = EVERYTHING

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        pile = table.deck_zone[self.from_deck]
        if frame.step == 0:
            frame.step = 1
            frame.space = game.state.seats[frame.seat][SPACE]
            frame.amount = self.count.of(game, frame)
            game.shuffle(pile)
        going_on = game.state.interrupt == GOING_ON and is_playing(game, frame.seat)
        if not going_on or frame.amount == 0 or not game.state.zones[pile]:
            self._put_back(game, frame, pile)
            game.state.frames.pop()
            return
        frame.amount -= 1
        card = game.state.zones[pile][-1]
        game.move_card(card, table.lying + frame.space, frame.seat)
        game.tell("CardDrawn", frame.seat, card, frame.space)
        table.cards[card].meet.run(game, context(frame.seat, card, space=frame.space))

    def _put_back(self, game: Game, frame: Frame, pile: int) -> None:
        table = table_of(game)
        for card in game.state.zones[table.lying + frame.space]:
            if table.backs[card] == self.from_deck:
                game.move_card(card, pile, frame.seat)

    def english(self) -> str:
        deck = self.table.decks[self.from_deck].name
        if self.count is EVERYTHING:
            return f"shuffle the {deck} and turn up its cards one after the other, doing what each says"
        return f"shuffle the {deck}, turn up its top {counted(int(self.count.english()), 'card')} and do what it says"
