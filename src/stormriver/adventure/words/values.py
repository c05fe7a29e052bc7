"""Values: numbers that a card may speak of."""

from __future__ import annotations

from stormriver.adventure.model.columns import CRAFT, OUT, STATUS, STRENGTH
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import WHO_ENGLISH, YOU, Column, MarkRef, NumberRef, OptionRef, Things, Who
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.stats import marks_on, printed, stat, total, value
from stormriver.adventure.procedures.targets import one
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Names, Value
from stormriver.language.source import Node


class Stat(Value):
    """A character's Strength, Craft, life, fate or gold. `{stat: craft}`, `{stat: craft, part: printed}`"""

    word = "stat"
    column: Column
    who: Who = YOU
    part: str = "total"

    def ready(self, names: Names, node: Node) -> None:
        if self.part not in ("total", "printed"):
            node.fail(f"a part is total or printed, not {self.part!r}")

    def of(self, game: AdventureGame, context: Context) -> int:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if self.part == "total":
            return stat(game, seat, self.column)
        return (printed if self.column in (STRENGTH, CRAFT) else value)(game, seat, self.column)

    def english(self) -> str:
        whose = "your" if self.who == YOU else f"{WHO_ENGLISH[self.who]}'s"
        return f"{whose} {'printed ' if self.part == 'printed' else ''}{COLUMN_ENGLISH[self.column]}"


class OptionValue(Value):
    """A number that an option of the game says. `{option: trophy_points}`"""

    word = "option"
    name: OptionRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return int(game.table.options[self.name])

    def english(self) -> str:
        return str(self.table.options[self.name])


class Number(Value):
    """A number that hooks may modify. `{number: lockpick_dice}`"""

    word = "number"
    which: NumberRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return total(game, context.seat, self.which)

    def english(self) -> str:
        default = table_default(self.table, self.which)
        return str(default)


class Rolled(Value):
    """What was rolled. `rolled`"""

    word = "rolled"

    def of(self, game: AdventureGame, context: Context) -> int:
        return context.roll

    def english(self) -> str:
        return "the roll"


class MarkAmount(Value):
    """How much of a mark lies on the character. `{marked: werewolf}`"""

    word = "marked"
    kind: MarkRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return marks_on(game, context.seat, self.kind)

    def english(self) -> str:
        return f'the number of the mark "{self.table.marks[self.kind].name}"'


class Foe(Value):
    """The Strength or Craft of a creature of the fight, of the one singled out. `{foe: animal}`"""

    word = "foe"
    things: Things

    def of(self, game: AdventureGame, context: Context) -> int:
        found = fights.meant(game, context, self.things)
        card = game.table.cards[found[0]] if found else None
        return int(card.strength or card.craft) if card is not None else 0

    def english(self) -> str:
        return f"the Strength of the {nouns(self.table).bare(self.things, 'creature')}"


class Count(Value):
    """How many of these belongings the character has. `{count: follower}`"""

    word = "count"
    things: Things

    def of(self, game: AdventureGame, context: Context) -> int:
        return len(having(game, context.seat, self.things))

    def english(self) -> str:
        known = nouns(self.table)
        if all(map(known.is_sort, self.things)):
            return f"the number of {known.many(self.things, 'Objects and Followers', 'and')} you have"
        return f"the number of cards called {known.bare(self.things)} you have"


class Players(Value):
    """How many players are still in the game. `players`"""

    word = "players"

    def of(self, game: AdventureGame, context: Context) -> int:
        return sum(row[STATUS] != OUT for row in game.state.seats)

    def english(self) -> str:
        return "the number of players"


def table_default(table: object, number: int) -> int:
    """Return the number where no hook modifies it."""
    return int(table.number_defaults[number])  # type: ignore[attr-defined]
