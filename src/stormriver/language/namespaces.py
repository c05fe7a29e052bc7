"""Namespaces: what two packs call alike is `PACK.ID` to all others of the later one, and `ID` in its own files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stormriver.language.grammar import Names
from stormriver.language.namesakes import Namesakes
from stormriver.language.source import Entries, Node

if TYPE_CHECKING:
    from stormriver.kernel.table import Table


class Namespaces(Names):
    """The names of a loader, by which the files of each pack mean what their own pack has before all else.

    Attributes:
        namesakes: the names that packs give.
        named: by section of a file, under which keys its records name what; their own ids are `id`.
    """

    def __init__(
        self,
        table: Table,
        modules: Sequence[str],
        namesakes: Namesakes,
        named: Mapping[str, Mapping[str, str]],
    ) -> None:
        super().__init__(table, modules)
        self.namesakes = namesakes
        self.named = named
        self.sound: set[str] = set()  # ids that can stand in keys

    def meant(self, kind: str, node: Node) -> Node:
        """Return a node with the names that it means, one or a list of them: see `Namesakes.meant`."""
        if isinstance(node.value, list):
            return node.with_value([self.meant(kind, item) for item in node.value])
        if not isinstance(node.value, str):
            return node
        name = self.namesakes.meant(kind, node.value, node.file.partition("/")[0])
        return node if name == node.value else node.with_value(name)

    def number(self, kind: str, node: Node) -> int:
        """Return the number of the name that a node means; see `Names.number`."""
        return super().number(kind, self.meant(kind, node))

    def check(self, kind: str, node: Node) -> str:
        """Return the name that a node means, if there is one of the kind; see `Names.check`."""
        return super().check(kind, self.meant(kind, node))

    def in_full(self, section: str, record: Node) -> Node:
        """Return a record with the names by which all others know it and what it names."""
        if not isinstance(record.value, dict):
            return record
        entries = Entries(record)
        entries.update(record.value)
        for key, kind in self.named.get(section, {}).items():
            if key in entries:
                entries[key] = self.meant(kind, entries[key])
        for key in self.named.keys() & entries.keys():  # records of another section inside it, as gates of a space
            entries[key] = entries[key].with_value([self.in_full(key, inner) for inner in entries[key].many()])
        return record.with_value(entries)

    def id_of(self, record: Node) -> str:
        """Return the id of a record; BadContent if it has none, or one that could not stand in keys."""
        entries = record.mapping()
        if "id" not in entries:
            record.fail("the key {key!r} is missing", key="id")
        name = entries["id"].text()
        if name in self.sound or name in self.namesakes.full:
            return name
        if not name.replace("_", "a").isalnum() or name != name.lower() or name[0].isdigit():
            entries["id"].fail("an id is made of small letters, digits and underscores, not {name!r}", name=name)
        self.sound.add(name)
        return name


def with_ids(file: Node, section: str) -> list[tuple[str, Node]]:
    """Return the records of a section of a file that have an id, with that; what has none is refused later."""
    found = []
    listed = file.value.get(section) if isinstance(file.value, dict) else None
    for record in listed.value if listed is not None and isinstance(listed.value, list) else ():
        name = record.value.get("id") if isinstance(record.value, dict) else None
        if name is not None and isinstance(name.value, str):
            found.append((name.value, record))
    return found
