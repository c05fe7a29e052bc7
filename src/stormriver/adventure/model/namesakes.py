"""Namesakes: which names the files of packs hold, and when two cards of the same id are not the same card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.adventure.model.definitions import MAIN_MAP
from stormriver.language.namesakes import DOT
from stormriver.language.namespaces import with_ids
from stormriver.language.source import Node

_OF_CARDS: Final = {"id": "card", "objects": "card", "deck": "deck", "needs": "deck", "kind": "kind", "seeks": "kind"}
NAMED: Final = {
    "cards": _OF_CARDS,
    "characters": _OF_CARDS,
    "spaces": {"id": "space", "region": "region", "next": "space", "opposite": "space"},
    "gates": {"to": "space"},
    "regions": {"id": "region", "deck": "deck", "map": "map"},
    "marks": {"id": "mark"},
    "decks": {"lays": "option"},
}
"""By section of a file, what its records name, and under which keys; what words name is read with them."""


def own_maps(file: Node) -> list[str]:
    """Return the maps of a pack's own that the Regions of a file are on: neither the main one nor another pack's."""
    said = [region.mapping()["map"].value for _, region in with_ids(file, "regions") if "map" in region.mapping()]
    return [name for name in said if isinstance(name, str) and name != MAIN_MAP and DOT not in name]


def is_other(cards: Sequence[tuple[str, Node]], deck: str, record: Node) -> bool:
    """Tell whether a card is another one than that of its id: it lies in the same deck, or is called otherwise.

    Args:
        cards: those of the same id that are there already, each with its deck.
        deck: in which the card lies.
        record: what its pack says of it.
    """
    for other, known in cards:
        names = {one.mapping()["name"].value for one in (record, known) if "name" in one.mapping()}
        if deck == other or len(names) > 1:
            return True
    return False
