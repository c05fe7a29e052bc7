"""Words of gold: prices, debts, stakes and sales."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import count, number, times
from stormriver.adventure.model.clauses import things as things_of
from stormriver.adventure.model.columns import FATE, GOLD, LIFE
from stormriver.adventure.model.needs import A_PURSE, A_STAKE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import EVERYTHING, Things, UpTo, refuse_spells
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.fortune import can_carry_gold, due, gain, lose, missing, reduced
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.adventure.words.counters import Heal, Replenish
from stormriver.adventure.words.kept import PickUp
from stormriver.adventure.words.spells import GainSpells
from stormriver.kernel.ask import CARD, NUMBER, SEAT, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.language.clauses import (
    Clause,
    Count,
    During,
    Given,
    Part,
    Rows,
    Sentences,
    Text,
    bid,
    do,
    following,
    listed,
    optional,
    paying,
    phrase,
    state,
)
from stormriver.language.grammar import NOTHING, Effect, Fixed, Names, Nothing, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

SELL: Final = verb("sell", CARD)


DONE: Final = verb("done")


AT: Final = verb("at", SEAT)


PAY: Final = verb("pay", NUMBER)


BUY: Final = verb("buy", NUMBER)


ZERO: Final = Fixed(0)
ONE: Final = Fixed(1)


BELONGINGS: Final = Things(frozenset({"belonging"}))
"""What is meant where no things are named."""


class Pay(Effect):
    """Buy an effect any number of times. `{pay: 1, for: {heal: 1}, up_to: 2}`

    `pay` is the gold for each; `up_to` the most (all: as often as gold and need allow); `free`
    how many cost nothing. With `must: true` it is bought once at least.
    """

    word = "pay"
    rule = "gold.use"
    needs = frozenset({A_PURSE})
    gold: int
    for_: Effect
    up_to: UpTo = UpTo(Fixed(1))
    free: Value = ZERO
    must: bool = False

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def most(self, game: AdventureGame, context: Context, gold: int) -> int:
        """Return how many times it can be bought with so much gold and still do something."""
        if not self.for_.possible(game, context):
            return 0
        most = min(self.up_to.of(game, context), self._need(game, context))
        while most > 0 and self.cost(game, context, most) > gold:
            most -= 1
        return most

    def cost(self, game: AdventureGame, context: Context, times: int) -> int:
        """Return the price of buying it so many times; a reduction applies to Spells as to other cards."""
        price = reduced(game, context.seat, self.gold) if isinstance(self.for_, GainSpells) else self.gold
        return due(game, context.seat, max(0, times - self.free.of(game, context)) * price)

    def _need(self, game: AdventureGame, context: Context) -> int:
        if isinstance(self.for_, Heal):
            return missing(game, context.seat, LIFE)
        if isinstance(self.for_, Replenish):
            return missing(game, context.seat, FATE)
        if isinstance(self.for_, PickUp):
            return len(self.for_.cards(game, context))
        return 10

    def _options(self, game: AdventureGame, context: Context) -> list[int]:
        """Return how often it may be bought, and what may make the gold for more."""
        return payable(game, context.seat, context, lambda gold: self._bought(self.most(game, context, gold)))

    def _bought(self, most: int) -> list[int]:
        return [BUY + n for n in range(1 if self.must and most else 0, most + 1)]

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            options = self._options(game, frame.context)
            bought = [code for code in options if verb_of(code)[0] == "buy"]
            game.pose(
                frame.seat, asks.BUY, options, {code: self.cost(game, frame.context, code - BUY) for code in bought}
            )
        elif frame.step == 1:
            answer = game.state.answer
            if verb_of(answer)[0] != "buy":
                frame.start_over()
                answer_own(game, frame.seat, answer, frame.context)
                return
            frame.step = 2
            frame.count = answer - BUY
            lose(game, frame.seat, GOLD, self.cost(game, frame.context, frame.count))
        elif frame.count > 0:
            frame.count -= 1
            self.for_.run(game, frame.context)
        else:
            game.state.frames.pop()

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        if verb != "buy":
            return None
        if argument == 0:
            return Message("buy/buy/nothing", {})
        once = paying(Count("gold", self.gold), self.for_.clause()) if self.gold else self.for_.clause()
        deed = once if argument == 1 else During(once, times(argument))
        case = case_of_payment(amount, argument * self.gold)
        return Message("buy/buy" + case, {"deed": Sentences((deed,)), "paid": Text(str(amount))})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.for_ if verb == "buy" and argument == 1 else NOTHING  # what is bought twice is another thing

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self._options(game, context) != [BUY]

    def clause(self) -> Part:
        deed = paying(count("gold", self.gold), self.for_.clause()) if self.gold else self.for_.clause()
        said = bought_often(deed, self.up_to, self.must)
        free = self.free.clause()
        return said if free == ZERO.clause() else timed(said, phrase("some_free", times=_often(self.free)))


class Stake(Effect):
    """Pay up to so much gold, then do what it counts for. `{stake: 3, do: {gain: {gold: staked}}, least: 1}`"""

    word = "stake"
    rule = "gold.use"
    needs = frozenset({A_PURSE})
    provides = {"do_": frozenset({A_STAKE})}
    most: int
    do_: Effect
    least: int = 0

    def _options(self, game: AdventureGame, context: Context) -> list[int]:
        return payable(game, context.seat, context, lambda gold: self.payments(game, context.seat, gold))

    def payments(self, game: AdventureGame, seat: int, gold: int) -> list[int]:
        """Return the options of what may be staked by who has so much gold."""
        most = max(n for n in range(self.most + 1) if due(game, seat, n) <= gold)
        return [PAY + n for n in range(min(self.least, most), most + 1)]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self._options(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            options = self._options(game, frame.context)
            paid = [code for code in options if verb_of(code)[0] == "pay"]
            game.pose(frame.seat, asks.STAKE, options, {code: due(game, frame.seat, code - PAY) for code in paid})
        elif frame.step == 1:
            if verb_of(game.state.answer)[0] != "pay":
                frame.start_over()
                answer_own(game, frame.seat, game.state.answer, frame.context)
                return
            frame.step = 2
            frame.count = game.state.answer - PAY
            lose(game, frame.seat, GOLD, due(game, frame.seat, frame.count))
            self.do_.run(game, frame.context)
        else:
            game.state.frames.pop()

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        if verb != "pay" or amount in (None, argument):
            return None
        return Message("stake/pay/otherwise", {"paid": Text(str(amount))})

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._options(game, context))

    def clause(self) -> Part:
        paid, deed = self._paid(), self.do_.clause()
        return following(paid, deed) if isinstance(paid, Clause) else listed([paid, deed], "then")

    def clauses(self) -> list[Part]:
        return [self._paid() if self.least else optional(self._paid()), *self.do_.clauses()]

    def _paid(self) -> Part:
        """Return what it is to pay; nothing has to be paid that is not there."""
        price = count("gold", self.most)
        if not self.least:
            return bid("pay_up_to", price=price)
        if self.least < self.most:
            price = phrase("from_to", least=number(self.least), most=price)
        if self.least == 1:
            return Given(bid("pay", price=price), state("can_do_so"))
        return bid("pay_as_far_as_possible", price=price)


class Owe(Effect):
    """Pay gold that is due; who cannot does something else. `{owe: 2, else: {confine: jail}}`, `{owe: 9, then: win}`

    `then` follows for who pays.
    """

    word = "owe"
    rule = "gold.use"
    needs = frozenset({A_PURSE})
    gold: int
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def _means(self, game: AdventureGame, context: Context) -> list[int]:
        """Return what may make the gold that is lacking."""
        cost = due(game, context.seat, self.gold)
        return payable(game, context.seat, context, lambda gold: [PAY + cost] if gold >= cost else [])

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cost = due(game, frame.seat, self.gold)
        stage = frame.next_stage()
        if game.state.seats[frame.seat][GOLD] >= cost and stage == 1:
            game.state.frames.pop()
            lose(game, frame.seat, GOLD, cost)
            self.then.run(game, frame.context)
        elif stage == 1 and self._means(game, frame.context):
            game.pose(frame.seat, asks.DUE, [DONE, *self._means(game, frame.context)])
        elif stage == 2 and game.state.answer != DONE:
            frame.start_over()
            answer_own(game, frame.seat, game.state.answer, frame.context)
        else:
            game.state.frames.pop()
            self.else_.run(game, frame.context)

    def clause(self) -> Part:
        paid = do("pay", price=count("gold", self.gold))
        deed = Clause((paid,)) if isinstance(self.then, Nothing) else following(paid, self.then.clause())
        other = None if isinstance(self.else_, Nothing) else self.else_.clause()
        return Given(deed, state("can_do_so"), otherwise=other)


class RichestGives(Effect):
    """Who has most gold gives some of it to who has least; of equals you choose. `{richest_gives: 1}`"""

    word = "richest_gives"
    rule = "gold.use"
    gold: Value

    def givers(self, game: AdventureGame) -> list[int]:
        """Return the richest characters."""
        return extremes(game, [seat for seat in playing(game) if game.state.seats[seat][GOLD]], 1)

    def takers(self, game: AdventureGame, giver: int) -> list[int]:
        """Return the poorest of the other characters who may have gold."""
        return extremes(game, [seat for seat in playing(game) if seat != giver and can_carry_gold(game, seat)], -1)

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.seat, asks.GIVER, [AT + seat for seat in self.givers(game)])
        elif stage == 2:
            frame.chosen = game.state.answer - AT
        elif stage == 3 and self.takers(game, frame.chosen):
            game.pose(frame.seat, asks.RECEIVER, [AT + seat for seat in self.takers(game, frame.chosen)])
        else:
            game.state.frames.pop()
            if stage == 4:
                amount = self.gold.of(game, frame.context)
                gain(game, game.state.answer - AT, GOLD, lose(game, frame.chosen, GOLD, amount))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self.takers(game, giver) for giver in self.givers(game))

    def clause(self) -> Part:
        return listed(self.clauses(), "also")

    def clauses(self) -> list[Part]:
        given = do("give_to_poorest", gold=count("gold", self.gold))
        return [Clause((given,), phrase("the_richest")), state("choose_between_equals")]


class Sell(Effect):
    """Discard any number of belongings for gold each. `{sell: object, for: 1}`

    Those that are `except` are not sold. `then` follows if any has been sold.
    """

    word = "sell"
    rule = "gold.stockpile"
    things: Things
    for_: int
    except_: Things = Things(frozenset())
    then: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def cards(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards that may be sold."""
        found = [card for card in partable(game, context.seat, self.things) if card != context.card]
        return [card for card in found if self.except_.isdisjoint(names_of(game, card))] if self.except_ else found

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.cards(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        cards = self.cards(game, frame.context)
        stage = frame.next_stage()
        if stage == 1 and cards:
            game.pose(frame.seat, asks.SELL, [DONE, *(SELL + card for card in cards)])
        elif stage == 2 and cards and game.state.answer != DONE:
            discard(game, game.state.answer - SELL, frame.seat)
            gain(game, frame.seat, GOLD, self.for_)
            frame.start_over()
            frame.count += 1
        else:
            game.state.frames.pop()
            if frame.count:
                self.then.run(game, frame.context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        return Message("sell/sell", {"gold": Text(str(self.for_))}) if verb == "sell" else None

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self.cards(game, context))

    def clause(self) -> Part:
        return self._sold() if self.then is NOTHING else listed([self._sold(), self.then.clause()], "then")

    def clauses(self) -> list[Part]:
        return [self._sold(), *if_done(self.then)]

    def _sold(self) -> Part:
        known = things_of(self.table)
        parts = {"things": known.many(self.things or BELONGINGS), "price": count("gold", self.for_)}
        if self.except_:
            return optional(bid("sell_any_but", others=known.many(self.except_), **parts))
        return optional(bid("sell_any", **parts))


class Staked(Value):
    """The gold that was paid for what is going on. `staked`"""

    word = "staked"
    needs = frozenset({A_STAKE})

    def of(self, game: AdventureGame, context: Context) -> int:
        for below in reversed(game.state.frames):
            if isinstance(below, WordFrame) and isinstance(game.table.words[below.word], Stake):
                return below.count
        return 0

    def clause(self) -> Part:
        return phrase("gold_paid")

    def counted(self, noun: str) -> Part | None:
        return phrase("as_much_gold_as_paid") if noun == "gold" else None


def case_of_payment(paid: int | None, price: int) -> str:
    """Return the suffix of a message's key: empty for the usual price (or an unknown one), `/free` or `/otherwise`."""
    if paid in (None, price):
        return ""
    return "/otherwise" if paid else "/free"


def extremes(game: AdventureGame, among: list[int], sign: int) -> list[int]:
    """Return the seats with the most gold (sign 1) or the least (-1) among some."""
    best = max((sign * game.state.seats[seat][GOLD] for seat in among), default=0)
    return [seat for seat in among if sign * game.state.seats[seat][GOLD] == best]


def bought_often(deed: Part, most: UpTo, must: bool) -> Part:
    """Return what may be bought several times, or has to be bought if it can be.

    Args:
        deed: what it is to buy it once.
        most: how often it may be bought.
        must: whether it has to be bought once at least.
    """
    if most.clause() == ONE.clause():
        return Given(deed, state("can_do_so"), "first") if must else optional(deed)
    key = "as_often" if most is EVERYTHING else "up_to_times"
    often = {} if most is EVERYTHING else {"times": _often(most)}
    return timed(deed if must else optional(deed), phrase(f"{key}_but_once" if must else key, **often))


def timed(deed: Part, time: Part) -> Part:
    """Return a deed with how often it is done behind it, or behind what leads to its results."""
    if isinstance(deed, Rows):
        return Rows(timed(deed.lead, time), deed.rows)
    return During(deed, time, first=False)


def if_done(then: Effect) -> list[Part]:
    """Return the sentence that follows what somebody may do: `if you do, discard this card`; none for nothing."""
    return [] if then is NOTHING else [Given(then.clause(), state("do_so"), "first")]


def _often(value: Value) -> Part:
    return times(value.fixed) if isinstance(value, Fixed) else phrase("number_of_times", number=value.clause())
