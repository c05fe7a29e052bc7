"""The hook index: for one question (a number, an event, an action), the clauses that answer it, by their carrier."""

from __future__ import annotations

from typing import Any, Protocol


class Sources(Protocol):
    """The part of a table by which the index tells kinds of carriers apart."""

    space_source: int
    mark_source: int
    rule_source: int
    for_all: frozenset[int]


class HookIndex:
    """An index of clauses by the source number of their carrier, with the kinds of carriers that occur.

    A lookup leaves out marks or the board if nothing there has a clause, and is not needed at all for a seat whose hook
    mask lacks the `bit` of the index (see `Game.hook_mask`).
    """

    bit = 0
    """Its bit in hook masks; 0 as long as nothing has a clause."""

    def __init__(self, table: Sources) -> None:
        self.table = table
        self.clauses: dict[int, tuple[Any, ...]] = {}
        self.on_marks = False
        self.on_board = False  # on spaces, on what holds for all, or in the rules

    def add(self, source: int, *clauses: Any) -> None:
        """Append clauses to those a source has already."""
        table = self.table
        self.clauses[source] = (*self.clauses.get(source, ()), *clauses)
        if table.mark_source <= source < table.rule_source:
            self.on_marks = True
        elif source >= table.space_source or source in table.for_all:
            self.on_board = True


class Permissions(HookIndex):
    """An index of clauses that allow or forbid one action, some of them only with certain things."""

    def __init__(self, table: Sources) -> None:
        super().__init__(table)
        self.things: frozenset[str] = frozenset()
        self._about: dict[frozenset[str], HookIndex] = {}

    def add(self, source: int, *clauses: Any) -> None:
        super().add(source, *clauses)
        self.things = self.things.union(*[clause.things for clause in clauses])

    def about(self, names: frozenset[str]) -> HookIndex:
        """Return the clauses about a thing with these names; most things have none."""
        rows = self._about.get(names)
        if rows is None:
            rows = self._about[names] = HookIndex(self.table)
            rows.bit = self.bit
            for source, clauses in self.clauses.items():
                for clause in clauses:
                    if not clause.things or not clause.things.isdisjoint(names):
                        rows.add(source, clause)
        return rows
