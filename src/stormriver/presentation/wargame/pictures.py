"""The pictures of chits: what they say of them, completed by what they are."""

from __future__ import annotations

from stormriver.art.compose import picture_of, terrain_of
from stormriver.art.derive import completed
from stormriver.art.vocabulary import Art
from stormriver.wargame.model.definitions import Chit, Item, Tile, Unit


def chit_art(chit: Chit) -> Art:
    """Return what the picture of a chit shows."""
    tags = (chit.slot,) if isinstance(chit, Item) else (chit.side,) if isinstance(chit, Tile | Unit) else ()
    return completed(chit.art, chit.id, chit.group, tags, chit.strength if isinstance(chit, Unit) else 0)


def chit_picture(chit: Chit) -> str:
    """Return the name by which the picture of a chit is fetched."""
    return picture_of(chit_art(chit))


def tile_terrain(tile: Tile) -> str:
    """Return the name by which the picture of a tile as land on a map is fetched."""
    return terrain_of(chit_art(tile))
