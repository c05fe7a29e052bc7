"""Words of cards kept face down for later: keep_back, put_back."""

from __future__ import annotations

from stormriver.adventure.model.types import DeckRef
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import table_of
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import OneOf
from stormriver.language.english import counted
from stormriver.language.grammar import NOTHING, Effect

KEEP = verb("keep", CARD)
BACK = verb("back", CARD)


class KeepBack(Effect):
    """Draw so many cards, keep one of them face down in front of one, and discard the others.
    `{keep_back: 3, from: city}`"""

    word = "keep_back"
    rule = "cards.draw"
    count: int
    from_: DeckRef

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def _drawn(self, game: Game, frame: Frame) -> tuple[int, ...]:
        """Return the cards just drawn: they came last."""
        zone = game.state.zones[table_of(game).reserve + frame.seat]
        return zone[len(zone) - frame.amount :]

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            for _ in range(self.count):
                card = top(game, self.from_)
                if card != NONE:
                    game.move_card(card, table_of(game).reserve + frame.seat, frame.seat)
                    frame.amount += 1
        elif frame.step == 2 and frame.amount:
            game.pose(frame.seat, "keep_back", [KEEP + card for card in self._drawn(game, frame)])
        else:
            game.state.frames.pop()
            for card in self._drawn(game, frame):
                if card != game.state.answer - KEEP:
                    discard(game, card, frame.seat)

    def english(self) -> str:
        deck = self.table.decks[self.from_].name
        cards = counted(self.count, "card")
        return f"draw {cards} from the {deck}, keep one of them face down before you and discard the others"


class PutBack(OneOf):
    """Put a card that one has kept face down on top of its deck. `put_back`, `{put_back: {unmark: toad}}`

    With the last of them something may follow.
    """

    word = "put_back"
    ask = "put_back"
    option = BACK
    last: Effect = NOTHING

    def among(self, game: Game, frame: Frame) -> tuple[int, ...]:
        return game.state.zones[table_of(game).reserve + frame.seat]

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        table = table_of(game)
        game.move_card(chosen, table.deck_zone[table.backs[chosen]], frame.seat)
        game.learn(frame.seat, chosen)
        if not self.among(game, frame):
            self.last.run(game, frame)

    def english(self) -> str:
        last = "" if self.last is NOTHING else f"; with the last one, {self.last.english()}"
        return f"put a card that you have kept face down on top of its deck{last}"

    def parts(self) -> list[Effect]:
        return [] if self.last is NOTHING else [self.last]
