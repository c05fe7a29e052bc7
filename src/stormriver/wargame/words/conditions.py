"""Conditions: what a gift may ask about the unit it is for, and what that unit is doing."""

from __future__ import annotations

from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Part, do, doing, phrase
from stormriver.language.grammar import Condition, Names, Value, register
from stormriver.language.source import Node
from stormriver.wargame.model.definitions import ByNature
from stormriver.wargame.model.moments import WARGAME
from stormriver.wargame.model.needs import A_BEARER
from stormriver.wargame.model.nouns import IT, being, friends, opponents, places
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import items_of, owner
from stormriver.wargame.procedures.grid import beside, kind_at, square_of, unit_at
from stormriver.wargame.procedures.strength import (
    ATTACKING,
    BATTLING,
    BY_NATURE,
    DEFENDING,
    FIRST_ROUND,
    QUESTING,
    is_any,
    is_doing,
    magic_points,
)

Things = frozenset[str]  # ids, sides, types, classes, kinds, abilities


def _things(names: Names, node: Node) -> frozenset[str]:
    return frozenset(names.check("thing", item) for item in node.many())


register("Things", _things, WARGAME)


class Is(ByNature):
    """The unit is one of these: a side, a type, a class, or has an ability. `{is: [undead, spirit]}`"""

    word = "is"
    needs = frozenset({A_BEARER})
    things: Things

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_any(game, context.card, self.things, is_doing(context, BY_NATURE))

    def may_hold_for(self, names: frozenset[str]) -> bool:
        return not (self.things.isdisjoint(names) and self.things.isdisjoint(self.table.abilities))

    def clause(self) -> Part:
        return being(self.table, self.things)


class Against(Condition):
    """The unit it fights is one of these. `{against: undead}`"""

    word = "against"
    needs = frozenset({A_BEARER})
    things: Things

    def test(self, game: WargameGame, context: Context) -> bool:
        return context.target != NONE and is_any(game, context.target, self.things)

    def clause(self) -> Part:
        return doing([do("fight", whom=opponents(self.table, self.things))], IT)


class At(Condition):
    """The unit stands on a tile of one of these kinds. `{at: [forest, woods]}`"""

    word = "at"
    needs = frozenset({A_BEARER})
    things: Things

    def test(self, game: WargameGame, context: Context) -> bool:
        square = square_of(game, context.card)
        return square != NONE and kind_at(game, square) in self.things

    def clause(self) -> Part:
        return doing([do("stand_on", where=places(self.table, self.things))], IT)


class Attacking(Condition):
    """The unit attacks, in a ranged attack or a battle. `attacking`"""

    word = "attacking"
    needs = frozenset({A_BEARER})

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_doing(context, ATTACKING)

    def clause(self) -> Part:
        return doing([do("attack")], IT)


class AttackingOn(Condition):
    """The unit attacks somebody who stands on a tile of these kinds. `{attacking_on: [cave, hills]}`"""

    word = "attacking_on"
    needs = frozenset({A_BEARER})
    things: Things

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_doing(context, ATTACKING) and context.space != NONE and kind_at(game, context.space) in self.things

    def clause(self) -> Part:
        return doing([do("attack_on", where=places(self.table, self.things))], IT)


class Defending(Condition):
    """The unit is attacked. `defending`"""

    word = "defending"
    needs = frozenset({A_BEARER})

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_doing(context, DEFENDING)

    def clause(self) -> Part:
        return doing([do("be_attacked")], IT)


class FirstRound(Condition):
    """It is the first round of a battle. `first_round`"""

    word = "first_round"
    needs = frozenset({A_BEARER})

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_doing(context, BATTLING | FIRST_ROUND)

    def clause(self) -> Part:
        return doing([do("be_first_round")], IT)


class Questing(Condition):
    """The unit is on a quest. `questing`"""

    word = "questing"
    needs = frozenset({A_BEARER})

    def test(self, game: WargameGame, context: Context) -> bool:
        return is_doing(context, QUESTING)

    def clause(self) -> Part:
        return doing([do("be_on_quest")], IT)


class Power(Condition):
    """Its side has so many magic points. `{power: 7}`"""

    word = "power"
    needs = frozenset({A_BEARER})
    least: Value

    def test(self, game: WargameGame, context: Context) -> bool:
        return magic_points(game, owner(game, context.card)) >= self.least.of(game, context)

    def clause(self) -> Part:
        return doing([do("have_magic", points=self.least.clause())], phrase("its_side"))


class Items(Value):
    """How many items the unit carries. `items`"""

    word = "items"
    needs = frozenset({A_BEARER})

    def of(self, game: WargameGame, context: Context) -> int:
        return len(items_of(game, context.card))

    def clause(self) -> Part:
        return phrase("number_of_items")


class Beside(Value):
    """How many friendly units of these sorts stand orthogonally beside the unit. `{beside: good}`"""

    word = "beside"
    needs = frozenset({A_BEARER})
    things: Things

    def ready(self, names: Names, node: Node) -> None:
        if not self.things:
            node.fail("say which units count")

    def of(self, game: WargameGame, context: Context) -> int:
        seat = owner(game, context.card)
        near = [unit_at(game, square) for square in beside(square_of(game, context.card))]
        return sum(unit != NONE and owner(game, unit) == seat and is_any(game, unit, self.things) for unit in near)

    def clause(self) -> Part:
        return phrase("number_beside", units=friends(self.table, self.things))
