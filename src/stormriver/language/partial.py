"""Reading on behind faults: of a record with one as much is kept as others need, so that these can be checked too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from stormriver.kernel.errors import BadContent
from stormriver.language.grammar import Names, Word, blank, fields, read_record
from stormriver.language.source import Faults, Node

W = TypeVar("W", bound=Word)


class PartialReader:
    """Reads records, and notes the faults of those that have any.

    Attributes:
        faults: where they are noted.
        spoilt: what could be read of a record with a fault, and where it stands; it is not to be checked further.
    """

    def __init__(self, names: Names, faults: Faults) -> None:
        self.names = names
        self.faults = faults
        self.spoilt: dict[Word, Node] = {}

    def read(self, node: Node, cls: type[W], read: Callable[[Node, W], object] | None = None) -> W:
        """Return what a record says, or as much of it as is sound.

        Args:
            node: the record.
            cls: what it is.
            read: fills a blank one, and raises BadContent for what is wrong; `read_record` if not said.
        """
        word = blank(cls)
        try:
            if read is None:
                read_record(self.names, node, cls, word)
            else:
                read(node, word)
        except BadContent as fault:
            self.faults.found.append(fault)
            self._spoil(word, node)
        return word

    def each(self, nodes: Iterable[Node], cls: type[W], read: Callable[[Node, W], object] | None = None) -> list[W]:
        """Return what each of some records says, in the same order; see `read`."""
        return [self.read(node, cls, read) for node in nodes]

    def sound(self, words: Sequence[W]) -> list[W]:
        """Return those of some records that have no fault."""
        return [word for word in words if word not in self.spoilt]

    def said(self) -> set[str]:
        """Return all words in the records that have a fault, which may ask for something once they are mended."""
        return {text for node in self.spoilt.values() for text in _texts(node)}

    def _spoil(self, word: Word, node: Node) -> None:
        """Keep what was read of a record with a fault; where a text is missing, its id stands."""
        self.spoilt[word] = node
        said = node.value.get("id") if isinstance(node.value, dict) else None
        name = said.value if said is not None and isinstance(said.value, str) else ""
        for field, kind in fields(type(word)).items():
            if kind == "str" and not hasattr(word, field):
                setattr(word, field, name)


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node.value, str):
        yield node.value
    elif isinstance(node.value, (list, dict)):
        if isinstance(node.value, dict):
            yield from node.value
        for inner in node.value.values() if isinstance(node.value, dict) else node.value:
            yield from _texts(inner)
