"""Decoders that rulebooks make for their own kinds of names and records."""

from __future__ import annotations

from stormriver.language.grammar import Names, Word, read_record
from stormriver.language.source import Node, each


class Numbered:
    """A decoder that reads a name of some kind as the number it stands for."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # of name, see `Names.add`

    def __call__(self, names: Names, node: Node) -> int:
        return names.number(self.kind, node)


class Named:
    """A decoder that reads a known name of some kind, and keeps it as text."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # of name, see `Names.add`

    def __call__(self, names: Names, node: Node) -> str:
        return names.check(self.kind, node)


class Records:
    """A decoder that reads a list of records, or a single one without a list."""

    def __init__(self, cls: type[Word]) -> None:
        self.cls = cls

    def __call__(self, names: Names, node: Node) -> tuple[Word, ...]:
        return tuple(each(node.many(), lambda item: read_record(names, item, self.cls)))
