"""Words of what is bought or fetched from decks and stocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import count, things, top_cards
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.needs import A_PURSE, THAT_CARD
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.model.types import EVERYTHING, DeckRefs, FetchedCard, Prices, Things, UpTo
from stormriver.adventure.procedures.belongings import discard, may_draw_from, may_have, take
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.fortune import due, lose, reduced
from stormriver.adventure.procedures.missed_turns import miss
from stormriver.adventure.procedures.spells import come_to, may_come_to, top
from stormriver.adventure.procedures.stats import allowed, craft, form, is_playing
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.windows import ANY_PRICE, answer_own, payable
from stormriver.adventure.words.gold import ONE, bought_often, case_of_payment, if_done
from stormriver.kernel.ask import CARD, NAME, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Aside, Given, Part, Text, bid, do, doing, listed, phrase, state
from stormriver.language.grammar import NOTHING, Effect, Names, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

TAKE: Final = verb("take", CARD)


TOP: Final = verb("top", NAME)


BUY: Final = verb("buy", CARD)


BURGLE: Final = verb("burgle", CARD)


BURGLE_TOP: Final = verb("burgle_top", NAME)


DONE: Final = verb("done")


class Fetch(Effect):
    """Take cards from stocks, free of charge. `{fetch: talisman, from: talismans}`, `{fetch: any, from: shop}`,
    `{fetch: any, from: adventure, of: discards, only: follower}`

    From an open stock it is a card of one's choice, from a face-down one the top card; with `of: discards` one of the
    discard pile, with `of: all` one of all the cards of the deck, which is shuffled afterwards. Spells come to one's
    hand. `from` names decks, or what several decks are (`shop`); `only` what may be taken; `then` follows once
    something has been taken, `else` if there is nothing to take.
    """

    word = "fetch"
    rule = "talismans.stock"
    provides = {"then": frozenset({THAT_CARD})}
    card: FetchedCard
    from_: DeckRefs
    count: Value = ONE
    only: Things = Things(frozenset())
    then: Effect = NOTHING
    else_: Effect = NOTHING
    of_: str = ""

    def ready(self, names: Names, node: Node) -> None:
        if self.of_ not in ("", "discards", "all"):
            node.mapping()["of"].fail(
                "one takes of the `discards` or of `all` cards of a deck, not of {of!r}", of=self.of_
            )
        for deck in self.from_:
            names.table.add_name(self.table.decks[deck].id)

    def _piles(self, game: AdventureGame) -> list[tuple[int, bool]]:
        """Return the zones that cards are taken from, each with whether one chooses there."""
        table = game.table
        if self.of_ == "discards":
            return [(table.deck_discard[deck], True) for deck in self.from_]
        return [(table.deck_zone[deck], self.of_ == "all" or not table.decks[deck].hidden) for deck in self.from_]

    def _offers(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards on offer, and of face-down decks the top."""
        table = game.table
        found: dict[int, int] = {}
        for deck, (zone, chosen) in zip(self.from_, self._piles(game), strict=True):
            pile = game.state.zones[zone]
            if not chosen:
                if pile and may_draw_from(game, context.seat, deck):
                    found[-1 - deck] = TOP + table.name(table.decks[deck].id)
                continue
            for card in pile:
                if card < 0:  # nobody who looks on knows it
                    continue
                kind = table.definition_of[card]
                if self.only and self.only.isdisjoint(names_of(game, card)):
                    continue
                if self.of_ and not may_come_to(game, context.seat, card):
                    continue
                if int(self.card) in (NONE, kind) and kind not in found and may_have(game, context.seat, card):
                    found[kind] = TAKE + card
        return list(found.values())

    def wanted(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards on offer that are known by name, and not drawn unseen."""
        return [verb_of(code)[2] for code in self._offers(game, context) if verb_of(code)[0] == "take"]

    def _look(self, game: AdventureGame, seat: int) -> None:
        """Look through all cards of the decks."""
        for zone, _ in self._piles(game):
            for card in game.state.zones[zone]:
                game.learn(seat, card)

    def _close(self, game: AdventureGame) -> None:
        """Shuffle what has been looked through."""
        for zone, _ in self._piles(game):
            game.shuffle(zone)

    def _any(self, game: AdventureGame, context: Context) -> bool:
        """Tell whether there is something to take, as far as that is known before one looks through a deck."""
        if self.of_ == "all":
            return any(game.state.zones[zone] for zone, _ in self._piles(game))
        return bool(self._offers(game, context))

    def do(self, game: AdventureGame, context: Context) -> None:
        if is_playing(game, context.seat) and self._any(game, context) and form(game, context.seat) == NONE:
            self.begin(game, context, count=self.count.of(game, context))
            if self.of_ == "all":
                self._look(game, context.seat)
        else:
            self.else_.run(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        offers = self._offers(game, frame.context)
        if frame.step == 0 and frame.count > 0 and offers:
            frame.step = 1
            game.pose(frame.seat, asks.FETCH, offers)
        elif frame.step == 1:
            frame.start_over()
            frame.count -= 1
            name, _, number = verb_of(game.state.answer)
            if name == "top":
                number = self._top(game, number)
            frame.context = frame.context.aimed(number)
            frame.chosen = 1
            come_to(game, frame.seat, number)
        else:
            game.state.frames.pop()
            if self.of_ == "all":
                self._close(game)
            if frame.chosen:
                self.then.run(game, frame.context)
            elif self.of_ == "all":  # one has looked in vain
                self.else_.run(game, frame.context)

    def _top(self, game: AdventureGame, name: int) -> int:
        table = game.table
        deck = next(n for n in self.from_ if table.decks[n].id == table.names[name])
        return top(game, deck)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self._any(game, context) or (self.else_ is not NOTHING and self.else_.possible(game, context))

    def clause(self) -> Part:
        taken = self._taken() if self.then is NOTHING else listed([self._taken(), self.then.clause()], "then")
        if self.of_ == "all" and self.else_ is not NOTHING:
            return listed([taken, Given(self.else_.clause(), state("find_none"), "first")], "then")
        other = None if self.else_ is NOTHING else self.else_.clause()
        single = int(self.card) != NONE
        return Given(taken, state("be_left"), otherwise=other) if self.from_ and (single or other) else taken

    def _taken(self) -> Part:
        """Return what it is to take the cards."""
        known = things(self.table)
        if not self.from_:
            return phrase("nothing_happens")
        if int(self.card) != NONE:
            card = known.named(self.table.definitions[int(self.card)].id, "a")
            return bid("fetch", what=phrase("card_of_decks", card=card, decks=known.decks(self.from_)))
        if self.of_:
            one = self.count.clause() == ONE.clause()
            cards = known.bare(self.only, "a") if one else known.counted(self.only, self.count)
            return self._searched(cards)
        chosen, closed = _by_sight(self.table, self.from_)
        one = self.count.clause() == ONE.clause()
        cards = known.bare(self.only, "a") if one else known.counted(self.only, self.count)
        return _either(
            "fetch",
            phrase("card_of_choice", cards=cards, decks=known.decks(chosen)) if chosen else None,
            top_cards(self.count, known.decks(closed)) if closed else None,
        )

    def _searched(self, cards: Part) -> Part:
        """Return what it is to take cards of a discard pile, or of a deck one looks through."""
        decks = things(self.table).decks(self.from_)
        if self.of_ == "discards":
            return bid("fetch", what=phrase("card_of_choice", cards=cards, decks=phrase("discard_pile_of", deck=decks)))
        looked, taken, shuffled = do("look_through", deck=decks), do("fetch_from_it", what=cards), do("shuffle_it")
        return doing([looked, taken, shuffled], None)


def _prices(price: int, paid: int | None) -> dict[str, Part]:
    """Return a price, and what is paid of it, as parts of a message."""
    return {"price": Text(str(price)), "paid": Text(str(paid))}


class Shop(Effect):
    """Buy any number of cards that are in stock. `{shop: {sword: 2, helmet: 2}}`, `{shop: printed, from: purchase}`

    Either for the prices named or for those that cards and face-down decks have of their own (`printed`). `from` names
    decks, or what several decks are; left out, it is the stock of Objects. Of a face-down deck it is the top card.
    `count` is the most that may be bought; with `must: true` it is one at least. `then` follows if any has been bought.
    """

    word = "shop"
    rule = "gold.use"
    needs = frozenset({A_PURSE})
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
        table: AdventureTable = self.table
        if self.prices:
            return self.prices.get(table.definition_of[card], 0)
        deck = table.decks[table.backs[card]]
        return deck.price if deck.hidden else table.cards[card].price

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

    def _options(self, game: AdventureGame, context: Context, costs: dict[int, int], bought: int = 0) -> list[int]:
        """Return what may be bought, and what may make the gold for more of it."""
        found = payable(game, context.seat, context, partial(_within, costs))
        return found if bought else found + self._burglable(game, context, costs)

    def _burglable(self, game: AdventureGame, context: Context, costs: dict[int, int]) -> list[int]:
        """Return the options to get an Object without paying, instead of buying anything."""
        table = game.table
        if "burgle" not in table.allows or not allowed(game, context.seat, "burgle"):
            return []
        found = []
        for code in _within(costs, ANY_PRICE):
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
            costs = self.costs(game, frame.context, frame.count, frame.chosen)
            offers = self._options(game, frame.context, costs, frame.count)
            if frame.count >= self.count.of(game, frame.context):
                game.state.frames.pop()
                self.then.run(game, frame.context)
                return
            gold = game.state.seats[frame.seat][GOLD]
            bound = self.must and not frame.count and _within(costs, gold)
            leave = [] if bound else [DONE]
            game.pose(frame.seat, asks.SHOP, [*leave, *offers], costs)
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
            return Message("shop/top" + case_of_payment(amount, price), _prices(price, amount))
        if verb == "buy":
            price = self.price(argument)
            return Message("shop/buy" + case_of_payment(amount, price), _prices(price, amount))
        return None

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._options(game, context, self.costs(game, context)))

    def clause(self) -> Part:
        return self._sold() if self.then is NOTHING else listed([self._sold(), self.then.clause()], "then")

    def clauses(self) -> list[Part]:
        return [self._sold(), *if_done(self.then)]

    def _sold(self) -> Part:
        """Return what it is to buy here: cards by their names, else the decks that they come from."""
        table, known = self.table, things(self.table)
        chosen, closed = _by_sight(table, self.decks())
        if self.prices or (len(self.decks()) == 1 and self.wares()):
            wares = self.wares().items()
            priced = [Aside(known.named(table.definitions[card].id, "a"), count("gold", gold)) for card, gold in wares]
            return bought_often(bid("buy", what=listed(priced)), self.count, self.must)
        tops = [Aside(known.deck(deck), count("gold", table.decks[deck].price)) for deck in closed]
        deed = _either(
            "buy",
            phrase("card_at_its_price", decks=known.decks(chosen)) if chosen else None,
            top_cards(ONE, listed(tops)) if closed else None,
        )
        return bought_often(deed, self.count, self.must)


def _within(costs: dict[int, int], gold: int) -> list[int]:
    """Return the options that so much gold pays for."""
    return [code for code, cost in costs.items() if cost <= gold]


def _by_sight(table: AdventureTable, decks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the decks of which one may choose a card, and those that lie face down."""
    hidden = [deck for deck in decks if table.decks[deck].hidden]
    return [deck for deck in decks if deck not in hidden], hidden


def _either(key: str, chosen: Part | None, top: Part | None) -> Part:
    """Return what is done with a chosen card or with the top one; at least one of them is there."""
    if chosen is not None and top is not None:
        return bid(f"{key}_either", chosen=chosen, top=top)
    return bid(key, what=chosen or top or phrase("anything"))
