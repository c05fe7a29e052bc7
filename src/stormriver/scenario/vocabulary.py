"""What a scenario may name: the cards, spaces, seats, marks, asks and keys of a table, each checked with a hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from stormriver.kernel import ask as asks
from stormriver.kernel.events import ROLLED
from stormriver.kernel.marks import TICKS
from stormriver.kernel.table import Table
from stormriver.kernel.translatable import Translatable
from stormriver.language import rendering
from stormriver.language.clauses import Text, phrase
from stormriver.language.source import Node, closest
from stormriver.scenario.event_parts import PARTS, Parts
from stormriver.scenario.families import Families

RESERVED = frozenset(
    {"at", "cup", "deck", "discard", "gold", "hand", "log", "next", "on", "phase", "result", "space", "spent", "turn"}
    | {"none", "true", "false", "null"}
)
"""Names that no seat can have, as they mean something else in a file."""
MOST = 1000
"""No counter, gold or mark is larger than this."""
PLACES = {
    asks.NUMBER: {"number"}, asks.CARD: {"card", "name"}, asks.SPACE: {"space"}, asks.SEAT: {"seat"},
    asks.NAME: {"name", "text"},
}  # fmt: skip
"""The slots in what is said of an option that show which kind of thing its key names."""


class Vocabulary:
    """The names of one table by kind of thing; each rulebook has a subclass.

    Attributes:
        families: which keys asks of each kind may offer.
        messages: the group of messages in which its questions and options are.
        turn_asks: the kinds of asks that only the seat whose turn it is gets.
        others_asks: the kinds of asks that only the other seats get.
        parts: what the numbers of events are.
        kinds: the kinds of events that a scenario may expect.
    """

    messages: str = ""
    turn_asks: frozenset[str] = frozenset()
    others_asks: frozenset[str] = frozenset()
    parts: Parts = PARTS
    kinds: frozenset[str] = frozenset({*PARTS, ROLLED})

    def __init__(self, table: Any, families: Families) -> None:
        self.table = table
        self.families = families
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
        """Return the number of the space called `name`; `node` is where it is named."""
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
        """Return the number of a known name; a name that is not known fails with a hint."""
        if name not in known:
            node.misspelt("no {kind} is called {name!r}", name, known, kind=Translatable(what))
        return known[name]

    def ask(self, node: Node) -> str:
        """Return the kind of ask a node names."""
        if node.text() not in self.families:
            node.misspelt("no ask is called {name!r}", node.text(), self.families)
        return node.text()

    def question(self, kind: str, code: str = "en") -> str:
        """Return the question of a kind of ask in general words of a language, without a certain card."""
        return rendering.language(code).message(f"{self.messages}.question.{kind}", own=phrase("it"), deed=Text(""))

    def who(self, kind: str) -> str:
        """Return who may be asked a question of a kind, in words."""
        if kind in self.turn_asks:
            return Translatable("whose turn it is")
        return Translatable("another seat") if kind in self.others_asks else Translatable("any seat it concerns")

    def event(self, node: Node) -> str:
        """Return the kind of event a node names."""
        if node.text() not in self.kinds:
            node.misspelt("no event is called {name!r}", node.text(), self.kinds)
        return node.text()

    # keys

    def key(self, node: Node, ask: str = "") -> str:
        """Return the option key a node gives; a verb or name that no key can have fails.

        With the kind of ask that the key is for, only what such asks may offer is proposed instead.
        """
        key = node.text()
        verb, colon, argument = key.partition("#")[0].partition(":")
        verbs = self._verbs
        if verb not in verbs:
            node.misspelt("no answer begins with {name!r}", verb, self.verbs(ask))
        kinds = verbs[verb]
        if not colon:
            if asks.NOTHING not in kinds:
                node.fail("{verb!r} says of what: write {verb}: and a name behind it", verb=verb)
        elif argument not in self._arguments(kinds) and not (asks.NUMBER in kinds and argument.isdigit()):
            hint = closest(argument, self._arguments(self.verbs(ask).get(verb, kinds), verb))
            node.fail("{verb!r} is not said of {argument!r}{hint}", verb=verb, argument=argument, hint=hint)
        return key

    def keys(self, entries: Mapping[str, Node], name: str, ask: str) -> tuple[str, ...]:
        """Return the option keys that the entry called `name` gives, one or several; none if it is not there."""
        return tuple(self.key(item, ask) for item in entries[name].many()) if name in entries else ()

    def cards_named(self, key: str) -> list[int]:
        """Return all copies of the card that a key names; none if it names a space, a seat, a text or nothing."""
        verb, _, argument = key.partition("#")[0].partition(":")
        if argument in self._arguments(self._verbs[verb] - {asks.CARD}):
            return []
        return self.cards.get(argument, [])

    def verbs(self, ask: str = "") -> dict[str, set[int]]:
        """Return the verbs of keys, each with the kinds of things it can name: at asks of one kind, or at all."""
        found: dict[str, set[int]] = {}
        for kind in [ask] if ask else self.families:
            for verb in self.families[kind].verbs:
                found.setdefault(verb, set()).update(self.said_of(kind, verb))
        return found

    @cached_property
    def _verbs(self) -> dict[str, set[int]]:
        return self.verbs()

    def said_of(self, ask: str, verb: str) -> set[int]:
        """Return the kinds of things a verb can name at asks of a kind, as far as its wording narrows them down."""
        kinds = self._registered.get(verb, {asks.NOTHING})
        speaker = rendering.language("en")
        said = speaker.known(f"{self.messages}.option.{ask}/{verb}", f"{self.messages}.option.{verb}")
        slots = speaker.slots(said)
        spoken_of = {kind for kind in kinds if slots & PLACES.get(kind, set())}
        return spoken_of | (kinds & {asks.NOTHING}) if spoken_of else kinds

    @cached_property
    def _registered(self) -> dict[str, set[int]]:
        """All verbs with the kinds of things they name in any rulebook."""
        found: dict[str, set[int]] = {}
        number = 0
        while True:
            try:
                name, kind, _ = asks.verb_of(number << asks.ARGUMENT_BITS)
            except IndexError:
                return found
            found.setdefault(name, set()).add(kind)
            number += 1

    def _arguments(self, kinds: Iterable[int], verb: str = "") -> set[str]:
        """Return what of some kinds of things a verb can name, or all there is of them; numbers are not listed.

        A file may use any of them with a verb, as a rule may say that it is never on offer: no Spell is ditched.
        """
        found: set[str] = set()
        for kind in kinds:
            if kind == asks.CARD:
                found |= self.named_cards(verb)
            elif kind == asks.SPACE:
                found |= self.spaces.keys()
            elif kind == asks.SEAT:
                found |= self.seats.keys()
            elif kind == asks.NAME:
                found |= self.named_options(verb)
        return found

    def named_cards(self, verb: str) -> set[str]:
        """Return the cards that a verb can name; all without a verb."""
        return set(self.cards)

    def named_options(self, verb: str) -> set[str]:
        """Return the texts that options with a verb name; all without a verb."""
        return set(self.table.names)


def whole(node: Node, least: int, most: int = MOST) -> int:
    """Return the whole number of a node, or fail if it is not from `least` to `most`."""
    value = node.integer()
    if not least <= value <= most:
        node.fail("{value} is not from {least} to {most}", value=value, least=least, most=most)
    return value


def is_seat_name(name: str) -> bool:
    """Tell whether a scenario can call a seat so: a word that means nothing else in it."""
    return name.isidentifier() and name not in RESERVED


def seat_names(table: Table) -> list[str]:
    """Return what a scenario calls the seats of a table: by their names if all are fit for it."""
    if all(is_seat_name(name) for name in table.seats):
        return list(table.seats)
    return [f"seat{number + 1}" for number in range(len(table.seats))]


def only_so_many(name: str, copies: int) -> Translatable:
    """Return what is wrong with a position that names a thing more often than there are copies of it."""
    if copies == 1:
        return Translatable("there is only 1 of {name!r}, all named before", name=name)
    return Translatable("there are only {copies} of {name!r}, all named before", copies=copies, name=name)
