"""Words of trade: shop, exchange."""

from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.definitions import Deck
from stormriver.adventure.model.phrases import COLUMN_ENGLISH
from stormriver.adventure.model.procedures import EXCHANGE
from stormriver.adventure.model.types import EVERYTHING, Column, DeckRefs, Prices, UpTo
from stormriver.adventure.procedures.belongings import discard, may_draw_from, may_have, take
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.fortune import due, lose, reduced
from stormriver.adventure.procedures.limits import MUST, worth
from stormriver.adventure.procedures.missing import miss
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import allowed, craft, form, table_of
from stormriver.adventure.procedures.windows import ANY_PRICE, answer_own, payable
from stormriver.kernel.ask import CARD, NAME, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import listed, times
from stormriver.language.grammar import NOTHING, Effect, Names
from stormriver.language.source import Node

BUY = verb("buy", CARD)
TOP = verb("top", NAME)
BURGLE = verb("burgle", CARD)
BURGLE_TOP = verb("burgle_top", NAME)
DONE = verb("done")


class Shop(Effect):
    """Buy any number of cards that are in stock. `{shop: {sword: 2, helmet: 2}}`, `{shop: printed, from: purchase}`

    Either for the prices named or for those that cards and face-down decks have of their own (`printed`). `from` names
    decks, or what several decks are; left out, it is the stock of Objects. Of a face-down deck it is the top card.
    `count` is the most that may be bought; with `must: true` it is one at least. `then` follows if any has been bought.
    """

    word = "shop"
    rule = "gold.use"
    prices: Prices
    from_: DeckRefs = DeckRefs(())
    must: bool = False
    count: UpTo = EVERYTHING
    then: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        for deck in self.from_:
            names.table.add_name(self.table.decks[deck].id)

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
        """Return the price of a card here, before anything changes it; 0 if it is not for sale."""
        table = self.table
        back = table.backs[card]
        if self.prices:
            return int(self.prices.get(table.definition_of[card], 0))
        return int(table.decks[back].price if table.decks[back].hidden else table.cards[card].price)

    def cost(self, game: Game, frame: Frame, card: int) -> int:
        """Return what is to be paid for a card that is for sale, after what has been bought before it."""
        return self._due(game, frame, self.price(card))

    def costs(self, game: Game, frame: Frame) -> dict[int, int]:
        """Return the options to buy what is in stock, each with what is to be paid for it."""
        table = table_of(game)
        if form(game, frame.seat) != NONE or frame.amount >= self.count.of(game, frame):
            return {}
        costs: dict[int, int] = {}
        seen: set[int] = set()
        for deck in self.decks():
            pile = game.state.zones[table.deck_zone[deck]]
            if table.decks[deck].hidden:
                price = table.decks[deck].price
                if pile and price > 0 and may_draw_from(game, frame.seat, deck):
                    costs[TOP + table.name(table.decks[deck].id)] = self._due(game, frame, price)
                continue
            for card in pile:
                kind = table.definition_of[card]
                if kind not in seen and self.price(card) > 0 and may_have(game, frame.seat, card):
                    seen.add(kind)
                    costs[BUY + card] = self.cost(game, frame, card)
        return costs

    def _offers(self, game: Game, frame: Frame, gold: int) -> list[int]:
        """Return the options to buy what is in stock for at most `gold`."""
        return [code for code, cost in self.costs(game, frame).items() if cost <= gold]

    def _options(self, game: Game, frame: Frame) -> list[int]:
        """Return what may be bought, and what may make the gold for more of it."""
        bought = payable(game, frame.seat, frame, lambda gold: self._offers(game, frame, gold))
        return bought + self._burglable(game, frame)

    def _burglable(self, game: Game, frame: Frame) -> list[int]:
        """Return the options to get an Object without paying, instead of buying anything."""
        table = table_of(game)
        if frame.amount or "burgle" not in table.allows or not allowed(game, frame.seat, "burgle"):
            return []
        found = []
        for code in self._offers(game, frame, ANY_PRICE):
            name, _, number = verb_of(code)
            if name == "top":
                deck = self.deck_called(number)
                if all(table.is_object[card] for card, back in enumerate(table.backs) if back == deck):
                    found.append(BURGLE_TOP + number)
            elif table.is_object[number]:
                found.append(BURGLE + number)
        return found

    def deck_called(self, name: int) -> int:
        """Return the deck that an option names of which the top card is sold."""
        table = self.table
        return int(next(deck for deck in self.decks() if table.decks[deck].id == table.names[name]))

    def _burgled(self, game: Game, frame: Frame) -> None:
        """See whether the roll and the price together are no more than Craft."""
        card = frame.target
        if frame.roll + self.price(card) <= craft(game, frame.seat):
            take(game, frame.seat, card)
        else:
            miss(game, frame.seat, 1)
            discard(game, card, frame.seat)

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step > 2:
            game.state.frames.pop()
            self.then.run(game, frame)
            self._burgled(game, frame)
            return
        if frame.step == 1:
            offers = self._options(game, frame)
            if frame.amount >= self.count.of(game, frame):
                game.state.frames.pop()
                self.then.run(game, frame)
                return
            bound = self.must and not frame.amount and self._offers(game, frame, game.state.seats[frame.seat][GOLD])
            leave = [] if bound else [DONE]
            game.pose(frame.seat, "shop", [*leave, *offers], self.costs(game, frame))
            return
        answer = game.state.answer
        if answer == DONE:
            game.state.frames.pop()
            if frame.amount:
                self.then.run(game, frame)
            return
        name, kind, number = verb_of(answer)
        if name in ("burgle", "burgle_top"):
            frame.target = number if name == "burgle" else top(game, self.deck_called(number))
            push_roll(game, frame.seat, 1, "")
            return
        frame.step = 0
        if name == "top":
            deck = self.deck_called(number)
            self._buy(game, frame, table_of(game).decks[deck].price, top(game, deck))
        elif (name, kind) == ("buy", CARD):
            self._buy(game, frame, self.price(number), number)
        else:
            answer_own(game, frame.seat, answer, frame)

    def _buy(self, game: Game, frame: Frame, gold: int, card: int) -> None:
        lose(game, frame.seat, GOLD, self._due(game, frame, gold))
        frame.group += reduced(game, frame.seat, gold)
        take(game, frame.seat, card)
        frame.amount += 1

    def _due(self, game: Game, frame: Frame, price: int) -> int:
        """Return what somebody has to pay for a ware, after what has been bought before it."""
        return due(game, frame.seat, reduced(game, frame.seat, price), frame.group)

    def possible(self, game: Game, frame: Frame) -> bool:
        start = Frame(0, frame.seat, card=frame.card, rival=frame.rival, space=frame.space, target=frame.target)
        return bool(self._options(game, start))

    def parts(self) -> list[Effect]:
        return [] if self.then is NOTHING else [self.then]

    def english(self) -> str:
        return self._english() + ("" if self.then is NOTHING else f"; if you do, {self.then.english()}")

    def _english(self) -> str:
        table = self.table
        if self.prices or (len(self.decks()) == 1 and self.wares()):
            sold = ", ".join(f"{table.definitions[card].name} ({gold} gold)" for card, gold in self.wares().items())
            if self.count.english() == "1":
                return f"buy one of these if you can: {sold}" if self.must else f"you may buy one of these: {sold}"
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
