"""Marks on units and squares: wounds, disease, tokens, and what has been done or suffered this turn."""

from __future__ import annotations

from stormriver.kernel.marks import NEVER, OWN_TURN_START, TURN_END
from stormriver.kernel.state import NONE, Mark
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.memo import kept_long


def on_unit(game: WargameGame, unit: int, kind: int) -> int:
    """Return how much of a kind of mark lies on a unit."""
    return _amount(game.state.marks.on.get(game.table.first_card + unit), kind)


def on_square(game: WargameGame, square: int, kind: int) -> int:
    """Return how many tokens of a kind lie on a square."""
    return _amount(game.state.marks.on.get(game.table.subject_of_space(square)), kind)


def _amount(there: tuple[Mark, ...] | None, kind: int) -> int:
    amount = 0
    if there is not None:
        for mark in there:
            if mark.kind == kind:
                amount += mark.amount
    return amount


@kept_long
def squares_with(game: WargameGame, kind: int) -> frozenset[int]:
    """Return the squares on which tokens of a kind lie, Block or Ruin tokens."""
    first = game.table.subject_of_space(0)
    return frozenset(mark.subject - first for mark in game.state.marks if mark.kind == kind and mark.amount > 0)


def units_with(game: WargameGame, kind: int) -> set[int]:
    """Return the units that bear marks of a kind, among other numbers that are none of units."""
    first = game.table.subject_of_card(0)
    return {mark.subject - first for mark in game.state.marks if mark.kind == kind and mark.amount > 0}


def found(game: WargameGame, subject: int) -> tuple[Mark, ...]:
    """Return all marks on a subject (see Table.subject_of_card and subject_of_space)."""
    return game.state.marks.on.get(subject, ())


def put_on_unit(game: WargameGame, unit: int, kind: int, amount: int = 1, tick: int = NEVER, owner: int = NONE) -> None:
    """Put a mark on a unit; it is added to those of its kind that lie there."""
    _put(game, game.table.subject_of_card(unit), kind, amount, tick, owner)


def put_on_square(game: WargameGame, square: int, kind: int, amount: int) -> None:
    """Put tokens on a square."""
    _put(game, game.table.subject_of_space(square), kind, amount, NEVER, NONE)


def _put(game: WargameGame, subject: int, kind: int, amount: int, tick: int, owner: int) -> None:
    for mark in found(game, subject):
        if mark.kind == kind and (mark.tick, mark.owner) == (tick, owner):
            game.unmark(mark)
            amount += mark.amount
    game.mark(kind, subject, amount, tick, owner)


def take_off(game: WargameGame, subject: int, kind: int, amount: int = 1) -> None:
    """Take so many marks of a kind off a subject, as far as there are any."""
    for mark in found(game, subject):
        if mark.kind == kind and amount > 0:
            game.unmark(mark)
            left = mark.amount - amount
            amount -= mark.amount
            if left > 0:
                game.mark(mark.kind, mark.subject, left, mark.tick, mark.owner, mark.left)


# the marks of the rules


def wounds(game: WargameGame, unit: int) -> int:
    """Return the Wound chits on a unit."""
    return on_unit(game, unit, game.table.rule_marks.wound)


def disease(game: WargameGame, unit: int) -> int:
    """Return the disease counters on a unit."""
    return on_unit(game, unit, game.table.rule_marks.disease)


def blocked(game: WargameGame, square: int) -> bool:
    """Tell whether a Block token lies on a square."""
    return square in squares_with(game, game.table.rule_marks.block)


def in_ruins(game: WargameGame, square: int) -> bool:
    """Tell whether a Ruin token lies on a square."""
    return square in squares_with(game, game.table.rule_marks.ruin)


def has_attacked(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit has used up its attack of this turn."""
    return on_unit(game, unit, game.table.rule_marks.acted) > 0


def use_attack(game: WargameGame, unit: int) -> None:
    """Note that a unit has used up its attack of this turn (battle.once)."""
    put_on_unit(game, unit, game.table.rule_marks.acted, 1, TURN_END)


def has_moved(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit has used up its move of this turn."""
    return on_unit(game, unit, game.table.rule_marks.moved) > 0


def use_move(game: WargameGame, unit: int) -> None:
    """Note that a unit has used up its move of this turn."""
    put_on_unit(game, unit, game.table.rule_marks.moved, 1, TURN_END)


# what ends


def end_turn(game: WargameGame) -> None:
    """Take off what lasts until the end of the turn."""
    for mark in [mark for mark in game.state.marks if mark.tick == TURN_END]:
        game.unmark(mark)


def begin_turn(game: WargameGame, seat: int) -> None:
    """Take off what lasts until the beginning of a seat's turn."""
    for mark in [mark for mark in game.state.marks if mark.tick == OWN_TURN_START and mark.owner == seat]:
        game.unmark(mark)
