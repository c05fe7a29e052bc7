"""The map of scenarios: laid out without chance, so that a file names only the tiles that matter to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from stormriver.scenario.vocabulary import only_so_many
from stormriver.scenario.wargame.reading import Place
from stormriver.wargame.model.definitions import SIZE
from stormriver.wargame.model.table import WargameTable


@lru_cache(maxsize=64)
def plain_map(table: WargameTable) -> tuple[int, ...]:
    """Return the tile of each square as it lies if a file says nothing.

    In each region the tiles of which there are most lie in the middle columns, and those that affect squares
    beside them lie outermost. Tiles alike in this are laid in the order of their files, row by row.
    """
    laid = [0] * len(table.spaces)
    for side in dict.fromkeys(square.side for square in table.spaces):
        squares = [square for square in table.spaces if square.side == side]
        squares.sort(key=lambda square: abs(2 * square.column - SIZE + 1))
        tiles = [card for card, chit in enumerate(table.cards) if chit.deck == f"{side}_tiles"]
        tiles.sort(key=lambda card: (_felt_beside(table, card), -table.cards[card].copies))
        for square, tile in zip(squares, tiles, strict=True):
            laid[square.number] = tile
    return tuple(laid)


def _felt_beside(table: WargameTable, tile: int) -> bool:
    return any(gift.to == "near" for gift in table.cards[tile].gives)


def lay_map(table: WargameTable, places: Iterable[Place]) -> list[int]:
    """Return the tile of each square: each tile that a file names changes places with the one that lies there.

    Of several copies the last one that no named square has moves.
    """
    laid = list(plain_map(table))
    wanted = {place.square: place.tile for place in places if place.tile is not None}
    ids = [chit.id for chit in table.cards]
    settled = {square for square, note in wanted.items() if ids[laid[square]] == note.id}
    for square, note in wanted.items():
        if square in settled:
            continue
        copies = [other for other, tile in enumerate(laid) if ids[tile] == note.id and other not in settled]
        if not copies:
            note.node.fail(only_so_many(note.id, ids.count(note.id)))
        other = max(copies, key=lambda other: (other in wanted, other))
        laid[square], laid[other] = laid[other], laid[square]
        settled.add(square)
    return laid
