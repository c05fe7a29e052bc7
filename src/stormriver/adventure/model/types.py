"""The kinds of fields that the words of the adventure games have, and how each is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple, NewType, Protocol, cast

from stormriver.adventure.model.needs import A_CAST, A_CHOSEN_SPACE, A_TARGET, THAT_CARD, THIS_CARD
from stormriver.kernel.frames import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.clauses import Part, phrase
from stormriver.language.decoders import Named, Numbered
from stormriver.language.grammar import Effect, Names, Value, read_amount, read_effect, register
from stormriver.language.needs import Need, register_need
from stormriver.language.source import Node, each


class DeckFacts(Protocol):
    """The facts about a deck that are needed to read references to it."""

    id: str
    is_: tuple[str, ...]
    hidden: bool
    lays: str


class SetUp(Protocol):
    """The part of a table that exists already while its definitions are read."""

    options: dict[str, object]

    @property
    def decks(self) -> Sequence[DeckFacts]:
        """The decks, by number."""


SpaceRef = NewType("SpaceRef", int)  # one space, by its number
ChosenSpace = NewType("ChosenSpace", int)  # one space, `chosen` or `here`
SpaceOrThis = NewType("SpaceOrThis", int)  # one space, or `this` card
Spot = NewType("Spot", int)  # one space, `here`, `chosen`, or `this` card
Lies = frozenset[str]  # one kind of counters, or things
SpotsOrThis = frozenset[str]  # spaces as above, or `this` card
Spots = frozenset[str]  # spaces by things; or `here` or `chosen`
MarkRef = NewType("MarkRef", int)  # one kind of mark
CycleRef = NewType("CycleRef", str)  # a cycle of marks, of which one lies on the table at a time
NumberRef = NewType("NumberRef", int)  # one of the numbers that hooks may modify
DeckRef = NewType("DeckRef", int)  # one deck
DeckRefs = tuple[int, ...]  # several decks, by their ids or what they are
CardRef = NewType("CardRef", int)  # a card by its id, whichever copy
CardOrThis = NewType("CardOrThis", int)  # a card by its id, `this` one, or `any`
FetchedCard = NewType("FetchedCard", int)  # a card by its id, or `any`
Copies = NewType("Copies", int)  # how many, or the option that says it
OptionRef = NewType("OptionRef", str)  # an option of the preset
Purpose = NewType("Purpose", str)  # what a die is rolled for
Who = NewType("Who", int)  # which seats
Things = frozenset[str]  # ids, kinds and tags; empty: any
Cards = frozenset[str]  # `this` card, `that` card, or one's belongings that are one of the things
ThingsOrThis = frozenset[str]  # things, or `this` card
ThingsOrAll = frozenset[str]  # things, or `all` there are
Around = frozenset[str]  # spaces by things; empty: `here`
CreatureKinds = frozenset[str]  # what kinds a creature is of
AlignmentTable = dict[int, Effect]  # alignment: Effect
VisitTable = dict[int, Effect]  # name: Effect
Column = NewType("Column", int)  # a counter of a seat
Alignment = NewType("Alignment", int)
Amounts = dict[int, Value]  # column: Value, or `all`
Counts = dict[int, Value]  # column: Value
Dice = NewType("Dice", Value)  # how many dice
Prices = dict[int, int]  # card id: gold; empty: each card's own
DieTable = tuple[tuple[int, int, Effect], ...]  # (lowest, highest, Effect) each
TableOrDice = DieTable | Value  # a table, or how many dice

# what stands for a field that is left out
NOWHERE: Final = SpaceRef(NONE)
CHOSEN_SPACE: Final = ChosenSpace(NONE)
HERE_SPACE: Final = ChosenSpace(-2)
NEITHER: Final = SpaceOrThis(NONE)
ON_THIS: Final = SpaceOrThis(-2)
NO_SPOT: Final = Spot(NONE)
THIS_CARD_SPOT: Final = Spot(-2)
HERE_SPOT: Final = Spot(-3)
CHOSEN_SPOT: Final = Spot(-4)
NO_SPOTS: Final[Spots] = frozenset({"nothing"})  # where no space is named
THIS_SPOTS: Final[Spots] = frozenset({"this"})  # of counters: this card
HERE_SPOTS: Final[Spots] = frozenset({"here"})
CHOSEN_SPOTS: Final[Spots] = frozenset({"chosen"})
NO_DECK: Final = DeckRef(NONE)
ANY_CARD: Final = -1  # of a FetchedCard or CardOrThis
THIS_ONE: Final = CardOrThis(-2)
ONE_COPY: Final = Copies(1)
NO_PURPOSE: Final = Purpose("")
NO_AMOUNTS: Final[Amounts] = {}
ANYTHING: Final[Things] = frozenset()
THIS: Final[Cards] = frozenset({"this"})  # the card that says so
THAT: Final[Cards] = frozenset({"that"})  # the card just chosen, gained or fetched
NO_CARD: Final[Cards] = frozenset({"nothing"})  # where no card is named
SPELL: Final[Things] = frozenset({"spell"})
ALL_OF_THEM: Final[ThingsOrAll] = frozenset({"all"})

WHO: Final = (
    "you",
    "target",
    "all",
    "others",
    "region",
    "anyone",
    "any_other",
    "here",
    "nobody",
    "active",
    "nearby",
    "beside",
    "next",
    "previous",
    "caster",
)
YOU: Final = Who(0)
TARGET: Final = Who(1)
ALL_SEATS: Final = Who(2)
OTHERS: Final = Who(3)
REGION: Final = Who(4)
ANYONE: Final = Who(5)
ANY_OTHER: Final = Who(6)
HERE: Final = Who(7)
NOBODY: Final = Who(8)
ACTIVE: Final = Who(9)
NEARBY: Final = Who(10)
BESIDE: Final = Who(11)
NEXT: Final = Who(12)
PREVIOUS: Final = Who(13)
CASTER: Final = Who(14)

ALIGNMENTS: Final = ("good", "neutral", "evil")

MOST_DICE: Final = 100
"""How many dice are rolled at once, at most."""

UpTo = NewType("UpTo", Value)  # a value, or `all`


class Gift(NamedTuple):
    """What is given: cards, or gold."""

    cards: Cards
    gold: Value | None = None


class Everything(Value):
    """The value `all`: as many as there are."""

    def of(self, game: object, context: object) -> int:
        return 1 << 20

    def clause(self) -> Part:
        return phrase("everything")


EVERYTHING: Final = UpTo(Everything())


def _choice(words: tuple[str, ...], what: str, node: Node) -> int:
    name = node.text()
    if name not in words:
        node.misspelt("no {kind} is called {name!r}", name, words, kind=Translatable(what))
    return words.index(name)


def read_things(names: Names, node: Node) -> frozenset[str]:
    """Return the ids, kinds and tags that a node names; none for `any`."""
    if node.value == "any":
        return frozenset()
    return frozenset(names.check("thing", item) for item in node.many())


def _cards(names: Names, node: Node) -> frozenset[str]:
    return THAT if node.value == "that" else _things_or_this(names, node)


def _things_or_this(names: Names, node: Node) -> frozenset[str]:
    return THIS if node.value == "this" else read_things(names, node)


def _things_or_all(names: Names, node: Node) -> frozenset[str]:
    return ALL_OF_THEM if node.value == "all" else read_things(names, node)


def _gift(names: Names, node: Node) -> Gift:
    if not isinstance(node.value, dict):
        return Gift(_cards(names, node))
    entries = node.only("gold")
    if not entries:
        node.fail("an empty mapping says nothing that could be given")
    return Gift(ANYTHING, read_amount(names, entries["gold"]))


def _around(names: Names, node: Node) -> frozenset[str]:
    return ANYTHING if node.value == "here" else read_things(names, node)


def _amounts(names: Names, node: Node) -> dict[int, Value]:
    amounts: dict[int, Value] = {}
    for key, value in node.mapping().items():
        amounts[names.number("counter", value.with_value(key))] = _up_to(names, value)
    return amounts


def _counts(names: Names, node: Node) -> dict[int, Value]:
    for value in node.mapping().values():
        if value.value == "all":
            value.fail("`all` has no meaning here; write how many")
    return _amounts(names, node)


def _dice(names: Names, node: Node) -> Value:
    if isinstance(node.value, int) and not 1 <= node.value <= MOST_DICE:
        node.fail("from 1 to {most} dice are rolled at once, not {dice}", most=MOST_DICE, dice=node.value)
    return read_amount(names, node)


def refuse_spells(things: frozenset[str], node: Node) -> None:
    """Fail where belongings are meant and Spells are named, which nobody sees."""
    if "spell" in things:
        node.fail("this is said of Objects and Followers, not of Spells, which nobody else sees")


def _target_of(who: int) -> tuple[Need, str] | None:
    return (A_TARGET, "target") if who == TARGET else (A_CAST, "caster") if who == CASTER else None


def _chosen_of(space: int) -> tuple[Need, str] | None:
    return (A_CHOSEN_SPACE, "chosen") if space == CHOSEN_SPACE else None


def _this_of(space: int) -> tuple[Need, str] | None:
    return (THIS_CARD, "this") if space == ON_THIS else None


def _of_spot(spot: int) -> tuple[Need, str] | None:
    if spot == CHOSEN_SPOT:
        return A_CHOSEN_SPACE, "chosen"
    return (THIS_CARD, "this") if spot == THIS_CARD_SPOT else None


def _of_spots(spots: frozenset[str]) -> tuple[Need, str] | None:
    if spots == CHOSEN_SPOTS:
        return A_CHOSEN_SPACE, "chosen"
    return (THIS_CARD, "this") if spots == THIS_SPOTS else None


def _this_one(card: int) -> tuple[Need, str] | None:
    return (THIS_CARD, "this") if card == THIS_ONE else None


def _card_of(cards: frozenset[str]) -> tuple[Need, str] | None:
    return (THIS_CARD, "this") if cards == THIS else (THAT_CARD, "that") if cards == THAT else None


def _card_given(gift: Gift) -> tuple[Need, str] | None:
    return _card_of(gift.cards)


def _prices(names: Names, node: Node) -> dict[int, int]:
    prices: dict[int, int] = {}
    if node.value == "printed":
        return prices
    for key, value in node.mapping().items():
        card = names.number("card", value.at_key().with_value(key))
        prices[card] = read_count(names, value)
    return prices


def _table(names: Names, node: Node) -> tuple[tuple[int, int, Effect], ...]:
    def read(entry: tuple[str, Node]) -> tuple[int, int, Effect]:
        key, value = entry
        low, dash, high = key.partition("-")
        if not low.isdigit() or (dash and not high.isdigit()):
            value.at_key().fail("{key!r} is no result of dice; write 4 or 2-3", key=key)
        return int(low), int(high or low), read_effect(names, value)

    if not node.mapping():
        node.fail("this table has no result; say in it what follows on each number")
    rows = sorted(each(node.mapping().items(), read), key=itemgetter(0))
    for before, after in pairwise(rows):
        if after[0] != before[1] + 1:
            node.fail(
                "the table goes from {before} to {after}; each result must stand in it once",
                before=before[1],
                after=after[0],
            )
    return tuple(rows)


def _by_alignment(names: Names, node: Node) -> dict[int, Effect]:
    entries = node.only(*ALIGNMENTS)
    return {ALIGNMENTS.index(key): read_effect(names, value) for key, value in entries.items()}


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
        return read_count(names, node)
    option = names.check("option", node.only("option")["option"])
    value = cast(SetUp, names.table).options[option]
    if isinstance(value, bool) or not isinstance(value, int):
        node.fail("the option {option} is no number", option=option)
    return value


def _chosen_space(names: Names, node: Node) -> int:
    known = {"chosen": CHOSEN_SPACE, "here": HERE_SPACE}
    return known[str(node.value)] if str(node.value) in known else names.number("space", node)


def _space_or_this(names: Names, node: Node) -> int:
    return ON_THIS if node.value == "this" else names.number("space", node)


def _spot(names: Names, node: Node) -> int:
    known = {"this": THIS_CARD_SPOT, "here": HERE_SPOT, "chosen": CHOSEN_SPOT}
    return known[str(node.value)] if str(node.value) in known else names.number("space", node)


def _lies(names: Names, node: Node) -> frozenset[str]:
    counted = isinstance(node.value, str) and node.value in names.kinds["counter"]
    return frozenset({names.check("counter", node)}) if counted else read_things(names, node)


def _spots(names: Names, node: Node) -> frozenset[str]:
    known = {"here": HERE_SPOTS, "chosen": CHOSEN_SPOTS}
    return known[str(node.value)] if str(node.value) in known else read_spaces(names, node)


def _spots_or_this(names: Names, node: Node) -> frozenset[str]:
    return THIS_SPOTS if node.value == "this" else _spots(names, node)


def read_spaces(names: Names, node: Node) -> frozenset[str]:
    """Return the names of spaces, of their kinds and Regions that a node gives."""
    return frozenset(names.check("place", item) for item in node.many())


def _table_or_dice(names: Names, node: Node) -> DieTable | Value:
    if isinstance(node.value, dict) and not node.value.keys() & names.words(Value).keys():
        return _table(names, node)
    return _dice(names, node)


def _fetched(names: Names, node: Node) -> int:
    return -1 if node.value == "any" else names.number("card", node)


def _card_or_this(names: Names, node: Node) -> int:
    return THIS_ONE if node.value == "this" else _fetched(names, node)


def _who(names: Names, node: Node) -> int:
    return _choice(WHO, "choice of seats", node)


def _alignment(names: Names, node: Node) -> int:
    return _choice(ALIGNMENTS, "alignment", node)


def _up_to(names: Names, node: Node) -> Value:
    return EVERYTHING if node.value == "all" else read_amount(names, node)


ADVENTURE: Final = "adventure"
register("SpaceRef", Numbered("space"), ADVENTURE)
register("ChosenSpace", _chosen_space, ADVENTURE)
register("SpaceOrThis", _space_or_this, ADVENTURE)
register("Spot", _spot, ADVENTURE)
register("Lies", _lies, ADVENTURE)
register("SpotsOrThis", _spots_or_this, ADVENTURE)
register("Spots", _spots, ADVENTURE)
register("TableOrDice", _table_or_dice, ADVENTURE)
register("MarkRef", Numbered("mark"), ADVENTURE)
register("CycleRef", Named("cycle"), ADVENTURE)
register("NumberRef", Numbered("number"), ADVENTURE)
register("DeckRef", Numbered("deck"), ADVENTURE)
register("DeckRefs", _decks, ADVENTURE)
register("CardRef", Numbered("card"), ADVENTURE)
register("CardOrThis", _card_or_this, ADVENTURE)
register("FetchedCard", _fetched, ADVENTURE)
register("Copies", _copies, ADVENTURE)
register("OptionRef", Named("option"), ADVENTURE)
register("Purpose", Named("purpose"), ADVENTURE)
register("Who", _who, ADVENTURE)
register("Things", read_things, ADVENTURE)
register("Cards", _cards, ADVENTURE)
register("ThingsOrThis", _things_or_this, ADVENTURE)
register("ThingsOrAll", _things_or_all, ADVENTURE)
register("Gift", _gift, ADVENTURE)
register("Around", _around, ADVENTURE)
register("CreatureKinds", read_things, ADVENTURE)
register("AlignmentTable", _by_alignment, ADVENTURE)
register("VisitTable", _visits, ADVENTURE)
register("Column", Numbered("counter"), ADVENTURE)
register("Alignment", _alignment, ADVENTURE)
register("Amounts", _amounts, ADVENTURE)
register("Counts", _counts, ADVENTURE)
register("Dice", _dice, ADVENTURE)
register("UpTo", _up_to, ADVENTURE)
register("Prices", _prices, ADVENTURE)
register("DieTable", _table, ADVENTURE)

register_need("Who", _target_of, ADVENTURE)
register_need("ChosenSpace", _chosen_of, ADVENTURE)
register_need("SpaceOrThis", _this_of, ADVENTURE)
register_need("Spot", _of_spot, ADVENTURE)
register_need("SpotsOrThis", _of_spots, ADVENTURE)
register_need("Spots", _of_spots, ADVENTURE)
register_need("CardOrThis", _this_one, ADVENTURE)
register_need("Cards", _card_of, ADVENTURE)
register_need("Gift", _card_given, ADVENTURE)
