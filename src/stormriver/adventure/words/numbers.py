"""Words of numbers and of what the set-up says."""

from __future__ import annotations

from stormriver.adventure.model.columns import OUT, STATUS
from stormriver.adventure.model.needs import A_FIGHT
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import NumberRef, OptionRef
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.stats import total
from stormriver.kernel.frames import Context
from stormriver.language.clauses import Noun, Part, Text, phrase, state
from stormriver.language.grammar import Condition, Fixed, Names, Signed, Value
from stormriver.language.source import Node


class Sum(Value):
    """Two numbers together. `{sum: rolled, and: 3}`"""

    word = "sum"
    unattended = True
    number_: Signed
    and_: Signed

    def of(self, game: AdventureGame, context: Context) -> int:
        return self.number_.of(game, context) + self.and_.of(game, context)

    def below_zero(self) -> bool:
        return self.number_.below_zero() and self.and_.below_zero()

    def clause(self) -> Part:
        return phrase("number_plus", number=self.number_.clause(), more=self.and_.clause())


class Excess(Value):
    """By how much one number is greater than another, 0 if it is not. `{excess: {stat: craft}, over: rolled}`"""

    word = "excess"
    unattended = True
    number_: Value
    over: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return max(0, self.number_.of(game, context) - self.over.of(game, context))

    def clause(self) -> Part:
        return phrase("number_over", number=self.number_.clause(), over=self.over.clause())


class Times(Value):
    """One number so many times. `{times: {count: follower}, by: 2}`"""

    word = "times"
    unattended = True
    number_: Signed
    by: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return self.number_.of(game, context) * self.by.of(game, context)

    def below_zero(self) -> bool:
        return self.number_.below_zero()

    def clause(self) -> Part:
        times = Text(str(self.by.fixed)) if isinstance(self.by, Fixed) else self.by.clause()
        return phrase("number_times", number=self.number_.clause(), times=times)


class AtMost(Value):
    """A number, but no more than another. `{at_most: 3, of: margin}`"""

    word = "at_most"
    unattended = True
    most: Value
    of_: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return min(self.of_.of(game, context), self.most.of(game, context))

    def clause(self) -> Part:
        return phrase("number_at_most", number=self.of_.clause(), most=self.most.clause())


class Half(Value):
    """Half of a number, rounded up. `{half: {stat: gold}}`"""

    word = "half"
    unattended = True
    whole: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return (self.whole.of(game, context) + 1) // 2

    def clause(self) -> Part:
        return phrase("half_of_number", number=self.whole.clause())


class Greater(Condition):
    """One number is greater than another. `{greater: rolled, than: {foe: animal}}`"""

    word = "greater"
    unattended = True
    number_: Value
    than: Value

    def test(self, game: AdventureGame, context: Context) -> bool:
        return self.number_.of(game, context) > self.than.of(game, context)

    def clause(self) -> Part:
        if isinstance(self.than, Fixed) and self.than.fixed == 0 and (some := self.number_.some()) is not None:
            return some
        if isinstance(self.than, Fixed):
            return state("be_at_least", self.number_.clause(), number=Text(str(self.than.fixed + 1)))
        return state("be_greater_than", self.number_.clause(), number=self.than.clause())


class OptionIs(Condition):
    """An option of the game is on, or has this value. `{option: evade_unfriendly}`, `{option: portal, is: die}`"""

    word = "option"
    unattended = True
    name: OptionRef
    is_: str = ""

    def test(self, game: AdventureGame, context: Context) -> bool:
        value = game.table.options[self.name]
        return value == self.is_ if self.is_ else bool(value)

    def clause(self) -> Part:
        option = phrase("option_called", name=Text(self.name))
        return state("be_set_to", option, value=Text(self.is_)) if self.is_ else state("be_on", option)

    def settled(self) -> bool | None:
        value = self.table.options[self.name]
        return bool(value == self.is_ if self.is_ else value)


class OptionValue(Value):
    """A number that an option of the game says. `{option: trophy_points}`"""

    word = "option"
    unattended = True
    name: OptionRef

    def ready(self, names: Names, node: Node) -> None:
        if isinstance(names.table.options[self.name], str):  # type: ignore[attr-defined]
            node.fail("the option {option} is no number", option=self.name)

    def of(self, game: AdventureGame, context: Context) -> int:
        return int(game.table.options[self.name])

    def settled(self) -> int | None:
        return int(self.table.options[self.name])

    def clause(self) -> Part:
        return Text(str(self.table.options[self.name]))


class Players(Value):
    """How many players are still in the game. `players`"""

    word = "players"
    unattended = True

    def of(self, game: AdventureGame, context: Context) -> int:
        return sum(row[STATUS] != OUT for row in game.state.seats)

    def clause(self) -> Part:
        return Noun("number_of_players", "the")


class Number(Value):
    """A number that hooks may modify. `{number: lockpick_dice}`"""

    word = "number"
    which: NumberRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return total(game, context.seat, self.which)

    def clause(self) -> Part:
        return Text(str(table_default(self.table, self.which)))


class Margin(Value):
    """The difference between the attack scores of the fight. `margin`"""

    word = "margin"
    needs = frozenset({A_FIGHT})

    def of(self, game: AdventureGame, context: Context) -> int:
        fight = game.under_way(Fight)
        if fight is None or not fight.roll:
            return 0
        mine, theirs = fights.lead(game, fight)
        return abs(mine - theirs)

    def clause(self) -> Part:
        return phrase("margin")


def table_default(table: object, number: int) -> int:
    """Return the number where no hook modifies it."""
    return int(table.number_defaults[number])  # type: ignore[attr-defined]
