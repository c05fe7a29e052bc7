"""Plain English for asks and options of the adventure games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel.ask import Ask

if TYPE_CHECKING:
    from stormriver.adventure.table import AdventureTable


def describe(table: AdventureTable, ask: Ask, code: int) -> str:
    """Return what an option does, in one line."""
    return table.key(code)


def question(table: AdventureTable, ask: Ask) -> str:
    """Return the question of an ask, in one line."""
    return ask.kind
