"""The cards of the packs that a table plays with, for whoever is asked to play with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stormriver.api import table_for
from stormriver.language.packs import pack_folder
from stormriver.language.ruleset import Ruleset
from stormriver.presentation.registry import presentation_of
from stormriver.server.requests import PackText


def pack_texts(preset: str, options: Mapping[str, object], packs: Sequence[str], language: str) -> list[PackText]:
    """Return what the cards of some packs say, in the order of their files.

    Raises:
        StormriverError: if the set-up is not possible any more.
    """
    folders = {pack_folder(pack).name for pack in packs}
    least, _ = Ruleset(preset, options, tuple(packs)).seats
    table: Any = table_for(preset, least, options, packs)
    book = presentation_of(table).book_of(table, language)
    found = []
    for card in table.definitions:
        if card.stands is not None and card.stands.file.partition("/")[0] in folders:
            shown = book.cards[card.id]
            place = (card.stands.file, card.stands.line)
            found.append((place, PackText(shown.name, shown.kind_name, table.says(card, language), shown.picture)))
    return [text for _, text in sorted(found, key=lambda one: one[0])]
