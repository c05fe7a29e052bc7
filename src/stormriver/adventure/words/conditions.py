"""Conditions: what a card may ask before it does something."""

from __future__ import annotations

from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, CHARACTER, SPACE
from stormriver.adventure.model.nouns import amounts_english, nouns
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import WHO_ENGLISH, YOU, Alignment, Amounts, MarkRef, OptionRef, Things, Who
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.stats import marks_on, stat
from stormriver.adventure.procedures.targets import one
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Condition, Fixed, Value


def being(who: Who, negated: bool = False) -> str:
    """Return somebody with the verb `to be`: `you are`, `that character is not`."""
    return f"{WHO_ENGLISH[who]} {'are' if who == YOU else 'is'}{' not' if negated else ''}"


def having_got(who: Who, negated: bool = False) -> str:
    """Return somebody with the verb `to have`: `you have`, `that character does not have`."""
    if negated:
        return f"{WHO_ENGLISH[who]} {'do' if who == YOU else 'does'} not have"
    return f"{WHO_ENGLISH[who]} {'have' if who == YOU else 'has'}"


class Is(Condition):
    """Of an alignment. `{is: good}`, `{is: evil, who: target}`"""

    word = "is"
    alignment: Alignment
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and game.state.seats[seat][ALIGNMENT] == self.alignment

    def english(self) -> str:
        return f"{being(self.who)} {ALIGNMENTS[self.alignment]}"

    def negation(self) -> str:
        return f"{being(self.who, negated=True)} {ALIGNMENTS[self.alignment]}"


class At(Condition):
    """On one of these spaces, kinds of space or Regions. `{at: [woods, forest]}`"""

    word = "at"
    places: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        space = game.state.seats[context.seat][SPACE]
        return space != NONE and not self.places.isdisjoint(game.table.spaces[space].names)

    def english(self) -> str:
        return f"you are {nouns(self.table).place(self.places)}"

    def negation(self) -> str:
        return f"you are not {nouns(self.table).place(self.places)}"


class Beside(Condition):
    """On the same space as the character whose turn it is. `beside`"""

    word = "beside"

    def test(self, game: AdventureGame, context: Context) -> bool:
        rows = game.state.seats
        return rows[context.seat][SPACE] == rows[game.state.active][SPACE] != NONE

    def english(self) -> str:
        return "the character whose turn it is is on your space"

    def negation(self) -> str:
        return "the character whose turn it is is not on your space"


class Has(Condition):
    """Having one of these cards, or being this character. `{has: talisman}`"""

    word = "has"
    things: Things
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if seat == NONE:
            return False
        if having(game, seat, self.things):
            return True
        character = game.state.seats[seat][CHARACTER]
        return character != NONE and not self.things.isdisjoint(game.table.cards[character].names)

    def english(self) -> str:
        return f"{having_got(self.who)} {nouns(self.table).one(self.things)}"

    def negation(self) -> str:
        return f"{having_got(self.who, negated=True)} {nouns(self.table).one(self.things)}"


class Least(Condition):
    """Having at least so much, Strength and Craft with all that adds to them. `{least: {craft: 4}}`"""

    word = "least"
    amounts: Amounts

    def test(self, game: AdventureGame, context: Context) -> bool:
        return all(
            stat(game, context.seat, column) >= value.of(game, context) for column, value in self.amounts.items()
        )

    def english(self) -> str:
        return f"you have at least {amounts_english(self.amounts)}"

    def negation(self) -> str:
        amounts = amounts_english(self.amounts)
        return f"you have no {amounts[2:]}" if amounts in ("1 gold", "1 fate") else f"you have less than {amounts}"


class Marked(Condition):
    """Bearing a mark. `{marked: werewolf}`"""

    word = "marked"
    kind: MarkRef
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and marks_on(game, seat, self.kind) > 0

    def english(self) -> str:
        return f'{being(self.who)} marked "{self.table.marks[self.kind].name}"'

    def negation(self) -> str:
        return f'{being(self.who, negated=True)} marked "{self.table.marks[self.kind].name}"'


class Against(Condition):
    """Fighting one of these: an Enemy by its kind or id, a `creature`, a `character`. `{against: dragon}`"""

    word = "against"
    things: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(Fight)
        return fight is not None and fights.opposes(game, fight, self.things)

    def english(self) -> str:
        return f"you are fighting {nouns(self.table).one(self.things)}"

    def negation(self) -> str:
        return f"you are not fighting {nouns(self.table).one(self.things)}"


class InFight(Condition):
    """In a fight of this kind, `battle` or `psychic`, as a fighter. `{in_fight: battle}`"""

    word = "in_fight"
    kind: str

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(Fight)
        if fight is None or context.seat not in (fight.seat, fight.rival):
            return False
        return fight.psychic == (self.kind == "psychic")

    def english(self) -> str:
        return f"you are in {'battle' if self.kind == 'battle' else 'psychic combat'}"

    def negation(self) -> str:
        return f"you are not in {'battle' if self.kind == 'battle' else 'psychic combat'}"


class Attacking(Condition):
    """Being the attacker of the fight, or attacked by a creature in one's own turn. `attacking`"""

    word = "attacking"

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(Fight)
        return fight is not None and fight.seat == context.seat

    def english(self) -> str:
        return "you are the attacker"

    def negation(self) -> str:
        return "you are not the attacker"


class Natural(Condition):
    """The die just rolled shows this number, whatever was added. `{natural: 6}`"""

    word = "natural"
    die: int

    def test(self, game: AdventureGame, context: Context) -> bool:
        return context.natural == self.die

    def english(self) -> str:
        return f"the die shows a {self.die}"

    def negation(self) -> str:
        return f"the die does not show a {self.die}"


class CausedBy(Condition):
    """What is about to happen is caused by one of these: a space, a card, `battle`, `psychic`. `{caused_by: battle}`"""

    word = "caused_by"
    things: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        return not self.things.isdisjoint(fights.causes(game))

    def english(self) -> str:
        return f"it is lost {nouns(self.table).cause(self.things)}"

    def negation(self) -> str:
        return f"it is not lost {nouns(self.table).cause(self.things)}"


class OptionIs(Condition):
    """An option of the game is on, or has this value. `{option: evade_unfriendly}`, `{option: portal, is: die}`"""

    word = "option"
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


class Greater(Condition):
    """One number is greater than another. `{greater: rolled, than: {foe: animal}}`"""

    word = "greater"
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


class OwnTurn(Condition):
    """It is your turn. `own_turn`"""

    word = "own_turn"

    def test(self, game: AdventureGame, context: Context) -> bool:
        return game.state.active == context.seat

    def english(self) -> str:
        return "it is your turn"

    def negation(self) -> str:
        return "it is not your turn"


class Wielded(Condition):
    """This card was used in the fight. `wielded`"""

    word = "wielded"

    def test(self, game: AdventureGame, context: Context) -> bool:
        return fights.wields(game, context.seat, context.card)

    def english(self) -> str:
        return "you used this card in the fight"

    def negation(self) -> str:
        return "you did not use this card in the fight"
