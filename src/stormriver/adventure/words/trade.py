"""Words of trade: shop, exchange."""

from __future__ import annotations

from functools import partial

from stormriver.adventure.model import asks, frames
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.definitions import Deck
from stormriver.adventure.model.nouns import COLUMN_ENGLISH
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import EVERYTHING, Column, DeckRefs, Prices, UpTo
from stormriver.adventure.procedures.belongings import discard, may_draw_from, may_have, take
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.fortune import due, lose, reduced
from stormriver.adventure.procedures.limits import worth
from stormriver.adventure.procedures.missed_turns import miss
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import allowed, craft, form
from stormriver.adventure.procedures.windows import ANY_PRICE, answer_own, payable
from stormriver.adventure.words.fortune import case_of_payment
from stormriver.kernel.ask import CARD, NAME, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.english import listed, times
from stormriver.language.grammar import NOTHING, Effect, Names
from stormriver.language.message import Message
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
        """Return the price of a card here, before reductions; 0 if it is not for sale."""
        table = self.table
        back = table.backs[card]
        if self.prices:
            return int(self.prices.get(table.definition_of[card], 0))
        return int(table.decks[back].price if table.decks[back].hidden else table.cards[card].price)

    def cost(self, game: AdventureGame, seat: int, card: int, spent: int = 0) -> int:
        """Return the price of a card for a seat that has already spent some gold here on others."""
        return self._due(game, seat, self.price(card), spent)

    def costs(self, game: AdventureGame, context: Context, bought: int = 0, spent: int = 0) -> dict[int, int]:
        """Return the options to buy what is in stock, each with its price.

        Args:
            game: the game.
            context: what the word is about.
            bought: how many cards have been bought before.
            spent: the gold they cost, before anything is taken off.
        """
        table = game.table
        if form(game, context.seat) != NONE or bought >= self.count.of(game, context):
            return {}
        costs: dict[int, int] = {}
        seen: set[int] = set()
        for deck in self.decks():
            pile = game.state.zones[table.deck_zone[deck]]
            if table.decks[deck].hidden:
                price = table.decks[deck].price
                if pile and price > 0 and may_draw_from(game, context.seat, deck):
                    costs[TOP + table.name(table.decks[deck].id)] = self._due(game, context.seat, price, spent)
                continue
            for card in pile:
                kind = table.definition_of[card]
                if kind not in seen and self.price(card) > 0 and may_have(game, context.seat, card):
                    seen.add(kind)
                    costs[BUY + card] = self.cost(game, context.seat, card, spent)
        return costs

    def _offers(self, game: AdventureGame, context: Context, bought: int, spent: int, gold: int) -> list[int]:
        """Return the options to buy what is in stock for at most `gold`."""
        return [code for code, cost in self.costs(game, context, bought, spent).items() if cost <= gold]

    def _options(self, game: AdventureGame, context: Context, bought: int = 0, spent: int = 0) -> list[int]:
        """Return what may be bought, and what may make the gold for more of it."""
        offers = partial(self._offers, game, context, bought, spent)
        found = payable(game, context.seat, context, offers)
        return found if bought else found + self._burglable(game, context)

    def _burglable(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the options to get an Object without paying, instead of buying anything."""
        table = game.table
        if "burgle" not in table.allows or not allowed(game, context.seat, "burgle"):
            return []
        found = []
        for code in self._offers(game, context, 0, 0, ANY_PRICE):
            name, _, number = verb_of(code)
            if name == "top":
                deck = self.deck_called(number)
                if all(table.is_object[card] for card, back in enumerate(table.backs) if back == deck):
                    found.append(BURGLE_TOP + number)
            elif table.is_object[number]:
                found.append(BURGLE + number)
        return found

    def deck_called(self, name: int) -> int:
        """Return the number of the deck that an option names, whose top card is sold."""
        table = self.table
        return int(next(deck for deck in self.decks() if table.decks[deck].id == table.names[name]))

    def _burgled(self, game: AdventureGame, seat: int, card: int, roll: int) -> None:
        """See whether the roll and the price together are no more than Craft."""
        if roll + self.price(card) <= craft(game, seat):
            take(game, seat, card)
        else:
            miss(game, seat, 1)
            discard(game, card, seat)

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage > 2:
            game.state.frames.pop()
            roll = game.state.returned[0]
            self.then.run(game, frame.context)
            self._burgled(game, frame.seat, frame.context.target, roll)
            return
        if stage == 1:
            offers = self._options(game, frame.context, frame.count, frame.chosen)
            if frame.count >= self.count.of(game, frame.context):
                game.state.frames.pop()
                self.then.run(game, frame.context)
                return
            gold = game.state.seats[frame.seat][GOLD]
            bound = self.must and not frame.count and self._offers(game, frame.context, 0, 0, gold)
            leave = [] if bound else [DONE]
            game.pose(
                frame.seat, asks.SHOP, [*leave, *offers], self.costs(game, frame.context, frame.count, frame.chosen)
            )
            return
        answer = game.state.answer
        if answer == DONE:
            game.state.frames.pop()
            if frame.count:
                self.then.run(game, frame.context)
            return
        name, kind, number = verb_of(answer)
        if name in ("burgle", "burgle_top"):
            wanted = number if name == "burgle" else top(game, self.deck_called(number))
            frame.context = frame.context.aimed(wanted)
            push_roll(game, frame.seat, 1, "")
            return
        frame.start_over()
        if name == "top":
            deck = self.deck_called(number)
            self._buy(game, frame, game.table.decks[deck].price, top(game, deck))
        elif (name, kind) == ("buy", CARD):
            self._buy(game, frame, self.price(number), number)
        else:
            answer_own(game, frame.seat, answer, frame.context)

    def _buy(self, game: AdventureGame, frame: WordFrame, gold: int, card: int) -> None:
        """Buy a card; the frame counts the cards bought, and what they cost."""
        lose(game, frame.seat, GOLD, self._due(game, frame.seat, gold, frame.chosen))
        frame.chosen += reduced(game, frame.seat, gold)
        take(game, frame.seat, card)
        frame.count += 1

    def _due(self, game: AdventureGame, seat: int, price: int, spent: int) -> int:
        """Return what somebody has to pay for a ware who has spent so much here before."""
        return due(game, seat, reduced(game, seat, price), spent)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        if verb == "top":
            price = self.table.decks[self.deck_called(argument)].price
            return Message("shop/top" + case_of_payment(amount, price), {"price": price, "paid": amount})
        if verb == "buy":
            price = self.price(argument)
            return Message("shop/buy" + case_of_payment(amount, price), {"price": price, "paid": amount})
        return None

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._options(game, context))

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

    def do(self, game: AdventureGame, context: Context) -> None:
        game.push(frames.Exchange(context.seat, self.rate, 1 << self.column, self.must))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return worth(game, context.seat, self.column) >= self.rate

    def english(self) -> str:
        deed = f"exchange trophies for {COLUMN_ENGLISH[self.column]}, 1 for {self.rate} points"
        return f"{deed}, at least once if you can" if self.must else f"you may {deed}"
