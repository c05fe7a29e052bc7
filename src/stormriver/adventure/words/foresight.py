"""Words of cards kept face down for later: keep_back, put_back."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import DeckRef
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.spells import top
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
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

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def _drawn(self, game: AdventureGame, frame: WordFrame) -> tuple[int, ...]:
        """Return the cards just drawn: they came last."""
        zone = game.state.zones[game.table.reserve + frame.seat]
        return zone[len(zone) - frame.count :]

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            for _ in range(self.count):
                card = top(game, self.from_)
                if card != NONE:
                    game.move_card(card, game.table.reserve + frame.seat, frame.seat)
                    frame.count += 1
        elif stage == 2 and frame.count:
            game.pose(frame.seat, asks.KEEP_BACK, [KEEP + card for card in self._drawn(game, frame)])
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
    ask = asks.PUT_BACK
    option = BACK
    last: Effect = NOTHING

    def among(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        return game.state.zones[game.table.reserve + context.seat]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        table = game.table
        game.move_card(chosen, table.deck_zone[table.backs[chosen]], context.seat)
        game.learn(context.seat, chosen)
        if not self.among(game, context):
            self.last.run(game, context)

    def english(self) -> str:
        last = "" if self.last is NOTHING else f"; with the last one, {self.last.english()}"
        return f"put a card that you have kept face down on top of its deck{last}"
