"""Words of fortune: gain, lose, heal, replenish, pay, gain_spells, take_counter."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, amounts_english, nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    EVERYTHING,
    WHO_ENGLISH,
    YOU,
    Amounts,
    Column,
    SpaceRef,
    Things,
    UpTo,
    Who,
)
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.fortune import (
    can_carry_gold,
    due,
    gain,
    heal,
    lay_gold,
    lose,
    lose_lives,
    missing,
    reduced,
    stock_left,
)
from stormriver.adventure.procedures.spells import draw_spells, room_for_spells
from stormriver.adventure.procedures.stats import find_marks
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.adventure.words.keeping import PickUp
from stormriver.kernel.ask import CARD, NUMBER, PASS, verb, verb_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.english import counted, paying, sentence, times
from stormriver.language.grammar import NOTHING, Effect, Fixed, Names, Value
from stormriver.language.message import Message
from stormriver.language.source import Node

BUY = verb("buy", NUMBER)
SPARE = verb("discard", CARD)
ZERO = Fixed(0)
GAINS = {
    LIFE: "attributes.gain_lives",
    FATE: "fate.gain",
    GOLD: "gold.stockpile",
    STRENGTH: "attributes.strength_counters",
    CRAFT: "attributes.craft_counters",
    EXPERIENCE: "experience.gain",
}
"""The rule of gaining each kind of counter."""
LOSSES = {
    GOLD: "gold.none_to_lose", STRENGTH: "attributes.strength_floor", CRAFT: "attributes.craft_floor",
    EXPERIENCE: "experience.exchange",
}  # fmt: skip
"""The rule of losing each kind of counter but lives and fate."""


def subject(who: Who, verb_you: str, verb_they: str) -> str:
    """Return the subject and verb of a sentence; of `you` only the verb."""
    return verb_you if who == YOU else f"{WHO_ENGLISH[who]} {verb_they}"


def case_of_payment(paid: int | None, price: int) -> str:
    """Return the suffix of a message's key: empty for the usual price (or an unknown one), `/free` or `/otherwise`."""
    if paid in (None, price):
        return ""
    return "/otherwise" if paid else "/free"


class Gain(Effect):
    """Gain counters or gold, also above the printed value. `{gain: {life: 1, gold: 2}}`"""

    word = "gain"
    rule = "trophies.other_gains"
    what: Amounts
    who: Who = YOU

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS.get(next(iter(self.what), NONE), self.rule)

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            for column, value in self.what.items():
                if column != GOLD or can_carry_gold(game, seat):
                    gain(game, seat, column, value.of(game, context))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(
            stock_left(game, column, seat, 1) > 0 and (column != GOLD or can_carry_gold(game, seat))
            for seat in seats(game, context, self.who)
            for column in self.what
        )

    def english(self) -> str:
        return f"{subject(self.who, 'gain', 'gains')} {amounts_english(self.what)}"


