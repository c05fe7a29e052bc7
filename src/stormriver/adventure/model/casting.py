"""When a Spell may be cast, and at whom or what."""

from __future__ import annotations

from stormriver.adventure.model.clauses import things, those, whom
from stormriver.adventure.model.hooks import Moments, said_moments
from stormriver.adventure.model.moments import KNOWN_AT_A_MOMENT, given_at
from stormriver.adventure.model.needs import A_CHOSEN_SPACE, A_TARGET, THAT_CARD
from stormriver.adventure.model.types import ANYTHING, NOBODY, Things, Who
from stormriver.language.clauses import Given, Part, Text, bid, listed, phrase
from stormriver.language.grammar import ALWAYS, Condition, Names, Word
from stormriver.language.needs import Need
from stormriver.language.source import Node


class Cast(Word):
    """When a Spell may be cast, and at whom. `cast: {at: turn_start, target: any_other}`"""

    at: Moments
    when: Condition = ALWAYS
    target: Who = NOBODY
    if_: Condition = ALWAYS  # of whoever is the target
    space: str = ""  # `space: ...` if a space is chosen: `empty` (Outer and Middle, no character there)
    card: Things = ANYTHING  # if a card lying on the board is chosen: what kind

    def ready(self, names: Names, node: Node) -> None:
        if self.space not in ("", "empty"):
            node.mapping()["space"].fail("a Spell is cast at a space that is `empty`, not {space!r}", space=self.space)
        if self.if_ is not ALWAYS and self.target == NOBODY:
            node.mapping()["if"].fail("`if` says at whom a Spell may be cast; say `target` too, or write `when`")

    def provided_in(self, field: str) -> frozenset[Need]:
        given = given_at(self.at)
        return given | {A_TARGET} if field == "if_" else given

    def given_to_effect(self) -> frozenset[Need]:
        """Return what is given to the effect of the Spell: what goes on when it is cast, and what it is cast at."""
        found = given_at(self.at) - KNOWN_AT_A_MOMENT
        aimed = ((self.target != NOBODY, A_TARGET), (self.space, A_CHOSEN_SPACE), (self.card, THAT_CARD))
        return found | {need for chosen, need in aimed if chosen}

    def clause(self) -> Part:
        said: Part = bid("cast_it", aim=self._aim(), time=said_moments(self.at))
        return said if self.when.settled() else Given(said, self.when.clause())

    def _aim(self) -> Part:
        """Return at whom or what it is cast."""
        if self.target != NOBODY:
            return phrase("cast_on", whom=those(whom(self.target), self.if_))
        if self.space:
            found = dict.fromkeys([self.table.spaces[number].region for number in self.table.open_spaces])
            known = things(self.table)
            return phrase("cast_on_empty", regions=listed([known.the(region) for region in found]))
        if self.card:
            return phrase("cast_on_lying", card=things(self.table).one(self.card))
        return Text("")
