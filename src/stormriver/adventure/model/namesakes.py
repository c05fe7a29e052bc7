"""Namesakes: cards, spaces and marks that a pack has under the id of another one's, told apart when they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stormriver.language.namespaces import Namespaces
from stormriver.language.source import Entries, Node

NAMED: Final = {"cards": "card", "characters": "card", "spaces": "space", "marks": "mark"}
"""By section of a file, the kind of name that its records have as their id."""
TO_SPACES: Final = ("next", "opposite", "to")
"""The keys of spaces and gates that name spaces."""
OBJECTS: Final = "objects"
"""The key of characters that names cards."""


def with_ids(file: Node, section: str) -> list[tuple[str, Node]]:
    """Return the records of a section of a file that have an id, with that; what has none is refused later."""
    found = []
    listed = file.value.get(section) if isinstance(file.value, dict) else None
    for record in listed.value if listed is not None and isinstance(listed.value, list) else ():
        name = record.value.get("id") if isinstance(record.value, dict) else None
        if name is not None and isinstance(name.value, str):
            found.append((name.value, record))
    return found


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


def in_full(names: Namespaces, section: str, record: Node) -> Node:
    """Return a record with the ids by which all others know it and what it names."""
    if not isinstance(record.value, dict):
        return record
    entries = Entries(record)
    entries.update(record.value)
    if "id" in entries and section in NAMED:
        entries["id"] = names.meant(NAMED[section], entries["id"])
    if OBJECTS in entries:
        entries[OBJECTS] = names.all_meant("card", entries[OBJECTS])
    for key in TO_SPACES:
        if key in entries:
            entries[key] = names.all_meant("space", entries[key])
    if "gates" in entries:
        gates = [in_full(names, "gates", gate) for gate in entries["gates"].many()]
        entries["gates"] = entries["gates"].with_value(gates)
    return record.with_value(entries)