class Lose(Effect):
    """Lose counters or gold. `{lose: {life: 1}, who: target}`, `{lose: {gold: all}, to: oasis}`

    `to` lays the gold on a space; `sparing: follower` lets each discarded Follower save a life.
    """

    word = "lose"
    rule = "attributes.lives_lost"
    what: Amounts
    who: Who = YOU
    to: SpaceRef = SpaceRef(NONE)
    sparing: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        self.rule = LOSSES.get(next(iter(self.what), NONE), self.rule)

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.sparing:
            self.begin(game, context, count=self.what[LIFE].of(game, context))
            return
        for seat in reversed(seats(game, context, self.who)):
            for column, value in self.what.items():
                self._lose(game, context, seat, column, value.of(game, context))

    def _lose(self, game: AdventureGame, context: Context, seat: int, column: int, amount: int) -> None:
        if column == LIFE:
            lost = min(amount, game.state.seats[seat][LIFE])
            lose_lives(game, seat, lost, context.card, context.seat if context.seat != seat else NONE, context.space)
        else:
            lost = lose(game, seat, column, amount)
            if self.to != NONE:
                lay_gold(game, self.to, lost)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Offer to discard what spares lives, one at a time, then lose the rest."""
        stage = frame.next_stage()
        mine = partable(game, frame.seat, self.sparing)
        if stage == 1 and frame.count > 0 and mine:
            game.pose(frame.seat, asks.SPARE, [PASS, *(SPARE + card for card in mine)])
            return
        if stage == 2 and frame.count > 0 and mine and game.state.answer != PASS:
            discard(game, game.state.answer - SPARE, frame.seat)
            frame.count -= 1
            frame.start_over()
            return
        game.state.frames.pop()
        lose_lives(game, frame.seat, frame.count, frame.context.card, NONE, frame.context.space)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(
            game.state.seats[seat][column] > 0 for seat in seats(game, context, self.who) for column in self.what
        )

    def english(self) -> str:
        text = f"{subject(self.who, 'lose', 'loses')} {amounts_english(self.what)}"
        if self.sparing:
            text += f", less 1 for each {nouns(self.table).bare(self.sparing)} you choose to discard"
        if self.to != NONE:
            text += f", which comes to lie at {nouns(self.table).space(self.to)}"
        return text


class Heal(Effect):
    """Heal lives, never above the life value. `{heal: 2}`, `{heal: all, who: target}`"""

    word = "heal"
    rule = "attributes.heal"
    lives: UpTo
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            heal(game, seat, LIFE, self.lives.of(game, context))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(missing(game, seat, LIFE) > 0 for seat in seats(game, context, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'heal', 'heals')} {counted(self.lives.english(), 'life')}"


class Replenish(Effect):
    """Replenish fate, never above the fate value. `{replenish: all}`"""

    word = "replenish"
    rule = "fate.replenish"
    fate: UpTo
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            heal(game, seat, FATE, self.fate.of(game, context))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(missing(game, seat, FATE) > 0 for seat in seats(game, context, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'replenish', 'replenishes')} {counted(self.fate.english(), 'fate')}"


class GainSpells(Effect):
    """Draw Spells as far as Craft has room for them. `{gain_spells: 1}`, `{gain_spells: all}`"""

    word = "gain_spells"
    rule = "spells.gain"
    spells: UpTo
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            draw_spells(game, seat, self.spells.of(game, context))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(room_for_spells(game, seat) > 0 for seat in seats(game, context, self.who))

    def english(self) -> str:
        if self.spells is EVERYTHING:
            many = f"Spells up to {'your' if self.who == YOU else 'their'} limit"
        else:
            many = counted(self.spells.english(), "Spell")
        return f"{subject(self.who, 'gain', 'gains')} {many}"


class Pay(Effect):
    """Buy an effect any number of times. `{pay: 1, for: {heal: 1}, up_to: 2}`

    `pay` is the gold for each; `up_to` the most (all: as often as gold and need allow); `free`
    how many cost nothing. With `must: true` it is bought once at least.
    """

    word = "pay"
    rule = "gold.use"
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
        deed = sentence(self._deed() if argument == 1 else f"{times(argument)}, {self._deed()}")
        case = case_of_payment(amount, argument * self.gold)
        return Message("buy/buy" + case, {"deed": deed, "paid": amount})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.for_ if verb == "buy" and argument == 1 else NOTHING  # what is bought twice is another thing

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self._options(game, context) != [BUY]

    def english(self) -> str:
        most = self.up_to.english()
        most = "" if most == "1" else f", up to {times(most)}"
        often = ", as often as you like" if self.up_to is EVERYTHING else most
        free = self.free.english()
        bonus = "" if free == "0" else f", free of charge {times(free)}"
        deed = self._deed()
        return f"{deed}, at least once if you can{often}{bonus}" if self.must else f"you may {deed}{often}{bonus}"

    def _deed(self) -> str:
        """Return what it is to buy it once, as part of a sentence."""
        return paying(f"{self.gold} gold", self.for_.english()) if self.gold else self.for_.english()


class TakeCounter(Effect):
    """Take one of the counters on this card; with the last one the card is discarded. `{take_counter: craft}`"""

    word = "take_counter"
    rule = "trophies.other_gains"
    column: Column

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS[self.column]

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        kind = table.held_marks[self.column]
        for mark in find_marks(game, table.subject_of_card(context.card), kind):
            game.unmark(mark)
            game.change(context.seat, self.column, 1)
            if mark.amount > 1:
                game.mark(kind, mark.subject, mark.amount - 1)
            else:
                discard(game, context.card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        table = game.table
        if self.column == LIFE and not table.options["lives_above_value"] and not missing(game, context.seat, LIFE):
            return False
        return bool(find_marks(game, table.subject_of_card(context.card), table.held_marks[self.column]))

    def english(self) -> str:
        return f"take 1 {COLUMN_ENGLISH[self.column]} counter from this card"
