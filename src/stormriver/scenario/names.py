"""What a scenario may name: the cards, spaces, seats, marks, asks and keys of a table, each checked with a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stormriver.kernel import ask as asks
from stormriver.kernel.events import ROLLED
from stormriver.kernel.marks import TICKS
from stormriver.kernel.table import Table
from stormriver.language.source import Node, closest
from stormriver.scenario.told import PARTS, Parts

RESERVED = frozenset(
    {"at", "cup", "deck", "discard", "gold", "hand", "log", "next", "on", "phase", "result", "space", "spent", "turn"}
    | {"none", "true", "false", "null"}
)
"""What no seat can be called."""
MOST = 1000
"""No counter, gold or mark is larger than this."""


class Vocabulary:
    """The names of one table, by what they are; each rulebook has a vocabulary of its own.

    Attributes:
        questions: the question of each kind of ask.
        options: what options say, by verb, or by kind of ask and verb.
        turn_asks: the kinds of asks of whose turn it is alone.
        others_asks: the kinds of asks of the others alone.
        parts: what the numbers of events are.
        kinds: the kinds of events that a scenario may expect.
    """

    questions: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    turn_asks: frozenset[str] = frozenset()
    others_asks: frozenset[str] = frozenset()
    parts: Parts = PARTS
    kinds: frozenset[str] = frozenset({*PARTS, ROLLED})

    def __init__(self, table: Any) -> None:
        self.table = table
        self.cards: dict[str, list[int]] = {}
        for number, card in enumerate(table.cards):
            self.cards.setdefault(card.id, []).append(number)
        self.spaces = {space.id: number for number, space in enumerate(table.spaces)}
        self.seats = {name: number for number, name in enumerate(table.seats)}
        self.ticks = {number: name for name, number in TICKS.items()}

    def space(self, node: Node) -> int:
        """Return the number of the space a node names."""
        return self.number(node, node.text(), self.spaces, "space")

    def space_called(self, node: Node, name: str) -> int:
        """Return the number of the space called `name`; `node` is what is said of it."""
        return self.number(node, name, self.spaces, "space")

    def seat(self, node: Node) -> int:
        """Return the number of the seat a node names."""
        return self.number(node, node.text(), self.seats, "seat")

    def card(self, node: Node) -> str:
        """Return the id of the card a node names."""
        self.number(node, node.text(), dict.fromkeys(self.cards, 0), "card")
        return node.text()

    def mark(self, node: Node, name: str) -> int:
        """Return the number of the kind of mark called `name`; `node` is where it is named."""
        return self.number(node, name, self.table.mark_ids, "mark")

    def pile(self, node: Node, name: str) -> int:
        """Return the zone of the pile called `name`, which may be shuffled; `node` is where it is named."""
        raise NotImplementedError

    def number(self, node: Node, name: str, known: dict[str, int], what: str) -> int:
        """Return the number by which something is known, or fail with a hint."""
        if name not in known:
            node.fail(f"no {what} is called {name!r}{closest(name, known)}")
        return known[name]

    def ask(self, node: Node) -> str:
        """Return the kind of ask a node names."""
        if node.text() not in self.questions:
            node.fail(f"no ask is called {node.text()!r}{closest(node.text(), self.questions)}")
        return node.text()

    def question(self, kind: str) -> str:
        """Return the question of a kind of ask, with nothing of a certain card in it."""
        return self.questions[kind]

    def who(self, kind: str) -> str:
        """Return who may be asked a question of a kind, in words."""
        if kind in self.turn_asks:
            return "whose turn it is"
        return "another seat" if kind in self.others_asks else "any seat it concerns"

    def event(self, node: Node) -> str:
        """Return the kind of event a node names."""
        if node.text() not in self.kinds:
            node.fail(f"no event is called {node.text()!r}{closest(node.text(), self.kinds)}")
        return node.text()

    # keys

    def key(self, node: Node) -> str:
        """Return the option key a node gives; a verb or name that no key can have fails."""
        key = node.text()
        verb, colon, argument = key.partition("#")[0].partition(":")
        verbs = self.verbs()
        if verb not in verbs:
            node.fail(f"no answer begins with {verb!r}{closest(verb, verbs)}")
        kinds = verbs[verb]
        if not colon:
            if asks.NOTHING not in kinds:
                node.fail(f"{verb!r} says of what: write {verb}: and a name behind it")
            return key
        known: set[str] = set()
        for kind in kinds:
            if kind == asks.NUMBER and argument.isdigit():
                return key
            known |= self._arguments(kind)
        if argument not in known:
            node.fail(f"{verb!r} is not said of {argument!r}{closest(argument, known)}")
        return key

    def cards_named(self, key: str) -> list[int]:
        """Return all copies of the card that a key names; none if it names a space, a seat, a text or nothing."""
        verb, _, argument = key.partition("#")[0].partition(":")
        others = self.verbs()[verb] - {asks.CARD}
        if any(argument in self._arguments(kind) for kind in others):
            return []
        return self.cards.get(argument, [])

    def _arguments(self, kind: int) -> set[str]:
        if kind == asks.CARD:
            return set(self.cards)
        if kind == asks.SPACE:
            return set(self.spaces)
        if kind == asks.SEAT:
            return set(self.seats)
        if kind == asks.NAME:
            return self.named_options()
        return set()

    def named_options(self) -> set[str]:
        """Return the texts that options name."""
        return set(self.table.names)

    def verbs(self) -> dict[str, set[int]]:
        """Return the verbs of keys, each with what it may be said of."""
        found: dict[str, set[int]] = {}
        number = 0
        while True:
            try:
                name, kind, _ = asks.verb_of(number << asks.ARGUMENT_BITS)
            except IndexError:
                return found
            found.setdefault(name, set()).add(kind)
            number += 1


def whole(node: Node, least: int, most: int = MOST) -> int:
    """Return the whole number of a node, or fail if it is not from `least` to `most`."""
    value = node.integer()
    if not least <= value <= most:
        node.fail(f"{value} is not from {least} to {most}")
    return value


def is_seat_name(name: str) -> bool:
    """Tell whether a scenario can call a seat so: a word that means nothing else in it."""
    return name.isidentifier() and name not in RESERVED


def seat_names(table: Table) -> list[str]:
    """Return what a scenario calls the seats of a table: by their names if all are fit for it."""
    if all(is_seat_name(name) for name in table.seats):
        return list(table.seats)
    return [f"seat{number + 1}" for number in range(len(table.seats))]
