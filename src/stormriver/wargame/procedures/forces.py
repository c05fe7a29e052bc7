"""The forces of both sides: who controls which unit, and what is stacked with it."""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.kernel.state import NONE
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.grid import square_of, units_on
from stormriver.wargame.procedures.memo import kept


def owner(game: WargameGame, unit: int) -> int:
    """Return the seat that controls a unit: by its side, of a neutral one by the chit that lies on it."""
    seat: int = game.table.own_seat[unit]
    if seat != NONE:
        return seat
    return controller(game, unit)


def controller(game: WargameGame, unit: int) -> int:
    """Return the seat that controls a neutral unit, by the chit that lies on it."""
    kind = game.table.rule_marks.control
    for mark in game.state.marks.on.get(game.table.first_card + unit, ()):
        if mark.kind == kind:
            return mark.amount - 1
    return NONE


def take_control(game: WargameGame, unit: int, seat: int) -> None:
    """Let a seat control a neutral unit from now on."""
    subject, kind = game.table.subject_of_card(unit), game.table.rule_marks.control
    for mark in [m for m in game.state.marks.on.get(subject, ()) if m.kind == kind]:
        game.unmark(mark)
    game.mark(kind, subject, seat + 1)


def units_of(game: WargameGame, seat: int) -> list[int]:
    """Return the units of a seat on the map, in board order; NONE stands for nobody."""
    return _forces(game)[seat]


@kept
def _forces(game: WargameGame) -> dict[int, list[int]]:
    """Return the units on the map by who controls them."""
    forces: dict[int, list[int]] = {seat: [] for seat in (NONE, *range(len(game.table.seats)))}
    own_seat = game.table.own_seat
    for unit in all_units(game):
        seat = own_seat[unit]
        forces[controller(game, unit) if seat == NONE else seat].append(unit)
    return forces


@kept
def all_units(game: WargameGame) -> list[int]:
    """Return all units on the map, in board order."""
    first = game.table.units
    return [unit for zone in game.state.zones[first : first + len(game.table.spaces)] for unit in zone]


def held_by(game: WargameGame, seat: int, chits: Iterable[int]) -> list[int]:
    """Return those of some units, and chits stacked with units, that a seat has on the map.

    They are in board order, each unit before what is stacked with it.
    """
    found = []
    for chit in chits:
        unit = chit if chit in game.table.unit else bearer(game, chit)
        square = NONE if unit == NONE else square_of(game, unit)
        if square != NONE and owner(game, unit) == seat:
            found.append((square, 0 if unit == chit else 1 + stack(game, unit).index(chit), chit))
    return [chit for _, _, chit in sorted(found)]


@kept
def squares_of_foes(game: WargameGame, seat: int) -> frozenset[int]:
    """Return the squares on which units stand that are not those of a seat."""
    place, first = game.state.place, game.table.units
    others = [units for other, units in _forces(game).items() if other != seat]
    return frozenset(place[unit] - first for units in others for unit in units)


def foes_beside(game: WargameGame, unit: int, squares: tuple[int, ...]) -> list[int]:
    """Return the enemy units on some squares."""
    theirs = squares_of_foes(game, owner(game, unit))
    return units_on(game, [square for square in squares if square in theirs])


def stack(game: WargameGame, unit: int) -> tuple[int, ...]:
    """Return the items, curses and boons stacked with a unit."""
    return tuple(game.state.zones[game.table.stacks + game.table.unit_number[unit]])


def items_of(game: WargameGame, unit: int) -> list[int]:
    """Return the items stacked with a unit."""
    cards = game.table.cards
    return [card for card in stack(game, unit) if cards[card].group == "item"]


def bearer(game: WargameGame, card: int) -> int:
    """Return the unit an item, curse or boon is stacked with; NONE if with none."""
    number = game.state.place[card] - game.table.stacks
    return game.table.unit_cards[number] if 0 <= number < len(game.table.unit_cards) else NONE


def on_map(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit is on the map."""
    return square_of(game, unit) != NONE
