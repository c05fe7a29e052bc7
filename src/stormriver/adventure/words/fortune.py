"""Words of fortune: gain, lose, heal, replenish, pay, gain_spells, take_counter."""

from __future__ import annotations

from stormriver.adventure.model.columns import CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.phrases import COLUMN_ENGLISH, amounts_english, nouns
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
from stormriver.adventure.procedures.stats import find_marks, table_of
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import answer_own, payable
from stormriver.adventure.words.keeping import PickUp
from stormriver.kernel.ask import CARD, NUMBER, PASS, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import counted, paying, times
from stormriver.language.grammar import Effect, Fixed, Names, Value
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


class Gain(Effect):
    """Gain counters or gold, also above the printed value. `{gain: {life: 1, gold: 2}}`"""

    word = "gain"
    rule = "trophies.other_gains"
    what: Amounts
    who: Who = YOU

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS.get(next(iter(self.what), NONE), self.rule)

    def run(self, game: Game, frame: Frame) -> None:
        for seat in seats(game, frame, self.who):
            for column, value in self.what.items():
                if column != GOLD or can_carry_gold(game, seat):
                    gain(game, seat, column, value.of(game, frame))

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(
            stock_left(game, column, seat, 1) > 0 and (column != GOLD or can_carry_gold(game, seat))
            for seat in seats(game, frame, self.who)
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

    def run(self, game: Game, frame: Frame) -> None:
        if self.sparing:
            new = self.begin(game, frame)
            new.amount = self.what[LIFE].of(game, frame)
            return
        for seat in reversed(seats(game, frame, self.who)):
            for column, value in self.what.items():
                self._lose(game, frame, seat, column, value.of(game, frame))

    def _lose(self, game: Game, frame: Frame, seat: int, column: int, amount: int) -> None:
        if column == LIFE:
            lost = min(amount, game.state.seats[seat][LIFE])
            lose_lives(game, seat, lost, frame.card, frame.seat if frame.seat != seat else NONE, frame.space)
        else:
            lost = lose(game, seat, column, amount)
            if self.to != NONE:
                lay_gold(game, self.to, lost)

    def step(self, game: Game, frame: Frame) -> None:
        """Offer to discard what spares lives, one at a time, then lose the rest."""
        frame.step += 1
        mine = partable(game, frame.seat, self.sparing)
        if frame.step == 1 and frame.amount > 0 and mine:
            game.pose(frame.seat, "spare", [PASS, *(SPARE + card for card in mine)])
            return
        if frame.step == 2 and frame.amount > 0 and mine and game.state.answer != PASS:
            discard(game, game.state.answer - SPARE, frame.seat)
            frame.amount -= 1
            frame.step = 0
            return
        game.state.frames.pop()
        lose_lives(game, frame.seat, frame.amount, frame.card, NONE, frame.space)

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(game.state.seats[seat][column] > 0 for seat in seats(game, frame, self.who) for column in self.what)

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

    def run(self, game: Game, frame: Frame) -> None:
        for seat in seats(game, frame, self.who):
            heal(game, seat, LIFE, self.lives.of(game, frame))

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(missing(game, seat, LIFE) > 0 for seat in seats(game, frame, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'heal', 'heals')} {counted(self.lives.english(), 'life')}"


class Replenish(Effect):
    """Replenish fate, never above the fate value. `{replenish: all}`"""

    word = "replenish"
    rule = "fate.replenish"
    fate: UpTo
    who: Who = YOU

    def run(self, game: Game, frame: Frame) -> None:
        for seat in seats(game, frame, self.who):
            heal(game, seat, FATE, self.fate.of(game, frame))

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(missing(game, seat, FATE) > 0 for seat in seats(game, frame, self.who))

    def english(self) -> str:
        return f"{subject(self.who, 'replenish', 'replenishes')} {counted(self.fate.english(), 'fate')}"


class GainSpells(Effect):
    """Draw Spells as far as Craft has room for them. `{gain_spells: 1}`, `{gain_spells: all}`"""

    word = "gain_spells"
    rule = "spells.gain"
    spells: UpTo
    who: Who = YOU

    def run(self, game: Game, frame: Frame) -> None:
        for seat in seats(game, frame, self.who):
            draw_spells(game, seat, self.spells.of(game, frame))

    def possible(self, game: Game, frame: Frame) -> bool:
        return any(room_for_spells(game, seat) > 0 for seat in seats(game, frame, self.who))

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

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            self.begin(game, frame)

    def most(self, game: Game, frame: Frame, gold: int) -> int:
        """Return how often it can be bought with so much gold and be of any use."""
        if not self.for_.possible(game, frame):
            return 0
        most = min(self.up_to.of(game, frame), self._need(game, frame))
        while most > 0 and self.cost(game, frame, most) > gold:
            most -= 1
        return most

    def cost(self, game: Game, frame: Frame, times: int) -> int:
        """Return what is to be paid for it so many times; Spells cost less at a reduction, as other cards do."""
        price = reduced(game, frame.seat, self.gold) if isinstance(self.for_, GainSpells) else self.gold
        return due(game, frame.seat, max(0, times - self.free.of(game, frame)) * price)

    def _need(self, game: Game, frame: Frame) -> int:
        if isinstance(self.for_, Heal):
            return missing(game, frame.seat, LIFE)
        if isinstance(self.for_, Replenish):
            return missing(game, frame.seat, FATE)
        if isinstance(self.for_, PickUp):
            return len(self.for_.cards(game, frame))
        return 10

    def _options(self, game: Game, frame: Frame) -> list[int]:
        """Return how often it may be bought, and what may make the gold for more."""
        return payable(game, frame.seat, frame, lambda gold: self._bought(self.most(game, frame, gold)))

    def _bought(self, most: int) -> list[int]:
        return [BUY + n for n in range(1 if self.must and most else 0, most + 1)]

    def step(self, game: Game, frame: Frame) -> None:
        if frame.step == 0:
            frame.step = 1
            options = self._options(game, frame)
            bought = [code for code in options if verb_of(code)[0] == "buy"]
            game.pose(frame.seat, "buy", options, {code: self.cost(game, frame, code - BUY) for code in bought})
        elif frame.step == 1:
            answer = game.state.answer
            if verb_of(answer)[0] != "buy":
                frame.step = 0
                answer_own(game, frame.seat, answer, frame)
                return
            frame.step = 2
            frame.amount = answer - BUY
            lose(game, frame.seat, GOLD, self.cost(game, frame, frame.amount))
        elif frame.amount > 0:
            frame.amount -= 1
            self.for_.run(game, frame)
        else:
            game.state.frames.pop()

    def possible(self, game: Game, frame: Frame) -> bool:
        return self._options(game, frame) != [BUY]

    def parts(self) -> list[Effect]:
        return [self.for_]

    def english(self) -> str:
        most = self.up_to.english()
        most = "" if most == "1" else f", up to {times(most)}"
        often = ", as often as you like" if self.up_to is EVERYTHING else most
        free = self.free.english()
        bonus = "" if free == "0" else f", free of charge {times(free)}"
        deed = paying(f"{self.gold} gold", self.for_.english()) if self.gold else self.for_.english()
        return f"{deed}, at least once if you can{often}{bonus}" if self.must else f"you may {deed}{often}{bonus}"


class TakeCounter(Effect):
    """Take one of the counters on this card; with the last one the card is discarded. `{take_counter: craft}`"""

    word = "take_counter"
    rule = "trophies.other_gains"
    column: Column

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS[self.column]

    def run(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        kind = table.held_marks[self.column]
        for mark in find_marks(game, table.subject_of_card(frame.card), kind):
            game.unmark(mark)
            game.change(frame.seat, self.column, 1)
            if mark.amount > 1:
                game.mark(kind, mark.subject, mark.amount - 1)
            else:
                discard(game, frame.card, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        table = table_of(game)
        if self.column == LIFE and not table.options["lives_above_value"] and not missing(game, frame.seat, LIFE):
            return False
        return bool(find_marks(game, table.subject_of_card(frame.card), table.held_marks[self.column]))

    def english(self) -> str:
        return f"take 1 {COLUMN_ENGLISH[self.column]} counter from this card"
