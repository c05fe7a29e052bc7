"""The cards without which the goal of the game cannot be entered."""

from __future__ import annotations

from stormriver.adventure.words.having import Has
from stormriver.kernel.table import Table, once_a_table
from stormriver.language.control import Not


@once_a_table
def keys_of(table: Table) -> frozenset[str]:
    """Return the names of the cards that a space, or a gate to it, demands of whoever enters."""
    names: set[str] = set()
    for space in table.spaces:
        for clause in space.forbid:
            when = clause.when
            if clause.action == "enter" and isinstance(when, Not) and isinstance(when.condition, Has):
                names |= when.condition.things
        for gate in space.gates:
            if isinstance(gate.bars, Has):
                names |= gate.bars.things
    return frozenset(names)
