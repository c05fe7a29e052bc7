"""Words of trade: shop, exchange."""

from __future__ import annotations

from stormriver.adventure.belongings import may_have, take
from stormriver.adventure.columns import GOLD
from stormriver.adventure.fortune import lose
from stormriver.adventure.limits import worth
from stormriver.adventure.phrases import COLUMN_ENGLISH
from stormriver.adventure.procedures import EXCHANGE
from stormriver.adventure.stats import form, table_of
from stormriver.adventure.types import Column, Prices
from stormriver.adventure.windows import answer_own, payable
from stormriver.kernel.ask import CARD, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Effect

BUY = verb("buy", CARD)
DONE = verb("done")


class Shop(Effect):
    """Buy any number of cards that are in stock, one at least with `must: true`. `{shop: {sword: 2, helmet: 2}}`"""

    word = "shop"
    rule = "gold.use"
    prices: Prices
    must: bool = False

    def _offers(self, game: Game, frame: Frame, gold: int) -> list[int]:
        """Return the options to buy what is in stock for at most `gold`."""
        table = table_of(game)
        if form(game, frame.seat) != NONE:
            return []
        offers: dict[int, int] = {}
        for pile in table.stocks:
            for card in game.state.zones[pile]:
                kind = table.definition_of[card]
                price = self.prices.get(kind)
                if price is not None and price <= gold and kind not in offers and may_have(game, frame.seat, card):
                    offers[kind] = BUY + card
        return list(offers.values())

    def _options(self, game: Game, frame: Frame) -> list[int]:
        """Return what may be bought, and what may make the gold for more of it."""
        return payable(game, frame.seat, frame, lambda gold: self._offers(game, frame, gold))

    def run(self, game: Game, frame: Frame) -> None:
        if self._options(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            offers = self._options(game, frame)
            leave = [] if self.must and offers and not frame.amount else [DONE]
            game.pose(frame.seat, "shop", [*leave, *offers])
            return
        answer = game.state.answer
        if answer == DONE:
            game.state.frames.pop()
            return
        frame.step = 0
        name, kind, card = verb_of(answer)
        if (name, kind) == ("buy", CARD):
            lose(game, frame.seat, GOLD, self.prices[table_of(game).definition_of[card]])
            take(game, frame.seat, card)
            frame.amount += 1
        else:
            answer_own(game, frame.seat, answer, frame)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._options(game, frame))

    def english(self) -> str:
        wares = ", ".join(f"{self.table.definitions[card].name} ({gold} gold)" for card, gold in self.prices.items())
        return f"buy at least one of these if you can: {wares}" if self.must else f"you may buy any of these: {wares}"


class Exchange(Effect):
    """Exchange trophies for Strength or Craft at a rate of the place's own. `{exchange: strength, rate: 5}`"""

    word = "exchange"
    rule = "trophies.exchange"
    column: Column
    rate: int

    def run(self, game: Game, frame: Frame) -> None:
        game.push(Frame(EXCHANGE, frame.seat, roll=self.rate, flags=1 << self.column))

    def possible(self, game: Game, frame: Frame) -> bool:
        return worth(game, frame.seat, self.column) >= self.rate

    def english(self) -> str:
        return f"you may exchange trophies for {COLUMN_ENGLISH[self.column]}, 1 for {self.rate} points"
