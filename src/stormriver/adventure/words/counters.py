"""Words of counters: what a character gains, loses and heals, and what lies on cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import (
    COLUMN_NOUNS,
    amounts,
    count,
    counter_noun,
    determined,
    noun_of,
    said_of,
    spot_said,
    things,
    whom,
)
from stormriver.adventure.model.columns import CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    EVERYTHING,
    NO_SPOT,
    THIS_CARD_SPOT,
    YOU,
    Amounts,
    Column,
    Counts,
    Spot,
    Things,
    UpTo,
    Who,
)
from stormriver.adventure.procedures.belongings import discard, partable
from stormriver.adventure.procedures.fortune import (
    can_carry_gold,
    counters_on,
    gain,
    heal,
    kind_on,
    lay_counters,
    lay_gold,
    lose,
    lose_lives,
    missing,
    stock_left,
)
from stormriver.adventure.procedures.stats import marks_on, printed, stat
from stormriver.adventure.procedures.stats import value as value_of
from stormriver.adventure.procedures.targets import one, seats, spot_subject
from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Name, Part, bid, listed, paying, phrase, state
from stormriver.language.grammar import NOTHING, Condition, Effect, Fixed, Names, Value
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
        return said_of(self.who, "gain", what=amounts(self.table, self.what))


class Lose(Effect):
    """Lose counters or gold. `{lose: {life: 1}, who: target}`, `{lose: {gold: all}, to: oasis}`

    `to` lays what is lost on a space or on `this` card; `sparing: follower` lets each discarded Follower save a life.
    """

    word = "lose"
    rule = "attributes.lives_lost"
    what: Amounts
    who: Who = YOU
    to: Spot = NO_SPOT
    sparing: Things = Things(frozenset())

    def ready(self, names: Names, node: Node) -> None:
        self.rule = LOSSES.get(next(iter(self.what), NONE), self.rule)
        if self.to != NO_SPOT:
            check_hoards(names, node, self.what, self.to)
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
            if column == GOLD and self.to >= 0:
                lay_gold(game, self.to, lost)
            elif self.to != NO_SPOT:
                lay_counters(game, spot_subject(game, context, self.to), column, lost)

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
        lost = amounts(self.table, self.what)
        if self.sparing:
            return said_of(self.who, "lose_sparing", what=lost, things=things(self.table).bare(self.sparing))
        if self.to == THIS_CARD_SPOT:
            return said_of(self.who, "lose_onto_this", what=lost)
        if self.to >= 0:
            return said_of(self.who, "lose_onto", what=lost, space=things(self.table).space(self.to))
        if self.to != NO_SPOT:
            return said_of(self.who, "lose_onto_spot", what=lost, where=spot_said(self.table, self.to))
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
    """Take counters or gold that lie on this card or on a space, as far as they go. `{collect: {craft: 1}}`,
    `{collect: {gold: all}, from: oasis}`

    A card that came with counters (`holds`) is discarded with the last one.
    """

    word = "collect"
    rule = "trophies.other_gains"
    what: Amounts
    from_: Spot = THIS_CARD_SPOT

    def ready(self, names: Names, node: Node) -> None:
        self.rule = GAINS.get(next(iter(self.what), NONE), self.rule)
        check_hoards(names, node, self.what, self.from_)

    def do(self, game: AdventureGame, context: Context) -> None:
        on_it = spot_subject(game, context, self.from_)
        on_card = self.from_ == THIS_CARD_SPOT
        for column, value in self.what.items():
            wanted = value.of(game, context) if column != GOLD or can_carry_gold(game, context.seat) else 0
            for mark in counters_on(game, on_it, column) if wanted else ():
                taken = min(wanted, mark.amount)
                rest = mark.amount - taken
                game.unmark(mark)
                if rest and column == GOLD:  # told before what is gained, as records have it; of counters after it
                    game.mark(mark.kind, on_it, rest)
                game.change(context.seat, column, taken)
                if rest and column != GOLD:
                    game.mark(mark.kind, on_it, rest)
                if not rest and on_card and game.table.cards[context.card].holds:
                    discard(game, context.card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self._may(game, context, column) for column in self.what)

    def _may(self, game: AdventureGame, context: Context, column: int) -> bool:
        table = game.table
        if column == GOLD and not can_carry_gold(game, context.seat):
            return False
        if column == LIFE and not table.options["lives_above_value"] and not missing(game, context.seat, LIFE):
            return False
        return bool(counters_on(game, spot_subject(game, context, self.from_), column))

    def clause(self) -> Part:
        on_card = self.from_ == THIS_CARD_SPOT
        if list(self.what) == [GOLD] and on_card:
            return bid("take_gold_from_this", what=count("gold", self.what[GOLD]))
        counters = [count(counter_noun(self.table, column), value) for column, value in self.what.items()]
        if on_card:
            return bid("take_from_this", what=listed(counters, "and"))
        return bid("take_from_spot", what=listed(counters, "and"), where=spot_said(self.table, self.from_))


class Hold(Effect):
    """Lay counters or gold from the stockpile on this card or on a space. `{hold: {gold: rolled}}`,
    `{hold: {gold: 1}, on: here}`
    """

    word = "hold"
    rule = "gold.stockpile"
    what: Amounts
    on: Spot = THIS_CARD_SPOT

    def ready(self, names: Names, node: Node) -> None:
        check_hoards(names, node, self.what, self.on)

    def do(self, game: AdventureGame, context: Context) -> None:
        for column, value in self.what.items():
            wanted = value.of(game, context)
            subject = spot_subject(game, context, self.on)
            lay_counters(game, subject, column, stock_left(game, column, context.seat, wanted))

    def clause(self) -> Part:
        what = amounts(self.table, self.what)
        if self.on == THIS_CARD_SPOT:
            return bid("lay_on_this", what=what)
        return bid("lay_on_spot", what=what, where=spot_said(self.table, self.on))


class Spend(Effect):
    """Put counters that lie on this card or on a space back into the box, as a price or for nothing.
    `{spend: {craft: 1}, for: {heal: 2}}`, `{spend: {gold: all}, from: here}`

    It is possible only if there are enough. A card that came with counters (`holds`) is discarded with the last one.
    """

    word = "spend"
    what: Amounts
    from_: Spot = THIS_CARD_SPOT
    for_: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        check_hoards(names, node, self.what, self.from_)

    def do(self, game: AdventureGame, context: Context) -> None:
        on_it = spot_subject(game, context, self.from_)
        for column, value in self.what.items():
            wanted = value.of(game, context)
            for mark in counters_on(game, on_it, column):
                game.unmark(mark)
                if mark.amount > wanted:
                    game.mark(mark.kind, on_it, mark.amount - wanted)
                elif self.from_ == THIS_CARD_SPOT and game.table.cards[context.card].holds:
                    discard(game, context.card, context.seat)
        self.for_.run(game, context)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        on_it = spot_subject(game, context, self.from_)
        enough = all(
            lying_on(game, on_it, column) >= (1 if value is EVERYTHING else value.of(game, context))
            for column, value in self.what.items()
        )
        return enough and (self.for_ is NOTHING or self.for_.possible(game, context))

    def clause(self) -> Part:
        counters = [count(counter_noun(self.table, column), value) for column, value in self.what.items()]
        parts = {"what": listed(counters, "and"), "where": spot_said(self.table, self.from_)}
        if self.for_ is NOTHING:
            return bid("put_back_from_spot", **parts)
        return paying(phrase("counters_at_spot", **parts), self.for_.clause())


class Least(Condition):
    """Having at least so much, Strength and Craft with all that adds to them. `{least: {craft: 4}}`,
    `{least: {gold: 2}, who: target}`"""

    word = "least"
    amounts: Counts
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and all(
            stat(game, seat, column) >= value.of(game, context) for column, value in self.amounts.items()
        )

    def clause(self) -> Part:
        (column, least), *others = self.amounts.items()
        counted = column in (GOLD, FATE) or column in self.table.own_counters
        if not others and counted and isinstance(least, Fixed) and least.fixed == 1:
            noun = noun_of(self.table, column)
            return state("have_any", whom(self.who), what=count(noun, ONE), noun=determined(noun, "no"))
        return state("have_at_least", whom(self.who), what=amounts(self.table, self.amounts))


class Stat(Value):
    """A character's Strength, Craft, life, fate or gold. `{stat: craft}`, `{stat: craft, part: printed}`"""

    word = "stat"
    column: Column
    who: Who = YOU
    part: str = "total"

    def ready(self, names: Names, node: Node) -> None:
        if self.part not in ("total", "printed"):
            node.fail("a part is total or printed, not {part!r}", part=self.part)
        if self.part == "printed" and self.column not in COLUMN_NOUNS:
            node.fail("no character card says how many of these counters there are; leave `part` out")

    def of(self, game: AdventureGame, context: Context) -> int:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if seat == NONE:  # nobody is meant, so there is nothing to count
            return 0
        if self.part == "total":
            return stat(game, seat, self.column)
        return (printed if self.column in (STRENGTH, CRAFT) else value_of)(game, seat, self.column)

    def clause(self) -> Part:
        noun = noun_of(self.table, self.column)
        if isinstance(noun, str) and self.part == "printed":
            noun = f"printed_{noun}"
        if isinstance(noun, Name):  # counters that a pack brings are counted
            noun = replace(noun, several=True)
            yours = (
                replace(noun, determiner="your")
                if self.who == YOU
                else phrase("counters_of", things=noun, who=whom(self.who))
            )
            return phrase("number_of_counters", things=yours)
        if self.who == YOU:
            return determined(noun, "your")
        return phrase("number_of_seat", number=determined(noun, "the"), owned=determined(noun, ""), who=whom(self.who))


def lying_on(game: AdventureGame, subject: int, column: int) -> int:
    """Return how many counters of a kind, or how much gold, lies on a card or space."""
    return marks_on(game, subject, kind_on(game.table, subject, column))


def check_hoards(names: Names, node: Node, what: Amounts, spot: Spot = THIS_CARD_SPOT) -> None:
    """Refuse what cannot lie on a card or space for lack of a mark that says how much of it does."""
    table: Any = names.table
    for name, column in table.countable.items():
        if column in what and f"held_{name}" not in table.mark_ids and (column != GOLD or spot == THIS_CARD_SPOT):
            node.fail("{name} on a card is the mark 'held_{name}'; define it under `marks:`", name=name)
