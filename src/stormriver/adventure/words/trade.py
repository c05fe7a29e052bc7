"""Words of trade: shop."""

from __future__ import annotations

from stormriver.adventure.belongings import may_have, take
from stormriver.adventure.columns import GOLD
from stormriver.adventure.fortune import lose
from stormriver.adventure.stats import form, table_of
from stormriver.adventure.types import Prices
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.grammar import Effect

BUY = verb("buy", CARD)
DONE = verb("done")


class Shop(Effect):
    """Buy any number of cards that are in stock. `{shop: {sword: 2, helmet: 2}}`"""

    word = "shop"
    prices: Prices

    def _offers(self, game: Game, frame: Frame) -> list[int]:
        table = table_of(game)
        if form(game, frame.seat) != NONE:
            return []
        gold = game.state.seats[frame.seat][GOLD]
        offers: dict[int, int] = {}
        for pile in table.stocks:
            for card in game.state.zones[pile]:
                kind = table.definition_of[card]
                price = self.prices.get(kind)
                if price is not None and price <= gold and kind not in offers and may_have(game, frame.seat, card):
                    offers[kind] = BUY + card
        return list(offers.values())

    def run(self, game: Game, frame: Frame) -> None:
        if self._offers(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        offers = self._offers(game, frame)
        frame.step += 1
        if frame.step == 1 and offers:
            game.pose(frame.seat, "shop", [DONE, *offers])
        elif frame.step == 2 and offers and game.state.answer != DONE:
            card = game.state.answer - BUY
            lose(game, frame.seat, GOLD, self.prices[table_of(game).definition_of[card]])
            take(game, frame.seat, card)
            frame.step = 0
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(self._offers(game, frame))

    def english(self) -> str:
        wares = ", ".join(f"{self.table.definitions[card].name} ({gold} gold)" for card, gold in self.prices.items())
        return f"you may buy any of these: {wares}"
