"""Marks on spaces: what they make of the space for whoever stands there, and what lies over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.kernel.marks import OWN_TURN_END
from stormriver.kernel.state import NONE, Mark

if TYPE_CHECKING:
    from stormriver.adventure.model.definitions import Terrain
    from stormriver.language.grammar import Effect

NO_MARKS: Final[tuple[Mark, ...]] = ()


def marks_at(game: AdventureGame, space: int) -> tuple[Mark, ...]:
    """Return the marks on a space; none on that of a character who is nowhere."""
    return NO_MARKS if space == NONE else game.state.marks.on.get(game.table.subject_of_space(space), NO_MARKS)


def terrain(game: AdventureGame, space: int) -> Terrain | None:
    """Return what lies over a space and is met instead of what it says; None if nothing does."""
    if game.state.marks.kinds & game.table.terrain_bits:
        for mark in marks_at(game, space):
            if mark.kind in game.table.terrains:
                return game.table.terrains[mark.kind]
    return None


def kind_at(game: AdventureGame, space: int) -> str:
    """Return the kind of a space at this moment: what lies over it may have made it one of another kind."""
    over = terrain(game, space)
    return str(game.table.spaces[space].kind) if over is None or not over.kind else over.kind


def names_at(game: AdventureGame, space: int) -> frozenset[str]:
    """Return the names of a space at this moment: its id, its kind and its Region."""
    definition = game.table.spaces[space]
    names: frozenset[str] = definition.names
    if not game.table.terrains:
        return names
    over = terrain(game, space)
    if over is None:
        return names
    return (names - {definition.kind} | {definition.id} if over.kind else names) | over.names


def draws_at(game: AdventureGame, space: int) -> int:
    """Return up to how many cards are drawn on a space at this moment."""
    over = terrain(game, space) if game.table.terrains else None
    return int(game.table.spaces[space].draw) if over is None or over.draw == NONE else over.draw


def first_at(game: AdventureGame, space: int) -> Effect:
    """Return what a space demands at this moment before cards are drawn."""
    over = terrain(game, space) if game.table.terrains else None
    first: Effect = game.table.spaces[space].first if over is None else over.first
    return first


def mark_space(game: AdventureGame, space: int, kind: int, amount: int, tick: int, owner: int, turns: int) -> None:
    """Put a mark on a space; a second one of its kind replaces the first unless they add up, as one terrain another."""
    table = game.table
    for mark in marks_at(game, space):
        same = mark.kind == kind and not table.marks[kind].stacks
        if same or (kind in table.terrains and mark.kind in table.terrains):
            game.unmark(mark)
    turns += 1 if tick == OWN_TURN_END and owner == game.state.active else 0
    game.mark(kind, table.subject_of_space(space), amount, tick, owner, turns)
    look_again(game, space)


def look_again(game: AdventureGame, space: int) -> None:
    """Have the limits of those on a space looked at, since what holds there has changed."""
    state = game.state
    for seat, row in enumerate(state.seats):
        if row[SPACE] == space:
            state.unsettled |= 1 << seat
