"""Marks on units and squares: wounds, disease, tokens, and what has been done or suffered this turn."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.marks import NEVER, OWN_TURN_START, TURN_END
from stormriver.kernel.state import NONE, Mark


def on_unit(game: Game, unit: int, kind: str) -> int:
    """Return how much of a kind of mark lies on a unit."""
    return _amount(game, game.table.subject_of_card(unit), game.table.mark_ids[kind])


def on_square(game: Game, square: int, kind: str) -> int:
    """Return how many tokens of a kind lie on a square."""
    return _amount(game, game.table.subject_of_space(square), game.table.mark_ids[kind])


def _amount(game: Game, subject: int, kind: int) -> int:
    return sum(mark.amount for mark in found(game, subject) if mark.kind == kind)


def found(game: Game, subject: int) -> tuple[Mark, ...]:
    """Return all marks on a subject (see Table.subject_of_card and subject_of_space)."""
    return game.state.marks.on.get(subject, ())


def put_on_unit(game: Game, unit: int, kind: str, amount: int = 1, tick: int = NEVER, owner: int = NONE) -> None:
    """Put a mark on a unit; it is added to those of its kind that lie there."""
    _put(game, game.table.subject_of_card(unit), game.table.mark_ids[kind], amount, tick, owner)


def put_on_square(game: Game, square: int, kind: str, amount: int) -> None:
    """Put tokens on a square."""
    _put(game, game.table.subject_of_space(square), game.table.mark_ids[kind], amount, NEVER, NONE)


def _put(game: Game, subject: int, kind: int, amount: int, tick: int, owner: int) -> None:
    for mark in found(game, subject):
        if mark.kind == kind and (mark.tick, mark.owner) == (tick, owner):
            game.unmark(mark)
            amount += mark.amount
    game.mark(kind, subject, amount, tick, owner)


def take_off(game: Game, subject: int, kind: str, amount: int = 1) -> None:
    """Take so many marks of a kind off a subject, as far as there are any."""
    number = game.table.mark_ids[kind]
    for mark in found(game, subject):
        if mark.kind == number and amount > 0:
            game.unmark(mark)
            left = mark.amount - amount
            amount -= mark.amount
            if left > 0:
                game.mark(mark.kind, mark.subject, left, mark.tick, mark.owner, mark.left)


def end_turn(game: Game) -> None:
    """Take off what lasts until the end of the turn."""
    for mark in [mark for mark in game.state.marks if mark.tick == TURN_END]:
        game.unmark(mark)


def begin_turn(game: Game, seat: int) -> None:
    """Take off what lasts until the beginning of a seat's turn."""
    for mark in [mark for mark in game.state.marks if mark.tick == OWN_TURN_START and mark.owner == seat]:
        game.unmark(mark)
