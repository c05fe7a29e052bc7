"""The answers of a scenario: which ask each is meant for, what it answers, and what must not be on offer there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stormriver.kernel.ask import Ask
from stormriver.kernel.state import NONE
from stormriver.language.source import Node
from stormriver.scenario.flow import flow
from stormriver.scenario.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of a file, or (without a key) a look at what an ask offers.

    Attributes:
        node: where the file has it.
        key: what is answered; empty: nothing.
        seat: who is asked; NONE: whoever is.
        ask: the kind of ask; empty: whatever kind.
        offered: what must be on offer at this ask.
        refused: what must not be on offer from this ask to that of the next entry.
        before: what must not be on offer from the answer before to this ask.
    """

    node: Node
    key: str
    seat: int
    ask: str
    offered: tuple[str, ...]
    refused: tuple[str, ...]
    before: tuple[str, ...] = ()

    def fits(self, ask: Ask) -> bool:
        """Tell whether the entry is meant for an ask: seat and kind agree, and the key is on offer."""
        return self.names(ask) and (not self.key or self.key in ask.keys)

    def names(self, ask: Ask) -> bool:
        """Tell whether seat and kind of the entry, as far as it gives them, are those of an ask."""
        return self.seat in (NONE, ask.seat) and self.ask in ("", ask.kind)

    def missing(self, ask: Ask) -> list[str]:
        """Return the keys that must be on offer and are not."""
        return [key for key in self.offered if key not in ask.keys]

    def text(self) -> str:
        """Return the entry as the file has it."""
        return flow(self.node.plain())


def read_answers(names: Vocabulary, node: Node | None) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the answers of a file, and what is refused behind the last of them.

    An entry that only refuses, and names neither seat nor kind of ask, belongs to the entry that follows.
    """
    entries: list[Entry] = []
    waiting: tuple[str, ...] = ()
    for item in node.items() if node is not None else ():
        entry = _entry(names, item)
        if not entry.key and entry.seat == NONE and not entry.ask:
            waiting += entry.refused
        else:
            entries.append(replace(entry, before=waiting))
            waiting = ()
    return tuple(entries), waiting


def _entry(names: Vocabulary, node: Node) -> Entry:
    if not isinstance(node.value, dict):
        return Entry(node, names.key(node), NONE, "", (), ())
    entries = node.only("seat", "ask", "key", "offered", "refused")
    if not entries.keys() & {"key", "offered", "refused"}:
        node.fail("an answer gives a key, or says what must be on offer (`offered`) or must not (`refused`)")
    seat = names.seat(entries["seat"]) if "seat" in entries else NONE
    ask = names.ask(entries["ask"]) if "ask" in entries else ""
    key = names.key(entries["key"], ask) if "key" in entries else ""
    offered, refused = names.keys(entries, "offered", ask), names.keys(entries, "refused", ask)
    if offered and not key and seat == NONE and not ask:
        node.fail("say at which ask it must be on offer: with the `key` that is answered there, a `seat` or an `ask`")
    for wrong in refused:
        if wrong in (key, *offered):
            if wrong == key:
                node.fail("{key!r} cannot be the answer and refused as well", key=wrong)
            node.fail("{key!r} cannot be offered and refused as well", key=wrong)
    return Entry(node, key, seat, ask, offered, refused)
