"""Words of counters: what a character gains, loses and heals, and what lies on cards."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import COLUMN_NOUNS, amounts, count, counter_noun, said_of, things, whom
from stormriver.adventure.model.columns import COUNTERS, CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.needs import THIS_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    NEITHER,
    ON_THIS,
    YOU,
    Amounts,
    Column,
    Counts,
    SpaceOrThis,
    Things,
    UpTo,
    Who,
)
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.fortune import (
    can_carry_gold,
    gain,
    heal,
    lay_gold,
    lose,
    lose_lives,
    missing,
    stock_left,
)
from stormriver.adventure.procedures.stats import find_marks, printed, stat
from stormriver.adventure.procedures.stats import value as value_of
from stormriver.adventure.procedures.targets import one, seats
from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Noun, Part, bid, listed, phrase, state
from stormriver.language.grammar import Condition, Effect, Fixed, Names, Value
from stormriver.language.source import Node

SPARE: Final = verb("discard", CARD)


ONE: Final = Fixed(1)


GAINS: Final = {
    LIFE: "attributes.gain_lives",
    FATE: "fate.gain",
    GOLD: "gold.stockpile",
    STRENGTH: "attributes.strength_counters",
    CRAFT: "attributes.craft_counters",
    EXPERIENCE: "experience.gain",
}
"""The rule of gaining each kind of counter."""


LOSSES: Final = {
    GOLD: "gold.none_to_lose", STRENGTH: "attributes.strength_floor", CRAFT: "attributes.craft_floor",
    EXPERIENCE: "experience.exchange",
}  # fmt: skip
"""The rule of losing each kind of counter but lives and fate."""


class Gain(Effect):
    """Gain counters or gold, also above the printed value. `{gain: {life: 1, gold: 2}}`"""

    word = "gain"
    rule = "trophies.other_gains"
    what: Counts
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

    def clause(self) -> Part:
        return said_of(self.who, "gain", what=amounts(self.what))


class Lose(Effect):
    """Lose counters or gold. `{lose: {life: 1}, who: target}`, `{lose: {gold: all}, to: oasis}`

    `to` lays gold on a space, or what is lost on `this` card; `sparing: follower` lets each discarded Follower save a
    life.
    """

    word = "lose"
    rule = "attributes.lives_lost"
    what: Amounts
    who: Who = YOU
    to: SpaceOrThis = NEITHER
    sparing: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        self.rule = LOSSES.get(next(iter(self.what), NONE), self.rule)
        if self.to == ON_THIS:
            check_hoards(names, node, self.what)
        if self.sparing and list(self.what) != [LIFE]:
            node.fail("`sparing` says what saves lives; so lives are lost here, and nothing else")

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
            if self.to == ON_THIS:
                lay_on_card(game, context.card, column, lost)
            elif self.to != NEITHER:
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

    def clause(self) -> Part:
        lost = amounts(self.what)
        if self.sparing:
            return said_of(self.who, "lose_sparing", what=lost, things=things(self.table).bare(self.sparing))
        if self.to == ON_THIS:
            return said_of(self.who, "lose_onto_this", what=lost)
        if self.to != NEITHER:
            return said_of(self.who, "lose_onto", what=lost, space=things(self.table).space(self.to))
        return said_of(self.who, "lose", what=lost)


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

    def clause(self) -> Part:
        return said_of(self.who, "heal_lives", what=count("life", self.lives))


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

    def clause(self) -> Part:
        return said_of(self.who, "replenish", what=count("fate", self.fate))


class Collect(Effect):
    """Take counters or gold that lie on this card, as far as they go. `{collect: {craft: 1}}`, `{collect: {gold: all}}`

    A card that came with counters (`holds`) is discarded with the last one.
    """

    word = "collect"
    rule = "trophies.other_gains"
    needs = frozenset({THIS_CARD})
    what: Amounts

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS.get(next(iter(self.what), NONE), self.rule)
        check_hoards(names, node, self.what)

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        on_it = table.subject_of_card(context.card)
        for column, value in self.what.items():
            wanted = value.of(game, context) if column != GOLD or can_carry_gold(game, context.seat) else 0
            for mark in find_marks(game, on_it, table.held_marks[column]) if wanted else ():
                taken = min(wanted, mark.amount)
                rest = mark.amount - taken
                game.unmark(mark)
                if rest and column == GOLD:  # told before what is gained, as records have it; of counters after it
                    game.mark(mark.kind, on_it, rest)
                game.change(context.seat, column, taken)
                if rest and column != GOLD:
                    game.mark(mark.kind, on_it, rest)
                if not rest and table.cards[context.card].holds:
                    discard(game, context.card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self._may(game, context, column) for column in self.what)

    def _may(self, game: AdventureGame, context: Context, column: int) -> bool:
        table = game.table
        if column == GOLD and not can_carry_gold(game, context.seat):
            return False
        if column == LIFE and not table.options["lives_above_value"] and not missing(game, context.seat, LIFE):
            return False
        return bool(find_marks(game, table.subject_of_card(context.card), table.held_marks[column]))

    def clause(self) -> Part:
        if list(self.what) == [GOLD]:
            return bid("take_gold_from_this", what=count("gold", self.what[GOLD]))
        counters = [count(counter_noun(column), value) for column, value in self.what.items()]
        return bid("take_from_this", what=listed(counters, "and"))


class Hold(Effect):
    """Lay counters or gold from the stockpile on this card. `{hold: {gold: rolled}}`"""

    word = "hold"
    rule = "gold.stockpile"
    needs = frozenset({THIS_CARD})
    what: Amounts

    def ready(self, names: Names, node: Node) -> None:
        check_hoards(names, node, self.what)

    def do(self, game: AdventureGame, context: Context) -> None:
        for column, value in self.what.items():
            wanted = value.of(game, context)
            lay_on_card(game, context.card, column, stock_left(game, column, context.seat, wanted))

    def clause(self) -> Part:
        return bid("lay_on_this", what=amounts(self.what))


class Least(Condition):
    """Having at least so much, Strength and Craft with all that adds to them. `{least: {craft: 4}}`"""

    word = "least"
    amounts: Counts

    def test(self, game: AdventureGame, context: Context) -> bool:
        return all(
            stat(game, context.seat, column) >= value.of(game, context) for column, value in self.amounts.items()
        )

    def clause(self) -> Part:
        (column, least), *others = self.amounts.items()
        if not others and column in (GOLD, FATE) and isinstance(least, Fixed) and least.fixed == 1:
            return state("have_any", what=count(COLUMN_NOUNS[column], ONE), noun=Noun(COLUMN_NOUNS[column], "no"))
        return state("have_at_least", what=amounts(self.amounts))


class Stat(Value):
    """A character's Strength, Craft, life, fate or gold. `{stat: craft}`, `{stat: craft, part: printed}`"""

    word = "stat"
    column: Column
    who: Who = YOU
    part: str = "total"

    def ready(self, names: Names, node: Node) -> None:
        if self.part not in ("total", "printed"):
            node.fail("a part is total or printed, not {part!r}", part=self.part)

    def of(self, game: AdventureGame, context: Context) -> int:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if seat == NONE:  # nobody is meant, so there is nothing to count
            return 0
        if self.part == "total":
            return stat(game, seat, self.column)
        return (printed if self.column in (STRENGTH, CRAFT) else value_of)(game, seat, self.column)

    def clause(self) -> Part:
        noun = f"{'printed_' if self.part == 'printed' else ''}{COLUMN_NOUNS[self.column]}"
        if self.who == YOU:
            return Noun(noun, "your")
        return phrase("number_of_seat", number=Noun(noun, "the"), owned=Noun(noun), who=whom(self.who))


def lay_on_card(game: AdventureGame, card: int, column: int, amount: int) -> None:
    """Lay counters or gold on a card, beside what lies there."""
    table = game.table
    kind, on_it = table.held_marks[column], table.subject_of_card(card)
    if amount > 0:
        for mark in find_marks(game, on_it, kind):
            game.unmark(mark)
            amount += mark.amount
        game.mark(kind, on_it, amount)


def check_hoards(names: Names, node: Node, what: Amounts) -> None:
    """Refuse what cannot lie on a card for lack of a mark that says how much of it does."""
    for name, column in COUNTERS.items():
        if column in what and f"held_{name}" not in names.table.mark_ids:  # type: ignore[attr-defined]
            node.fail("{name} on a card is the mark 'held_{name}'; define it under `marks:`", name=name)
