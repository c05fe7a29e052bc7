"""The answers of a scenario: which ask each is meant for, what it answers, and what must not be on offer there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stormriver.kernel.ask import Ask
from stormriver.kernel.state import NONE
from stormriver.language.source import Node
from stormriver.scenario.flow import flow
from stormriver.scenario.names import Vocabulary


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of a file, or (without a key) a look at what an ask does not offer."""

    node: Node
    key: str  # empty: it answers nothing
    seat: int  # NONE: whoever is asked
    ask: str  # empty: whatever kind of ask
    refused: tuple[str, ...]

    def fits(self, ask: Ask) -> bool:
        """Tell whether the entry is meant for an ask: seat and kind agree, and the key is on offer."""
        return self.names(ask) and (not self.key or self.key in ask.keys)

    def names(self, ask: Ask) -> bool:
        """Tell whether seat and kind of the entry, as far as it gives them, are those of an ask."""
        return self.seat in (NONE, ask.seat) and self.ask in ("", ask.kind)

    def wrongly_offered(self, ask: Ask) -> list[str]:
        """Return the keys that must not be on offer and are."""
        return [key for key in self.refused if key in ask.keys]

    def text(self) -> str:
        """Return the entry as the file has it."""
        return flow(self.node.plain())


def read_answers(names: Vocabulary, node: Node | None) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the answers of a file, and what its last entry refuses at all asks that follow.

    An entry that only refuses, and names neither seat nor kind of ask, is about the ask that the next entry answers.
    """
    entries: list[Entry] = []
    waiting: tuple[str, ...] = ()
    for item in node.items() if node is not None else ():
        entry = _entry(names, item)
        if not entry.key and entry.seat == NONE and not entry.ask:
            waiting += entry.refused
        else:
            entries.append(replace(entry, refused=waiting + entry.refused))
            waiting = ()
    return tuple(entries), waiting


def _entry(names: Vocabulary, node: Node) -> Entry:
    if not isinstance(node.value, dict):
        return Entry(node, names.key(node), NONE, "", ())
    entries = node.only("seat", "ask", "key", "refused")
    if "key" not in entries and "refused" not in entries:
        node.fail("an answer gives a key, or with `refused` what must not be on offer")
    key = names.key(entries["key"]) if "key" in entries else ""
    refused = tuple(names.key(item) for item in entries["refused"].many()) if "refused" in entries else ()
    if key in refused:
        node.fail(f"{key!r} cannot be the answer and refused as well")
    seat = names.seat(entries["seat"]) if "seat" in entries else NONE
    return Entry(node, key, seat, names.ask(entries["ask"]) if "ask" in entries else "", refused)
