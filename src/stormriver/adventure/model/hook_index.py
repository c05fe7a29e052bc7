"""The hook index: the clauses of cards, marks and spaces that answer to one thing, by what carries them."""

from __future__ import annotations

from typing import Any, Protocol


class Sources(Protocol):
    """A table, as far as carriers are looked for in it."""

    play: int
    goal: int
    space_source: int
    mark_source: int
    rule_source: int
    endings: frozenset[int]


class HookIndex:
    """Clauses by the source number of what carries them, and what kinds of things carry any.

    Nobody need look for marks or about the board where nothing there has a clause; nor at all where a seat does not
    bear the `bit` of the index (see `Game.hook_mask`).
    """

    bit = 0
    """Several bits for acts, one for each moment; none as long as nothing has a clause."""

    def __init__(self, table: Sources) -> None:
        self.table = table
        self.clauses: dict[int, tuple[Any, ...]] = {}
        self.on_marks = False
        self.on_board = False  # on spaces, on what lies on the goal, or in the rules

    def add(self, source: int, *clauses: Any) -> None:
        """Put clauses behind those a source has already."""
        table = self.table
        self.clauses[source] = (*self.clauses.get(source, ()), *clauses)
        if table.mark_source <= source < table.rule_source:
            self.on_marks = True
        elif source >= table.space_source or source in table.endings:
            self.on_board = True


class Permissions(HookIndex):
    """Clauses that allow or forbid one action, some of them only with certain things."""

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
