"""The map: which squares lie beside which, how far they are, and what lies on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from stormriver.kernel.state import NONE
from stormriver.wargame.model.definitions import SIZE
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.marks import squares_with
from stormriver.wargame.procedures.memo import kept


@cache
def beside(square: int) -> tuple[int, ...]:
    """Return the squares that share an edge with a square (map.adjacent)."""
    return _around(square, ((-1, 0), (0, 1), (1, 0), (0, -1)))


@cache
def around(square: int) -> tuple[int, ...]:
    """Return the squares that share an edge or a corner with a square."""
    every = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0))
    return _around(square, every)


def _around(square: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    row, column = divmod(square, SIZE)
    found = [(row + down, column + right) for down, right in steps]
    return tuple(r * SIZE + c for r, c in found if 0 <= r < SIZE and 0 <= c < SIZE)


@cache
def distance(one: int, other: int) -> int:
    """Return how many orthogonal steps lie between two squares (wargame.41)."""
    (row, column), (to_row, to_column) = divmod(one, SIZE), divmod(other, SIZE)
    return abs(row - to_row) + abs(column - to_column)


@cache
def within(square: int, steps: int) -> tuple[int, ...]:
    """Return the squares at most so many orthogonal steps away from a square, itself among them."""
    return tuple(other for other in range(SIZE * SIZE) if distance(square, other) <= steps)


def unit_at(game: WargameGame, square: int) -> int:
    """Return the unit on a square; NONE if there is none."""
    units = game.state.zones[game.table.units + square]
    return units[0] if units else NONE


def units_on(game: WargameGame, squares: Iterable[int]) -> list[int]:
    """Return the units on some squares, in the order of the squares."""
    zones, first = game.state.zones, game.table.units
    return [unit for square in squares for unit in zones[first + square]]


@kept
def free_squares(game: WargameGame) -> frozenset[int]:
    """Return the squares to which a unit could come: no unit there and no Block token."""
    zones, first = game.state.zones, game.table.units
    blocked = squares_with(game, game.table.rule_marks.block)
    every = range(len(game.table.spaces))
    return frozenset(square for square in every if not zones[first + square] and square not in blocked)


def square_of(game: WargameGame, unit: int) -> int:
    """Return the square a unit is on; NONE if it is not on the map."""
    square = game.state.place[unit] - game.table.units
    return square if 0 <= square < len(game.table.spaces) else NONE


def tile_at(game: WargameGame, square: int) -> int:
    """Return the tile that lies on a square."""
    return int(game.state.zones[game.table.tiles + square][0])


def tiles_on(game: WargameGame, verb: int, squares: Iterable[int]) -> dict[int, int]:
    """Return, by option code of a verb with a square, the tile that lies there.

    For a tile with a Ruin token its complement is returned: it has no effect.
    """
    ruined = squares_with(game, game.table.rule_marks.ruin)
    tiles = {square: tile_at(game, square) for square in squares}
    return {verb + square: ~tile if square in ruined else tile for square, tile in tiles.items()}


def kind_at(game: WargameGame, square: int) -> str:
    """Return what kind of tile lies on a square; with a Ruin token it is still of its kind."""
    return str(game.table.tile[tile_at(game, square)].kind)
