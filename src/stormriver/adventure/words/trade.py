"""Words of trade: shop, exchange."""

from __future__ import annotations

from stormriver.adventure.belongings import may_have, take
from stormriver.adventure.columns import GOLD
from stormriver.adventure.definitions import Deck
from stormriver.adventure.fortune import lose
from stormriver.adventure.limits import MUST, worth
from stormriver.adventure.phrases import COLUMN_ENGLISH
from stormriver.adventure.procedures import EXCHANGE
from stormriver.adventure.spells import top
from stormriver.adventure.stats import form, table_of
from stormriver.adventure.types import EVERYTHING, Column, DeckRefs, Prices, UpTo
from stormriver.adventure.windows import answer_own, payable
from stormriver.kernel.ask import CARD, NAME, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import listed, times
from stormriver.language.grammar import Effect, Names
from stormriver.language.source import Node

BUY = verb("buy", CARD)
TOP = verb("top", NAME)
DONE = verb("done")


class Shop(Effect):
    """Buy any number of cards that are in stock. `{shop: {sword: 2, helmet: 2}}`, `{shop: printed, from: purchase}`

    Either for the prices named or for those that cards and face-down decks have of their own (`printed`). `from` names
    decks, or what several decks are; left out, it is the stock of Objects. Of a face-down deck it is the top card.
    `count` is the most that may be bought; with `must: true` it is one at least.
    """

    word = "shop"
    rule = "gold.use"
    prices: Prices
    from_: DeckRefs = DeckRefs(())
    must: bool = False
    count: UpTo = EVERYTHING

    def ready(self, names: Names, node: Node) -> None:
        for deck in self.from_:
            names.table.name(self.table.decks[deck].id)

    def decks(self) -> tuple[int, ...]:
        """Return the decks that it sells from."""
        return tuple(self.from_) or (self.table.stock_of_objects,)

    def wares(self) -> dict[int, int]:
        """Return the cards that are sold from open decks, by definition, with their prices."""
        if self.prices:
            return dict(self.prices)
        table = self.table
        return {
            table.definition_of[card]: table.cards[card].price
            for card, back in enumerate(table.backs)
            if back in self.decks() and not table.decks[back].hidden and table.cards[card].price
        }

    def price(self, card: int) -> int:
        """Return what a card costs here, 0 if it is not for sale."""
        table = self.table
        back = table.backs[card]
        if self.prices:
            return int(self.prices.get(table.definition_of[card], 0))
        return int(table.decks[back].price if table.decks[back].hidden else table.cards[card].price)

    def _offers(self, game: Game, frame: Frame, gold: int) -> list[int]:
        """Return the options to buy what is in stock for at most `gold`."""
        table = table_of(game)
        if form(game, frame.seat) != NONE or frame.amount >= self.count.of(game, frame):
            return []
        offers: dict[int, int] = {}
        for deck in self.decks():
            pile = game.state.zones[table.deck_zone[deck]]
            if table.decks[deck].hidden:
                if pile and 0 < table.decks[deck].price <= gold:
                    offers[-1 - deck] = TOP + table.name(table.decks[deck].id)
                continue
            for card in pile:
                kind = table.definition_of[card]
                if kind not in offers and 0 < self.price(card) <= gold and may_have(game, frame.seat, card):
                    offers[kind] = BUY + card
        return list(offers.values())

    def _options(self, game: Game, frame: Frame) -> list[int]:
        """Return what may be bought, and what may make the gold for more of it."""
        return payable(game, frame.seat, frame, lambda gold: self._offers(game, frame, gold))

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            offers = self._options(game, frame)
            if frame.amount >= self.count.of(game, frame):
                game.state.frames.pop()
                return
            leave = [] if self.must and offers and not frame.amount else [DONE]
            game.pose(frame.seat, "shop", [*leave, *offers])
            return
        answer = game.state.answer
        if answer == DONE:
            game.state.frames.pop()
            return
        frame.step = 0
        name, kind, number = verb_of(answer)
        if name == "top":
            deck = next(deck for deck in self.decks() if table_of(game).decks[deck].id == game.table.names[number])
            self._buy(game, frame, table_of(game).decks[deck].price, top(game, deck))
        elif (name, kind) == ("buy", CARD):
            self._buy(game, frame, self.price(number), number)
        else:
            answer_own(game, frame.seat, answer, frame)

    def _buy(self, game: Game, frame: Frame, gold: int, card: int) -> None:
        lose(game, frame.seat, GOLD, gold)
        take(game, frame.seat, card)
        frame.amount += 1

    def possible(self, game: Game, frame: Frame) -> bool:
        start = Frame(0, frame.seat, card=frame.card, rival=frame.rival, space=frame.space, target=frame.target)
        return bool(self._options(game, start))

    def english(self) -> str:
        table = self.table
        if self.prices or (len(self.decks()) == 1 and self.wares()):
            sold = ", ".join(f"{table.definitions[card].name} ({gold} gold)" for card, gold in self.wares().items())
            return f"buy at least one of these if you can: {sold}" if self.must else f"you may buy any of these: {sold}"
        decks = listed([self._deck(table.decks[deck]) for deck in self.decks()], "or")
        most = self.count.english()
        if most == "1":
            return f"buy {decks} if you can" if self.must else f"you may buy {decks}"
        often = "as often as you like" if most == "all" else f"up to {times(most)}"
        return f"buy {decks}, {often}, at least once if you can" if self.must else f"you may buy {decks}, {often}"

    def _deck(self, deck: Deck) -> str:
        """Return what is sold from a deck."""
        if deck.hidden:
            return f"the top card of the {deck.name} for {deck.price} gold"
        return f"a card of the {deck.name} for its price"


class Exchange(Effect):
    """Exchange trophies for Strength or Craft at a rate of the place's own. `{exchange: strength, rate: 5}`

    With `must: true` they are exchanged once at least, if they are enough.
    """

    word = "exchange"
    rule = "trophies.exchange"
    column: Column
    rate: int
    must: bool = False

    def run(self, game: Game, frame: Frame) -> None:
        game.push(Frame(EXCHANGE, frame.seat, roll=self.rate, flags=1 << self.column | MUST * self.must))

    def possible(self, game: Game, frame: Frame) -> bool:
        return worth(game, frame.seat, self.column) >= self.rate

    def english(self) -> str:
        deed = f"exchange trophies for {COLUMN_ENGLISH[self.column]}, 1 for {self.rate} points"
        return f"{deed}, at least once if you can" if self.must else f"you may {deed}"
