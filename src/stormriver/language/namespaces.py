"""Namespaces: what two packs call alike. The later one's is `PACK.ID` to all others, and `ID` in its own files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from stormriver.language.grammar import Names
from stormriver.language.source import Node

if TYPE_CHECKING:
    from stormriver.kernel.table import Table

THING: Final = "thing"
"""The kind of all names that words may speak of, whatever they name."""
DOT: Final = "."


class Namespaces(Names):
    """The names of a loader, by which the files of each pack mean what their own pack has before all else.

    Attributes:
        own: by the folder of a pack and kind of name, how all others call what it has under a name of another's.
        ids: by the id of a pack and kind of name, the names that it gives, as it gives them.
        full: all names that begin with the id of a pack.
    """

    def __init__(self, table: Table, modules: Sequence[str] = ()) -> None:
        super().__init__(table, modules)
        self.own: dict[str, dict[str, dict[str, str]]] = {}
        self.ids: dict[str, dict[str, set[str]]] = {}
        self.full: set[str] = set()

    def given(self, folder: str, pack: str, kind: str, name: str, taken: bool) -> None:
        """Note that a pack gives a name.

        Args:
            folder: the folder of the pack, by which its files are told.
            pack: its id.
            kind: of the name, e.g. `card`.
            name: as it stands in the file.
            taken: whether another pack has given it to something else.
        """
        for kind_ in (kind, THING):
            self.ids.setdefault(pack, {}).setdefault(kind_, set()).add(name)
            if taken:
                self.own.setdefault(folder, {}).setdefault(kind_, {})[name] = f"{pack}{DOT}{name}"
                self.full.add(f"{pack}{DOT}{name}")

    def meant(self, kind: str, node: Node) -> Node:
        """Return a node with the name that it means: of its own pack first, of the pack that it names by its id."""
        name = node.value
        if not isinstance(name, str):
            return node
        own = self.own.get(node.file.partition("/")[0], {}).get(kind, {}).get(name)
        if own is not None:
            return node.with_value(own)
        pack, dot, plain = name.partition(DOT)
        if dot and name not in self.kinds.get(kind, {}) and plain in self.ids.get(pack, {}).get(kind, ()):
            return node.with_value(plain)
        return node

    def all_meant(self, kind: str, node: Node) -> Node:
        """Return a node with the names that it means, one or a list of them."""
        if isinstance(node.value, list):
            return node.with_value([self.meant(kind, item) for item in node.value])
        return self.meant(kind, node)

    def number(self, kind: str, node: Node) -> int:
        """Return the number of the name that a node means; see `Names.number`."""
        return super().number(kind, self.meant(kind, node))

    def check(self, kind: str, node: Node) -> str:
        """Return the name that a node means, if there is one of the kind; see `Names.check`."""
        meant = self.meant(kind, node)
        super().number(kind, meant)
        return meant.text()
