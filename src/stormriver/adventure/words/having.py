"""Words of what a character has: whether, how much of it, and whether it was of use."""

from __future__ import annotations

from stormriver.adventure.model.clauses import all_of_yours, things, whom
from stormriver.adventure.model.columns import CHARACTER
from stormriver.adventure.model.needs import OWN_CARD, THIS_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import YOU, Things, Who
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.targets import names_of, one
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Part, phrase, state
from stormriver.language.grammar import Condition, Value


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

    def clause(self) -> Part:
        known = things(self.table)
        return state("have_one", whom(self.who), what=known.one(self.things), none=known.bare(self.things, "no"))


class Count(Value):
    """How many belongings the character has, `but` for some. `{count: follower}`, `{count: follower, but: healer}`,
    `{count: object, who: target}`"""

    word = "count"
    things: Things
    but: Things = Things(frozenset())
    who: Who = YOU

    def of(self, game: AdventureGame, context: Context) -> int:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        if seat == NONE:
            return 0
        return len([card for card in having(game, seat, self.things) if self._counts(game, card)])

    def _counts(self, game: AdventureGame, card: int) -> bool:
        return not self.but or self.but.isdisjoint(names_of(game, card))

    def some(self) -> Part | None:
        known = things(self.table)
        what, none = known.one(self.things), known.bare(self.things, "no")
        if not self.but:
            return state("have_one", whom(self.who), what=what, none=none)
        return state("have_one_but", whom(self.who), what=what, none=none, but=known.bare(self.but))

    def clause(self) -> Part:
        number = self._number() if self.who == YOU else self._number_of(whom(self.who))
        if self.but:
            return phrase("number_but", number=number, but=things(self.table).bare(self.but))
        return number

    def _number_of(self, who: Part) -> Part:
        """Return how many somebody else has."""
        known = things(self.table)
        counted = known.many(self.things, joined="and") if self.things else known.named("belonging", several=True)
        return phrase("number_of_theirs", things=counted, who=who)

    def _number(self) -> Part:
        known = things(self.table)
        if not self.things:
            return phrase("number_of_yours", things=all_of_yours())
        if all(map(known.is_sort, self.things)):
            return phrase("number_of_yours", things=known.many(self.things, joined="and", determiner="your"))
        return phrase("number_called", names=known.bare(self.things))


class Wielded(Condition):
    """This card was used in the fight. `wielded`"""

    word = "wielded"
    needs = frozenset({THIS_CARD, OWN_CARD})

    def test(self, game: AdventureGame, context: Context) -> bool:
        return fights.wields(game, context.seat, context.card)

    def clause(self) -> Part:
        return state("have_used_in_fight")
