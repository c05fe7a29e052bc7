"""Changing spaces: by a move, by being carried off, across the river."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import forbidden
from stormriver.adventure.procedures.terrain import marks_at, names_at
from stormriver.adventure.procedures.triggers import fire
from stormriver.kernel.event_kinds import OneRole
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import LEFT_BEHIND
from stormriver.kernel.state import MOVED, NONE, OVER, Mark

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable


def go(game: AdventureGame, seat: int, space: int, how: OneRole, crossing: bool = False) -> None:
    """Put a character on a space and note how they came there.

    Whatever held them on the old space lets go. In their own turn, what remains of the encounter on
    the old space falls away, and they encounter the new one (encounter.moved_elsewhere).
    """
    state = game.state
    table = game.table
    if state.seats[seat][SPACE] == space:
        return
    leaving = table.spaces[state.seats[seat][SPACE]].region != table.spaces[space].region
    for mark in state.marks.on.get(seat, ()):
        if _stays_behind(table, mark, leaving):
            game.unmark(mark)
    game.set(seat, SPACE, space)
    how.tell(game, seat, space)
    if crossing:
        fire(game, seat, "crossed")
    if seat == state.active and state.interrupt != OVER:
        state.interrupt = MOVED


def _stays_behind(table: AdventureTable, mark: Mark, leaving: bool) -> bool:
    """Tell whether a mark falls off when its bearer leaves the space, or (turned back) the Region."""
    if leaving and mark.kind == table.rule_marks.turned_back:
        return True
    return mark.tick == LEFT_BEHIND or bool(table.marks[mark.kind].holds)


def along(table: AdventureTable, space: int, count: int) -> int:
    """Return the space so many spaces clockwise, in the direction of the arrows; the other way round if below 0.

    From beside the way round, the first step leads onto it (streets.clockwise).
    """
    for _ in range(abs(count)):
        if not table.next[space]:
            break
        space = table.next[space][0] if count > 0 or table.before[space] == NONE else table.before[space]
    return space


def may_leave(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character may be carried away from where they are (jail.no_way_round)."""
    space = game.state.seats[seat][SPACE]
    return not forbidden(game, seat, "leave", names_at(game, space))


def may_enter(game: AdventureGame, seat: int, space: int) -> bool:
    """Tell whether a character may enter a space at all (inner.talisman)."""
    table = game.table
    for clause in table.spaces[space].forbid:
        if clause.action == "enter":
            if clause.when.test(game, Context(seat, space=space)):
                return False
    if table.barriers and is_barred(game, seat, space):
        return False
    names = table.spaces[space].names if not table.terrains else names_at(game, space)
    return not forbidden(game, seat, "enter", names)


def is_barred(game: AdventureGame, seat: int, space: int) -> bool:
    """Tell whether a mark on a space keeps a character from coming there."""
    for mark in marks_at(game, space):
        if mark.kind in game.table.barriers:
            for clause in game.table.marks[mark.kind].forbid:
                if clause.action == "enter" and clause.when.test(game, Context(seat, space=space)):
                    return True
    return False
