"""Namesakes: which names the files of packs hold, and when two cards of the same id are not the same card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.language.source import Node

_OF_CARDS: Final = {"id": "card", "objects": "card", "deck": "deck", "needs": "deck", "kind": "kind", "seeks": "kind"}
NAMED: Final = {
    "cards": _OF_CARDS,
    "characters": _OF_CARDS,
    "spaces": {"id": "space", "region": "region", "next": "space", "opposite": "space"},
    "gates": {"to": "space"},
    "regions": {"id": "region", "deck": "deck"},
    "marks": {"id": "mark"},
    "decks": {"lays": "option"},
}
"""By section of a file, what its records name, and under which keys; what words name is read with them."""


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
