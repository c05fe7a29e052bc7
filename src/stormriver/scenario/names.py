"""What a scenario may name: the cards, spaces, seats, marks and keys of a table, each checked with a hint."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure.table import AdventureTable
from stormriver.adventure.wording import QUESTIONS
from stormriver.adventure.words.states import PutMark, Transform
from stormriver.kernel import ask as asks
from stormriver.kernel.marks import NEVER, OWN_TURN_END, TICKS
from stormriver.language.source import Node, closest


class Vocabulary:
    """The names of one table, by what they are."""

    def __init__(self, table: AdventureTable) -> None:
        self.table = table
        self.cards: dict[str, list[int]] = {}
        for number, card in enumerate(table.cards):
            self.cards.setdefault(card.id, []).append(number)
        self.spaces = {space.id: number for number, space in enumerate(table.spaces)}
        self.decks = {deck.id: number for number, deck in enumerate(table.decks)}
        self.seats = {name: number for number, name in enumerate(table.seats)}
        self.ticks = {number: name for name, number in TICKS.items()}

    def space(self, node: Node) -> int:
        """Return the number of the space a node names."""
        return self._number(node, node.text(), self.spaces, "space")

    def deck(self, node: Node, name: str) -> int:
        """Return the number of the deck called `name`; `node` is where it is named."""
        return self._number(node, name, self.decks, "deck")

    def seat(self, node: Node) -> int:
        """Return the number of the seat a node names."""
        return self._number(node, node.text(), self.seats, "seat")

    def card(self, node: Node) -> str:
        """Return the id of the card a node names."""
        if node.text() not in self.cards:
            node.fail(f"no card is called {node.text()!r}{closest(node.text(), self.cards)}")
        return node.text()

    def mark(self, node: Node, name: str) -> int:
        """Return the number of the kind of mark called `name`; `node` is where it is named."""
        return self._number(node, name, self.table.mark_ids, "mark")

    def _number(self, node: Node, name: str, known: dict[str, int], what: str) -> int:
        if name not in known:
            node.fail(f"no {what} is called {name!r}{closest(name, known)}")
        return known[name]

    def counted(self, kind: int) -> tuple[int, bool]:
        """Return which moment ends a mark of a kind, and whether it is spoken of in turns rather than in amounts.

        That is how the first word of the packs that puts the mark does it; NEVER if none does.
        """
        if kind in self.table.forms:
            return OWN_TURN_END, True
        for word in self.table.words:
            if isinstance(word, PutMark) and word.kind == kind:
                return TICKS[word.until], word.turns > 0
            if isinstance(word, Transform) and word.form == kind:
                return OWN_TURN_END, True
        return NEVER, False

    def ask(self, node: Node) -> str:
        """Return the kind of ask a node names."""
        if node.text() not in QUESTIONS:
            node.fail(f"no ask is called {node.text()!r}{closest(node.text(), QUESTIONS)}")
        return node.text()

    def key(self, node: Node) -> str:
        """Return the option key a node gives; a verb or name that no key can have fails."""
        key = node.text()
        verb, colon, argument = key.partition("#")[0].partition(":")
        verbs = self._verbs()
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

    def _arguments(self, kind: int) -> set[str]:
        if kind == asks.CARD:
            return set(self.cards)
        if kind == asks.SPACE:
            return set(self.spaces)
        if kind == asks.SEAT:
            return set(self.seats)
        if kind == asks.NAME:
            return {*self.table.names, *self._acts()}
        return set()

    def _acts(self) -> set[str]:
        """Return what acts are called; the table learns their names only when one is offered."""
        acts = {act.key for found in self.table.acts.values() for act in found if act.key}
        return acts | {self.table.source_id(source) for source in self.table.acts}

    def _verbs(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        number = 0
        while True:
            try:
                name, kind, _ = asks.verb_of(number << asks.ARGUMENT_BITS)
            except IndexError:
                break
            found.setdefault(name, set()).add(kind)
            number += 1
        for act in self.table.acts.get(self.table.rule_source, ()):
            found.setdefault(act.key, set()).add(asks.NOTHING)
        return found


@lru_cache(maxsize=64)
def vocabulary(table: AdventureTable) -> Vocabulary:
    """Return the names of a table; the same one for the same table."""
    return Vocabulary(table)
