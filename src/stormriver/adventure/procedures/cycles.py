"""What the whole table goes through by turns, such as day and night: of a cycle of marks one lies there at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.triggers import fire_for_all
from stormriver.kernel.marks import NEVER
from stormriver.kernel.state import NONE, Mark

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable


def first_ones(table: AdventureTable) -> list[Mark]:
    """Return the marks that lie there at the beginning: the first of each cycle."""
    return [Mark(kinds[0], table.board, 1, NEVER, NONE, 1) for kinds in table.cycles.values()]


def at_present(game: AdventureGame, cycle: str) -> int:
    """Return the kind of mark of a cycle that lies there now; NONE in games from before there was the cycle."""
    kinds = game.table.cycles[cycle]
    for mark in game.state.marks.on.get(game.table.board, ()):
        if mark.kind in kinds:
            return mark.kind
    return NONE


def following(game: AdventureGame, cycle: str) -> int:
    """Return the kind of mark that comes next in a cycle; after the last one the first."""
    kinds = game.table.cycles[cycle]
    now = at_present(game, cycle)
    return kinds[(kinds.index(now) + 1) % len(kinds)] if now != NONE else kinds[0]


def turn_to(game: AdventureGame, kind: int) -> None:
    """Let a mark take the place of the one of its cycle that lies there; what answers that follows."""
    if at_present(game, str(game.table.marks[kind].cycle)) != kind:
        put(game, kind)
        fire_for_all(game, "cycle_turned", frozenset({str(game.table.marks[kind].id)}))


def put(game: AdventureGame, kind: int) -> None:
    """Put a mark on the table instead of the one of its cycle that lies there."""
    table = game.table
    for mark in game.state.marks.on.get(table.board, ()):
        if mark.kind in table.cycles[str(table.marks[kind].cycle)]:
            game.unmark(mark)
    game.mark(kind, table.board)
