"""Words of numbers and of what the set-up says."""

from __future__ import annotations

from stormriver.adventure.model.columns import OUT, STATUS
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import NumberRef, OptionRef
from stormriver.adventure.procedures.stats import total
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Condition, Fixed, Value


class Sum(Value):
    """Two numbers together. `{sum: rolled, and: 3}`"""

    word = "sum"
    unattended = True
    number_: Value
    and_: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return self.number_.of(game, context) + self.and_.of(game, context)

    def english(self) -> str:
        return f"{self.number_.english()} and {self.and_.english()} more"


class Excess(Value):
    """By how much one number is greater than another, 0 if it is not. `{excess: {stat: craft}, over: rolled}`"""

    word = "excess"
    unattended = True
    number_: Value
    over: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return max(0, self.number_.of(game, context) - self.over.of(game, context))

    def english(self) -> str:
        return f"the difference between {self.number_.english()} and {self.over.english()}"


class Half(Value):
    """Half of a number, rounded up. `{half: {stat: gold}}`"""

    word = "half"
    unattended = True
    whole: Value

    def of(self, game: AdventureGame, context: Context) -> int:
        return (self.whole.of(game, context) + 1) // 2

    def english(self) -> str:
        return f"half of {self.whole.english()}, rounded up"


class Greater(Condition):
    """One number is greater than another. `{greater: rolled, than: {foe: animal}}`"""

    word = "greater"
    unattended = True
    number_: Value
    than: Value

    def test(self, game: AdventureGame, context: Context) -> bool:
        return self.number_.of(game, context) > self.than.of(game, context)

    def english(self) -> str:
        if isinstance(self.than, Fixed):
            return f"{self.number_.english()} is at least {self.than.fixed + 1}"
        return f"{self.number_.english()} is greater than {self.than.english()}"

    def negation(self) -> str:
        return f"{self.number_.english()} is not greater than {self.than.english()}"


class OptionIs(Condition):
    """An option of the game is on, or has this value. `{option: evade_unfriendly}`, `{option: portal, is: die}`"""

    word = "option"
    unattended = True
    name: OptionRef
    is_: str = ""

    def test(self, game: AdventureGame, context: Context) -> bool:
        value = game.table.options[self.name]
        return value == self.is_ if self.is_ else bool(value)

    def english(self) -> str:
        return f'the option "{self.name}" is {self.is_ or "on"}'

    def negation(self) -> str:
        return f'the option "{self.name}" is {"not " + self.is_ if self.is_ else "off"}'

    def settled(self) -> bool | None:
        value = self.table.options[self.name]
        return bool(value == self.is_ if self.is_ else value)


class OptionValue(Value):
    """A number that an option of the game says. `{option: trophy_points}`"""

    word = "option"
    unattended = True
    name: OptionRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return int(game.table.options[self.name])

    def english(self) -> str:
        return str(self.table.options[self.name])


class Players(Value):
    """How many players are still in the game. `players`"""

    word = "players"
    unattended = True

    def of(self, game: AdventureGame, context: Context) -> int:
        return sum(row[STATUS] != OUT for row in game.state.seats)

    def english(self) -> str:
        return "the number of players"


class Number(Value):
    """A number that hooks may modify. `{number: lockpick_dice}`"""

    word = "number"
    which: NumberRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return total(game, context.seat, self.which)

    def english(self) -> str:
        default = table_default(self.table, self.which)
        return str(default)


def table_default(table: object, number: int) -> int:
    """Return the number where no hook modifies it."""
    return int(table.number_defaults[number])  # type: ignore[attr-defined]
