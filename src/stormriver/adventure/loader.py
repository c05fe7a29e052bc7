"""The loader: from the files of a ruleset to a table. Anything wrong is refused with file, line and path."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import lru_cache, partial

from stormriver.adventure import words
from stormriver.adventure.checks.cards import check_card
from stormriver.adventure.checks.circles import check_numbers
from stormriver.adventure.components import read_components
from stormriver.adventure.gathering import Gathering
from stormriver.adventure.model import hook_readers as hook_readers  # which register how hooks are read
from stormriver.adventure.model.definitions import (
    ACTIONS,
    PROVENANCES,
    Ability,
    Card,
    Gate,
    HouseRule,
    MarkKind,
    Region,
    Space,
)
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.namesakes import NAMED
from stormriver.adventure.model.needs import A_PURSE
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.rulebook import RULEBOOK
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.state import NONE
from stormriver.kernel.table import called, tell_apart
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.checking import Checker, demand_use
from stormriver.language.grammar import read_record
from stormriver.language.namespaces import Namespaces
from stormriver.language.packs import cards_of, own_packs, pack_folder, stamps
from stormriver.language.partial import PartialReader
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Faults, Node, each

for _module in pkgutil.iter_modules(words.__path__):  # the words make themselves known
    importlib.import_module(f"{words.__name__}.{_module.name}")
importlib.import_module("stormriver.adventure.model.rewrites")  # and what they were before

DECLARE_TAGS = Translatable("let a word ask for it, or say in `pack.yaml` that there is this tag: `tags: [...]`")
"""What would do for a tag that nothing asks for."""
MOST_CARDS = 5_000
"""How many cards a game holds at most, all copies counted."""
NOT_TAKEN_OVER = ("copies", "deck", "provenance", "examples")
"""The keys that a card with `like` does not copy."""


def load_table(
    preset: str,
    seats: tuple[str, ...],
    options: tuple[tuple[str, object], ...] = (),
    packs: tuple[str, ...] = (),
    numbering: Numbering = AS_READ,
) -> AdventureTable:
    """Return the table for a set-up; the same one for the same set-up.

    Args:
        preset: the id of a preset.
        seats: the names of the seats, as many as the preset allows.
        options: pairs of option and value that differ from the preset.
        packs: further packs, by name or folder.
        numbering: in which order things are numbered, if not as they are read.

    Raises:
        StormriverError: for an unknown preset, option, value or pack, or a wrong number of seats; or if something
            that the numbering names is not there.
        BadContent: for an error in a pack, with file, line and path.
    """
    table = nameless_table(preset, len(seats), options, packs, numbering, stamps(packs))
    return called(table, seats)


@lru_cache(maxsize=32)
def nameless_table(
    preset: str,
    seats: int,
    options: tuple[tuple[str, object], ...] = (),
    packs: tuple[str, ...] = (),
    numbering: Numbering = AS_READ,
    stamps: tuple[str, ...] = (),
) -> AdventureTable:
    """Return the table for a set-up whose seats have no names yet; it is read once, whoever plays at it.

    Args:
        stamps: what tells that the packs are still those that were read, see `packs.stamps`.
    """
    names = tuple(str(number) for number in range(seats))
    ruleset = Ruleset(preset, dict(options), packs, Faults())
    ruleset.check_seats(seats)
    return Loader(ruleset, names, numbering).load()


def _id_of_copy(copy: tuple[Card, int, int]) -> str:
    return copy[0].id


def _name_acts(ability: Ability) -> None:
    """Give the options of an ability or a rule the key of its id, where they have none of their own."""
    for act in (*ability.act, *ability.respond):
        act.key = act.key or ability.id


ASKED_FOR = frozenset({
    "alignment_once", "bloodbath", "casting_limit", "characters_to_choose", "ditch_gold", "encounter_order",
    "last_round", "limited_supply", "lives_above_value", "lost_turn_counts", "spells_by_craft", "spirits_as_one",
    "toad_again",
})  # fmt: skip
"""The options that the procedures themselves ask for."""


class Loader:
    """Reads one ruleset into one table."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], numbering: Numbering) -> None:
        self.numbering = numbering
        self.table = table = AdventureTable(RULEBOOK, ruleset, seats)
        self.ruleset = ruleset
        self.entries = ruleset.entries
        self.faults = ruleset.faults
        self.names = Namespaces(table, ruleset.modules, ruleset.namesakes, NAMED)
        self.reader = PartialReader(self.names, self.faults)
        self.records = Gathering(table, self.names, ruleset, numbering, self.reader)

    def load(self) -> AdventureTable:
        """Return the table: first all names are numbered, then everything is read; BadContent tells all faults."""
        self.ruleset.require(ASKED_FOR)
        self.records.gather()
        components: Callable[[], None] = partial(read_components, self.names, self.table, self.entries["components"])
        read = (self._read_marks_and_rules, self._read_board, self._read_cards, self.records.read_nameless)
        self.faults.each((*read, components, self._check), lambda step: step())
        self.faults.raise_all()
        self._number_acts()
        self.table.arrange(self.entries["drawn_from"].text(), self.entries["stock_of_objects"].text())
        RULEBOOK.put_together(self.table)
        return self.table

    # reading

    def _read_marks_and_rules(self) -> None:
        table = self.table
        table.marks = tuple(self.reader.each(self.records.sections["marks"], MarkKind))
        table.rules = tuple(self.reader.each(self.entries["rules"].items(), HouseRule))
        for rule in table.rules:
            _name_acts(rule)

    def _read_board(self) -> None:
        table, sections = self.table, self.records.sections
        table.regions = {one.id: one for one in self.reader.each(sections["regions"], Region, self._read_region)}
        table.spaces = tuple(self.reader.each(sections["spaces"], Space, self._read_space))
        self.faults.each(sections["gates"], self._add_gate)

    def _read_region(self, node: Node, region: Region) -> None:
        read_record(self.names, node, Region, region)
        if region.deck and region.deck not in self.names.kinds["deck"]:
            node.misspelt("no deck is called {name!r}", region.deck, self.names.kinds["deck"])

    def _read_space(self, node: Node, space: Space) -> None:
        read_record(self.names, node, Space, space)
        self.names.number("region", node.mapping()["region"])
        self._check_provenance(node, space.provenance)
        space.kind = space.kind or space.id
        space.names = frozenset({space.id, space.kind, space.region})
        ways = [("next", space.next), ("opposite", space.opposite), ("gates", [gate.to for gate in space.gates])]
        linked = [(node.mapping()[key], name) for key, names in ways for name in names]
        each(linked, lambda link: self._check_space(*link))

    def _add_gate(self, node: Node) -> None:
        """Add a gate to a space that another pack lays: `{from: ..., to: ...}`."""
        entries = dict(node.mapping())
        if "from" not in entries:
            node.fail("a gate that is added says from which space: give `from:`")
        start = self.table.spaces[self.names.number("space", entries.pop("from"))]
        gate = read_record(self.names, node.with_value(entries), Gate)
        self._check_space(node, gate.to)
        start.gates = (*start.gates, gate)

    def _check_space(self, node: Node, name: str) -> None:
        if name not in self.names.kinds["space"]:
            node.misspelt("no space is called {name!r}", name, self.names.kinds["space"])

    def _check_provenance(self, record: Node, provenance: str) -> None:
        if provenance and provenance not in PROVENANCES:
            record.misspelt("no provenance is called {name!r}", provenance, PROVENANCES)

    def _read_cards(self) -> None:
        table, numbers = self.table, self.names.kinds["card"]
        deck_ids = [deck.id for deck in table.decks]
        by_id: dict[str, Node] = {}
        for _, record in self.records.cards:
            if "like" not in record.mapping():
                by_id.setdefault(self.names.id_of(record), record)
        copies: list[tuple[Card, int, int]] = []  # each card with its deck, and the number of what it is a copy of
        definitions: dict[int, Card] = {}
        seen: set[tuple[str, str]] = set()

        def add(deck: str, record: Node, card: Card) -> None:
            name = self.names.id_of(record)
            if (deck, name) in seen:
                record.fail(
                    "a second card of the deck {deck} is called {name!r}; give it another id, or leave the other one"
                    " out (`without:` in pack.yaml)",
                    deck=deck,
                    name=name,
                )
            seen.add((deck, name))
            self._read_card(card, deck, record, by_id)
            number = numbers[name]
            first = definitions.setdefault(number, card)
            if first.name != card.name:
                record.fail(
                    "{name!r} is the id of {other} already; give this card another one, or leave that out (`without:`"
                    " in pack.yaml)",
                    name=name,
                    other=first.name,
                )
            if first is not card:
                first.examples += card.examples
            if len(copies) + card.copies > MOST_CARDS:
                record.fail(
                    "with these there are more than {most} cards, which is all that a game holds", most=MOST_CARDS
                )
            if deck in deck_ids:
                copies.extend([(card, deck_ids.index(deck), number)] * card.copies)

        for deck, record in self.records.cards:
            read = self.reader.read(record, Card, partial(add, deck))
            definitions.setdefault(numbers[self.names.id_of(record)], read)
        copies = self.numbering.sorted("cards", copies, _id_of_copy)
        table.cards = tuple(card for card, _, _ in copies)
        table.backs = tuple(deck for _, deck, _ in copies)
        table.definition_of = [number for _, _, number in copies]
        table.definitions = [definitions[number] for number in sorted(definitions)]

    def _read_card(self, card: Card, deck: str, record: Node, by_id: dict[str, Node]) -> None:
        entries = dict(record.mapping())
        like = entries.pop("like", None)
        if like is not None:
            model = self._model(like, by_id).mapping()
            entries = {**{key: node for key, node in model.items() if key not in NOT_TAKEN_OVER}, **entries}
        if deck == "characters":
            entries.setdefault("kind", record.with_value("character"))
        read_record(self.names, record.with_value(entries), Card, card)
        self._complete(card, deck, record)

    def _model(self, like: Node, by_id: dict[str, Node]) -> Node:
        """Return the record of the card that another is like: of this game, or of a pack of ours as `pack/card`."""
        like = self.names.meant("card", like)
        pack, _, name = like.text().rpartition("/")
        known = by_id if not pack else cards_of(pack_folder(pack)) if pack in own_packs() else {}
        if name not in known:
            if not pack and name in self.names.kinds["card"]:
                like.fail("{name!r} says `like` itself; name the card that it is like", name=name)
            like.misspelt("no card is called {name!r}", like.text(), known)
        return known[name]

    def _complete(self, card: Card, deck: str, record: Node) -> None:
        kinds = self.table.kinds
        if card.kind not in kinds:
            record.misspelt("no kind of card is called {name!r}", card.kind, kinds)
        kind = kinds[card.kind]
        card.deck = deck
        if card.order == NONE:
            card.order = kind.order
        card.action = card.action or kind.action
        if card.action not in ("", *ACTIONS):
            record.misspelt("no action is called {name!r}", card.action, ACTIONS)
        card.names = frozenset({card.id, card.kind, *kind.is_, *card.tags})
        self._check_provenance(record, card.provenance)
        check_card(self.names, card, kind, record)
        if card.kind == "character" and "gold" not in record.mapping():
            card.gold = read_count(self.names, self.entries["start_gold"])
        for ability in card.abilities:
            _name_acts(ability)

    def _check(self) -> None:
        """See that each sound word is given what it needs, wherever it stands, and that each tag is for something."""
        table, sound = self.table, self.reader.sound
        cards = {id(card): card for card in table.cards}
        carriers = (*sound(table.marks), *sound(table.rules), *sound(table.spaces), *sound(list(cards.values())))
        needs, records = Checker(A_PURSE), self.records
        used = records.untagged | self.reader.said()
        checks: list[Callable[[], None]] = [
            lambda: demand_use(self.names, "tag", records.tags(), used, DECLARE_TAGS),
            lambda: needs.check(carriers),
            lambda: check_numbers(table, carriers),
        ]
        each(checks, lambda check: check())

    def _number_acts(self) -> None:
        acts = [word for word in self.names.addressed if isinstance(word, Act)]
        tell_apart(acts)
        numbers = self.numbering.numbered("acts", [act.address for act in acts])
        for act in acts:
            act.index = numbers[act.address]
        self.table.act_names = sorted(numbers, key=numbers.__getitem__)
