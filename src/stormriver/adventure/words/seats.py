"""Words of what holds of several characters: whether of one of them, and of how many."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.clauses import those, whom
from stormriver.adventure.model.needs import A_DIE, A_TARGET, THAT_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_SEATS, BESIDE, HERE, NEARBY, OTHERS, REGION, TARGET, WHO, Who
from stormriver.adventure.procedures.targets import fitting
from stormriver.kernel.frames import Context
from stormriver.language.clause_changes import stated_of
from stormriver.language.clauses import Part, phrase, state
from stormriver.language.grammar import ALWAYS, Condition, Names, Value
from stormriver.language.source import Node

SEVERAL: Final = (ALL_SEATS, OTHERS, REGION, NEARBY, HERE, BESIDE)
"""Whom one may count."""


class Some(Condition):
    """Among these characters there is one of whom something holds. `{some: any_other, if: {is: evil}}`,
    `{some: target, if: {least: {gold: 2}}}`
    """

    word = "some"
    provides = {"if_": frozenset({A_TARGET})}
    hides = {"if_": frozenset({THAT_CARD, A_DIE})}
    who: Who
    if_: Condition = ALWAYS

    def test(self, game: AdventureGame, context: Context) -> bool:
        return bool(fitting(game, context, self.who, self.if_))

    def clause(self) -> Part:
        who = whom(self.who)
        if self.who == TARGET and self.if_ is not ALWAYS:
            stated = stated_of(self.if_.clause(), who)
            if stated is not None:
                return stated
        return state("be_there", who=those(who, self.if_))


class NumberOf(Value):
    """How many of these characters there are, if wanted only those of whom something holds.
    `{number_of: region, if: {is: evil}}`
    """

    word = "number_of"
    provides = {"if_": frozenset({A_TARGET})}
    hides = {"if_": frozenset({THAT_CARD, A_DIE})}
    who: Who
    if_: Condition = ALWAYS

    def ready(self, names: Names, node: Node) -> None:
        if self.who not in SEVERAL:
            node.fail("one counts several characters; write {known}", known=", ".join(WHO[who] for who in SEVERAL))

    def of(self, game: AdventureGame, context: Context) -> int:
        return len(fitting(game, context, self.who, self.if_))

    def clause(self) -> Part:
        return phrase("number_of_those", those=those(phrase(f"several_{WHO[self.who]}"), self.if_, True))
