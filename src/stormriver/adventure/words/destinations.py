"""Where something goes: the spaces that a word names or among which it lets one choose."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.procedures.terrain import kind_at, names_at
from stormriver.adventure.procedures.travel import along, may_enter
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Count, Part, phrase
from stormriver.language.grammar import Fixed, Names, Value, read_amount, register
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node


class Places:
    """A choice of spaces: in which Region (same, or its id), of which kind, opposite, another one; or so many on."""

    parts: ClassVar = ("steps",)

    def __init__(
        self,
        space: int,
        region: str,
        kind: str,
        opposite: bool,
        other: bool,
        excepted: frozenset[str] = frozenset(),
        steps: Value | None = None,
        against: bool = False,
    ) -> None:
        self.space = space
        self.excepted = excepted
        self.steps = steps  # so many spaces along the arrows, or against them
        self.against = against
        self.region = region
        self.kind = kind
        self.opposite = opposite
        self.other = other
        self.entered = True  # whether only spaces that one may enter are chosen from
        self._found: dict[str, list[int]] = {}  # by Region, of the table whose word this is

    def all(self, game: AdventureGame, seat: int, context: Context | None = None) -> list[int]:
        """Return the spaces among which a character may choose.

        Args:
            game: the game.
            seat: who is to go there.
            context: the context of the word, in which the number of spaces is known.
        """
        table = game.table
        here = game.state.seats[seat][SPACE]
        if self.space != NONE:
            return [self.space]
        if self.steps is not None:
            count = self.steps.of(game, context or Context(seat))
            there = along(table, here, -count if self.against else count)
            return [there] if there != here and may_enter(game, seat, there) else []
        if self.opposite:
            return list(table.opposite[here])
        wanted = table.spaces[here].region if self.region == "same" else self.region
        fitting = self.fitting(game, wanted)
        return [s for s in fitting if not (self.other and s == here) and (not self.entered or may_enter(game, seat, s))]

    def fitting(self, game: AdventureGame, region: str) -> list[int]:
        """Return the spaces of a Region (empty: of all) that are of the kind wanted."""
        if game.table.terrains:  # which kind that is may have changed
            return self._of_kind(game, region)
        if region not in self._found:
            self._found[region] = self._of_kind(game, region)
        return self._found[region]

    def _of_kind(self, game: AdventureGame, region: str) -> list[int]:
        found = []
        for number, space in enumerate(game.table.spaces):
            of_kind = not self.kind or self.kind == kind_at(game, number)
            if (not region or space.region == region) and of_kind:
                if self.excepted.isdisjoint(names_at(game, number)):
                    found.append(number)
        return found

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives to the words in it: nothing."""
        return NONE_GIVEN

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides from the words in it: nothing."""
        return NONE_GIVEN

    def clause(self, table: AdventureTable) -> Part:
        """Return the space, or the spaces among which one chooses; of a number of steps see `way_onward`."""
        known = things(table)
        if self.space != NONE:
            return phrase("space_itself", space=known.space(self.space))
        if self.opposite:
            return phrase("opposite_space")
        key = f"one_{'other_' if self.other else ''}space{'_of_kind' if self.kind else ''}"
        found = phrase(key, kind=known.named(self.kind)) if self.kind else phrase(key)
        if self.region == "same":
            found = phrase("space_of_same_region", space=found)
        elif self.region:
            found = phrase("space_of_region", space=found, region=known.the(self.region))
        return phrase("space_but", space=found, others=known.those(self.excepted)) if self.excepted else found


def way_onward(count: Value, against: bool = False) -> Part:
    """Return how far something goes along the arrows: `2 spaces clockwise`, `as many spaces clockwise as the roll`."""
    direction = phrase("counterclockwise" if against else "clockwise")
    if isinstance(count, Fixed):
        return phrase("spaces_onward", spaces=Count("space", count.fixed), direction=direction)
    return phrase("as_many_spaces_onward", number=count.clause(), direction=direction)


def read_places(names: Names, node: Node) -> Places:
    """Return the space, or the spaces, that a node means."""
    if isinstance(node.value, str):
        return Places(names.number("space", node), "", "", False, False)
    entries = node.only("region", "kind", "opposite", "other", "except", "along", "against")
    for way in ("along", "against"):
        if way in entries:
            if len(entries) > 1:
                node.fail("{way!r} says by itself where one comes to", way=way)
            return Places(NONE, "", "", False, False, steps=read_amount(names, entries[way]), against=way == "against")
    region = entries["region"].text() if "region" in entries else ""
    if region not in ("", "same"):
        names.check("region", entries["region"])
    kind = names.check("thing", entries["kind"]) if "kind" in entries else ""
    opposite = entries["opposite"].flag() if "opposite" in entries else False
    other = entries["other"].flag() if "other" in entries else True
    excepted = frozenset(names.check("thing", item) for item in entries["except"].many()) if "except" in entries else ()
    return Places(NONE, region, kind, opposite, other, frozenset(excepted))


Destination: TypeAlias = Places
"""What a field is called that is read as the spaces where something goes."""
register("Destination", read_places, "adventure")
