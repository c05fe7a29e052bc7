"""The kinds of fields that the words of the adventure games have, and how each is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NewType, Protocol, cast

from stormriver.adventure.model.columns import COUNTERS
from stormriver.language.grammar import Effect, Names, Value, read_effect, read_value, register
from stormriver.language.source import Node, closest


class DeckFacts(Protocol):
    """What is to be known of a deck in order to read of it."""

    id: str
    is_: tuple[str, ...]
    hidden: bool
    lays: bool


class SetUp(Protocol):
    """A table, as far as it is there while its definitions are read."""

    options: dict[str, object]

    @property
    def decks(self) -> Sequence[DeckFacts]: ...


SpaceRef = NewType("SpaceRef", int)  # one space, by its number
ChosenSpace = NewType("ChosenSpace", int)  # one space, or `chosen`
MarkRef = NewType("MarkRef", int)  # one kind of mark
NumberRef = NewType("NumberRef", int)  # one of the numbers that hooks may modify
DeckRef = NewType("DeckRef", int)  # one deck
DeckRefs = NewType("DeckRefs", tuple)  # type: ignore[type-arg]  # several decks, by their ids or what they are
CardRef = NewType("CardRef", int)  # a card by its id, whichever copy
FetchedCard = NewType("FetchedCard", int)  # a card by its id, or `any`
Copies = NewType("Copies", int)  # how many, or the option that says it
OptionRef = NewType("OptionRef", str)  # an option of the preset
Purpose = NewType("Purpose", str)  # what a die is rolled for
Who = NewType("Who", int)  # which seats
Things = NewType("Things", frozenset)  # type: ignore[type-arg]  # ids, kinds and tags; empty: any
CreatureKinds = NewType("CreatureKinds", frozenset)  # type: ignore[type-arg]  # what kinds a creature is of
AlignmentTable = NewType("AlignmentTable", dict)  # type: ignore[type-arg]  # alignment: Effect
VisitTable = NewType("VisitTable", dict)  # type: ignore[type-arg]  # name: Effect
Column = NewType("Column", int)  # a counter of a seat
Alignment = NewType("Alignment", int)
Amounts = NewType("Amounts", dict)  # type: ignore[type-arg]  # column: Value, or ALL
Prices = NewType("Prices", dict)  # type: ignore[type-arg]  # card id: gold; empty: each card's own
DieTable = NewType("DieTable", tuple)  # type: ignore[type-arg]  # (lowest, highest, Effect) each

WHO = ("you", "target", "all", "others", "region", "anyone", "any_other", "here", "nobody", "active", "nearby")
YOU, TARGET, ALL_SEATS, OTHERS, REGION, ANYONE, ANY_OTHER, HERE, NOBODY, ACTIVE, NEARBY = map(Who, range(len(WHO)))

WHO_ENGLISH = (
    "you", "that character", "every character", "every other character", "every character in this Region",
    "any character", "any other character", "every character on this space", "nobody",
    "the character whose turn it is", "any other character in this Region",
)  # fmt: skip


UpTo = NewType("UpTo", Value)  # a value, or `all`


class Everything(Value):
    """As many as there are; written `all`."""

    def of(self, game: object, frame: object) -> int:
        return 1 << 20

    def english(self) -> str:
        return "all"


EVERYTHING = UpTo(Everything())


def _choice(words: tuple[str, ...], what: str, node: Node) -> int:
    name = node.text()
    if name not in words:
        node.fail(f"no {what} is called {name!r}{closest(name, words)}")
    return words.index(name)


def _things(names: Names, node: Node) -> frozenset[str]:
    if node.value == "any":
        return frozenset()
    return frozenset(names.check("thing", item) for item in node.many())


def _amounts(names: Names, node: Node) -> dict[int, Value]:
    amounts: dict[int, Value] = {}
    for key, value in node.mapping().items():
        if key not in COUNTERS:
            value.fail(f"nothing is counted as {key!r}{closest(key, COUNTERS)}")
        amounts[COUNTERS[key]] = EVERYTHING if value.value == "all" else read_value(names, value)
    return amounts


def _prices(names: Names, node: Node) -> dict[int, int]:
    prices: dict[int, int] = {}
    if node.value == "printed":
        return prices
    for key, value in node.mapping().items():
        card = names.number("card", Node(key, value.file, value.line, value.path))
        prices[card] = value.integer()
    return prices


def _table(names: Names, node: Node) -> tuple[tuple[int, int, Effect], ...]:
    rows = []
    for key, value in node.mapping().items():
        low, dash, high = key.partition("-")
        if not low.isdigit() or (dash and not high.isdigit()):
            value.fail(f"{key!r} is no result of dice; write 4 or 2-3")
        rows.append((int(low), int(high or low), read_effect(names, value)))
    rows.sort(key=lambda row: row[0])
    for before, after in pairwise(rows):
        if after[0] != before[1] + 1:
            node.fail(f"the table goes from {before[1]} to {after[0]}; each result must stand in it once")
    return tuple(rows)


def _by_alignment(names: Names, node: Node) -> dict[int, Effect]:
    entries = node.only("good", "neutral", "evil")
    return {("good", "neutral", "evil").index(key): read_effect(names, value) for key, value in entries.items()}


def _visits(names: Names, node: Node) -> dict[int, Effect]:
    return {names.table.add_name(key): read_effect(names, value) for key, value in node.mapping().items()}


def _decks(names: Names, node: Node) -> tuple[int, ...]:
    """Read decks by their ids, by what several of them are, or `any` of those drawn from face down.

    A tag that no deck bears stands for none: the decks may come with another pack.
    """
    found: dict[int, None] = {}
    table = cast(SetUp, names.table)
    for item in node.many():
        name = item.text()
        group = [number for number, deck in enumerate(table.decks) if name in deck.is_]
        if name == "any":
            group = [n for n, d in enumerate(table.decks) if d.hidden and d.id != "characters" and not d.lays]
        if not group and name in names.kinds["thing"] and name not in names.kinds["deck"]:
            continue
        for number in group or [names.number("deck", item)]:
            found[number] = None
    return tuple(found)


def _copies(names: Names, node: Node) -> int:
    """Read how many copies there are: a number, or `{option: NAME}`."""
    if not isinstance(node.value, dict):
        return node.integer()
    option = names.check("option", node.only("option")["option"])
    value = cast(SetUp, names.table).options[option]
    if isinstance(value, bool) or not isinstance(value, int):
        node.fail(f"the option {option} is no number")
    return value


def _column(names: Names, node: Node) -> int:
    return list(COUNTERS.values())[_choice(tuple(COUNTERS), "counter", node)]


register(SpaceRef, lambda names, node: names.number("space", node))
register(ChosenSpace, lambda names, node: -1 if node.value == "chosen" else names.number("space", node))
register(MarkRef, lambda names, node: names.number("mark", node))
register(NumberRef, lambda names, node: names.number("number", node))
register(DeckRef, lambda names, node: names.number("deck", node))
register(DeckRefs, _decks)
register(CardRef, lambda names, node: names.number("card", node))
register(FetchedCard, lambda names, node: -1 if node.value == "any" else names.number("card", node))
register(Copies, _copies)
register(OptionRef, lambda names, node: names.check("option", node))
register(Purpose, lambda names, node: names.check("purpose", node))
register(Who, lambda names, node: _choice(WHO, "choice of seats", node))
register(Things, _things)
register(CreatureKinds, _things)
register(AlignmentTable, _by_alignment)
register(VisitTable, _visits)
register(Column, _column)
register(Alignment, lambda names, node: _choice(("good", "neutral", "evil"), "alignment", node))
register(Amounts, _amounts)
register(UpTo, lambda names, node: EVERYTHING if node.value == "all" else read_value(names, node))
register(Prices, _prices)
register(DieTable, _table)
