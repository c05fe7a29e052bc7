"""The shelf of wargames: what the lists say of their chits."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stormriver.language import rendering
from stormriver.language.message import note_in
from stormriver.language.naming import named
from stormriver.presentation.names import named_in
from stormriver.scenario.explanation import example_in_short
from stormriver.wargame.model.definitions import Chit
from stormriver.wargame.model.table import CUPS, WargameTable

NUMBERS = ("strength", "points", "range")
"""The numbers that a chit may have."""


def kinds(card: Chit) -> frozenset[str]:
    """Return all that a chit is: a tile, unit, item or spell, its side, type, classes and abilities, its slot, and
    whether it is a curse or boon."""
    known = {*card.names, card.group} - {card.id}
    said = {getattr(card, "slot", ""), getattr(card, "lasts", ""), *getattr(card, "abilities", ())}
    return frozenset(known | said - {""})


def decks(table: WargameTable) -> list[str]:
    """Return the cups that chits are drawn from."""
    return list(CUPS)


def copies(table: WargameTable, card: Chit) -> dict[str, int]:
    """Return how many copies of a chit its cup holds."""
    return {card.deck: card.copies}


def facts(table: WargameTable, card: Chit, language: str = "en") -> dict[str, Any]:
    """Return all that is known of a chit as plain data, fit for JSON."""
    side = getattr(card, "side", "")
    return {
        "id": card.id,
        "name": table.name_of(card, language),
        "kind": card.group,
        "kind_name": named(rendering.language(language).fragment(f"terminal.words.group_{card.group}")),
        "deck": card.deck,
        "copies": copies(table, card),
        "numbers": {name: number for name in NUMBERS if (number := getattr(card, name, 0)) > 0},
        "alignment": side or None,
        "tags": list(getattr(card, "is_", ())),
        "action": "",
        "text": table.says(card, language),
        "note": note_in(language, card.note),
        "provenance": card.provenance,
        "examples": [example_in_short(node, language) for node in card.examples],
    }


def counts(table: WargameTable) -> Counter[str]:
    """Return how many chits of each cup, abilities and kinds of marks a table has."""
    found = Counter(f"chits of {card.deck}" for card in table.cards)
    found.update({"abilities": len(table.abilities), "marks": len(table.marks)})
    return found


def deck_in(table: WargameTable, deck: str, language: str) -> str:
    """Return what a cup, given by its id, is called in a language."""
    return named_in(language, "cup", deck, deck.replace("_", " "))
