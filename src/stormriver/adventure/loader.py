"""The loader: from the files of a ruleset to a table. Anything wrong is refused with file, line and path."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from stormriver.adventure import words
from stormriver.adventure.checks.cards import check_card
from stormriver.adventure.checks.circles import check_numbers
from stormriver.adventure.components import read_components
from stormriver.adventure.model import hook_readers as hook_readers  # which register how hooks are read
from stormriver.adventure.model.columns import COLUMNS
from stormriver.adventure.model.definitions import (
    ACTIONS,
    MAIN_MAP,
    PROVENANCES,
    Ability,
    Card,
    Counter,
    Deck,
    Gate,
    HouseRule,
    Kind,
    MarkKind,
    Region,
    Space,
)
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.namesakes import NAMED, is_other, own_maps
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
from stormriver.language.namespaces import Namespaces, with_ids
from stormriver.language.pack_keys import NUMBER_KEYS
from stormriver.language.packs import cards_of, left_out, own_packs, pack_files, pack_folder, stamps
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Node, each

for _module in pkgutil.iter_modules(words.__path__):  # the words make themselves known
    importlib.import_module(f"{words.__name__}.{_module.name}")
importlib.import_module("stormriver.adventure.model.rewrites")  # and what they were before

SECTIONS = ("deck", "cards", "characters", "spaces", "gates", "regions", "marks")
"""What a file of a pack may hold."""
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
    ruleset = Ruleset(preset, dict(options), packs)
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
        self.names = Namespaces(table, ruleset.modules, ruleset.namesakes, NAMED)
        self.cards: list[tuple[str, Node]] = []  # deck, record
        self.untagged: set[str] = set()  # the things that there would be if no card had a tag
        self.sections: dict[str, list[Node]] = {"spaces": [], "gates": [], "regions": [], "marks": []}

    def load(self) -> AdventureTable:
        """Return the table: first all names are numbered, then everything is read."""
        self.ruleset.require(ASKED_FOR)
        self._gather()
        self._name_numbers()
        self._name_things()
        components: Callable[[], None] = partial(read_components, self.names, self.table, self.entries["components"])
        steps = (self._read_marks_and_rules, self._read_board, self._read_cards, components)
        each(steps, lambda step: step())
        self._number_acts()
        self._check()
        self.table.arrange(self.entries["drawn_from"].text(), self.entries["stock_of_objects"].text())
        RULEBOOK.put_together(self.table)
        return self.table

    # gathering

    def _gather(self) -> None:
        table, names = self.table, self.names
        for node in self.entries["kinds"].items():
            kind = read_record(names, node, Kind)
            table.kinds[kind.id] = kind
        for said in self.numbering.sorted("decks", self.entries["decks"].items(), names.id_of):
            node = names.in_full("decks", said)
            table.decks.append(read_record(names, node, Deck))
            if table.decks[-1].lays and table.decks[-1].lays not in self.ruleset.options:
                lays = node.mapping()["lays"]
                lays.misspelt("no option is called {name!r}", lays.text(), self.ruleset.options)
        names.add("deck", {deck.id: number for number, deck in enumerate(table.decks)})
        for folder in self.ruleset.packs:
            self._leave_out(folder)
            self._tell_apart(folder)
            each(pack_files(folder), self._gather_file)
        self.ruleset.note_locales()
        self.sections["marks"] += self.ruleset.records("marks")
        self.sections["spaces"] = self.numbering.sorted("spaces", self.sections["spaces"], self.names.id_of)

    def _gather_file(self, file: Node) -> None:
        entries = file.only(*SECTIONS)
        deck = self.names.meant("deck", entries["deck"]) if "deck" in entries else None
        if deck is not None:
            self.names.number("deck", deck)
        if deck is not None and deck.text() != "characters" and "characters" in entries:
            entries["characters"].fail(
                "characters are not of the deck {deck}; give them a file of their own", deck=deck.text()
            )
        for key in ("cards", "characters"):
            gather = partial(self._gather_card, key, deck)
            each(entries[key].items() if key in entries else [], gather)
        for key, gathered in self.sections.items():
            gathered += [self.names.in_full(key, one) for one in entries[key].items()] if key in entries else []

    def _tell_apart(self, folder: Path) -> None:
        """Note the ids that a pack gives, and which of them others have given to something else."""
        said = {**self.sections, "marks": [*self.sections["marks"], *self.ruleset.records("marks")]}
        id_of = self.names.id_of
        there = {section: set(map(id_of, records)) for section, records in said.items() if section != "gates"}
        cards: dict[str, list[tuple[str, Node]]] = {}
        for held in self.cards:
            cards.setdefault(id_of(held[1]), []).append(held)
        for file in pack_files(folder):
            for section, kinds in NAMED.items():
                for name, record in with_ids(file, section) if "id" in kinds else ():
                    if section in there:
                        taken = name in there[section]
                    else:
                        taken = name in cards and is_other(cards[name], self._deck(file, record), record)
                    self.ruleset.namesakes.give(folder.name, kinds["id"], name, taken)
            for name in own_maps(file):
                self.ruleset.namesakes.give_apart(folder.name, "map", name)

    def _deck(self, file: Node, record: Node) -> str:
        """Return the deck of a card, as it says or its file does."""
        entries = record.mapping()
        deck = entries["deck"] if "deck" in entries else file.mapping().get("deck")
        return "characters" if deck is None else str(self.names.meant("deck", deck).value)

    def _leave_out(self, folder: Path) -> None:
        """Take out what a pack replaces: cards, characters, spaces by their ids, or all cards of a deck."""
        id_of, spaces = self.names.id_of, self.sections["spaces"]
        known = {
            "card": {id_of(record) for _, record in self.cards},
            "deck": {deck for deck, _ in self.cards},
            "space": set(map(id_of, spaces)),
        }
        gone = left_out(folder, known, "card, space or deck", self.ruleset.namesakes)
        self.cards = [held for held in self.cards if held[0] not in gone["deck"] and id_of(held[1]) not in gone["card"]]
        self.sections["spaces"] = [record for record in spaces if id_of(record) not in gone["space"]]

    def _gather_card(self, key: str, deck: Node | None, said: Node) -> None:
        record = self.names.in_full(key, said)
        own = record.mapping().get("deck")
        if own is not None:
            self.names.number("deck", own)
        named = own or deck
        if named is None and key == "cards":
            record.fail("a card needs a deck: `deck:` at the top of the file or in the card")
        if all(item.text() in self.names.kinds["deck"] for item in self._needs(record)):
            self.cards.append((named.text() if named is not None else "characters", record))

    def _needs(self, record: Node) -> list[Node]:
        """Return the decks without which a card is left out."""
        entries = record.mapping()
        return entries["needs"].many() if "needs" in entries else []

    # names

    def _name_numbers(self) -> None:
        table, names = self.table, self.names
        self._name_counters()
        stats = set()
        for name, node in self.entries["numbers"].mapping().items():
            entries = node.only(*NUMBER_KEYS)
            if "stat" in entries and entries["stat"].flag():
                stats.add(len(table.number_names))
            table.number_names.append(name)
            table.number_defaults.append(read_count(names, entries["default"]))
            table.number_texts.append(entries["text"].text())
            table.number_less_texts.append(entries["less"].text() if "less" in entries else "")
        table.stat_numbers = frozenset(stats)
        names.add("number", {name: number for number, name in enumerate(table.number_names)})
        purposes = [item.text() for item in self.entries["purposes"].items()]
        table.purposes |= self.numbering.numbered("purposes", purposes)
        names.add("purpose", {name: number for name, number in table.purposes.items() if name})
        names.add("option", {name: 0 for name in self.ruleset.options})
        table.spell_limits = [read_count(names, item) for item in self.entries["spell_limits"].items()]
        if table.options["spells_by_craft"] == "craft":
            table.spell_limits = list(range(100))

    def _name_counters(self) -> None:
        """Give each kind of counter that a pack brings a column, and a mark for those on cards and spaces."""
        table = self.table
        for name, node in self.entries["components"].mapping().items():
            if not isinstance(node.value, dict) or "name" not in node.mapping():
                continue
            if name in COLUMNS or f"held_{name}" in (self.names.id_of(mark) for mark in self.sections["marks"]):
                node.at_key().fail("the rules count {name!r} already; give these counters another name", name=name)
            counter = read_record(self.names, node, Counter)
            counter.id = self.names.id_of(node.with_value({"id": node.at_key().with_value(name)}))
            column = table.countable[name] = len(table.columns)
            table.columns = (*table.columns, name)
            table.own_counters[column] = counter
            table.unsettling = table.unsettling | {column}
            held = {"id": node.with_value(f"held_{name}"), "name": node.mapping()["name"]}
            self.sections["marks"].append(node.with_value(held))
            self.ruleset.namesakes.full.add(f"held_{name}")
        self.names.add("counter", table.countable)

    def _name_things(self) -> None:
        """Give numbers to cards, spaces and marks, so that the words can speak of them."""
        names = self.names
        ids: dict[str, int] = {}
        for _, record in self.cards:
            ids.setdefault(self.names.id_of(record), len(ids))
        names.add("card", ids)
        spaces = [self.names.id_of(record) for record in self.sections["spaces"]]
        marks = [self.names.id_of(record) for record in self.sections["marks"]]
        for kind, records in (("space", self.sections["spaces"]), ("mark", self.sections["marks"])):
            self._unique(kind, records)
        names.add("space", {name: number for number, name in enumerate(spaces)})
        names.add("mark", {name: number for number, name in enumerate(marks)})
        self.table.mark_ids = {name: number for number, name in enumerate(marks)}
        things = {*ids, *spaces, *self.table.kinds, "character", "creature"}
        for kind_ in self.table.kinds.values():
            things.update(kind_.is_)
        for item in self.entries["tags"].items():
            things.add(item.text())
        things.update(said.text() for said in self._said_of_spaces())
        self.untagged = set(things)
        things.update(tag.text() for tag in self._tags())
        cycles = [record for record in self.sections["marks"] if "cycle" in record.mapping()]
        names.add("cycle", {record.mapping()["cycle"].text(): 0 for record in cycles})
        for record in cycles:
            things.add(self.names.id_of(record))
        names.add("thing", {name: 0 for name in things})
        lying = [self.names.id_of(record) for record in self.sections["marks"] if "terrain" in record.mapping()]
        places = {*spaces, *lying, *(said.text() for said in self._said_of_spaces())}
        things.update(lying)
        names.add("place", {name: 0 for name in places})
        names.add("region", {self.names.id_of(record): 0 for record in self.sections["regions"]})
        names.add("map", dict.fromkeys((MAIN_MAP, *self.ruleset.namesakes.all_of("map")), 0))

    def _said_of_spaces(self) -> list[Node]:
        """Return the kinds and Regions of all spaces, where they stand."""
        records = (record.mapping() for record in self.sections["spaces"])
        return [record[key] for record in records for key in ("kind", "region") if key in record]

    def _tags(self) -> list[Node]:
        """Return the tags of all cards, where they stand."""
        said = (record.mapping().get("tags") for _, record in self.cards)
        return [tag for tags in said if tags is not None for tag in tags.many()]

    def _unique(self, kind: str, records: list[Node]) -> None:
        seen = set()

        def see(record: Node) -> None:
            name = self.names.id_of(record)
            if name in seen:
                record.fail("a second {kind} is called {name!r}", kind=Translatable(kind), name=name)
            seen.add(name)

        each(records, see)

    # reading

    def _read_marks_and_rules(self) -> None:
        table = self.table
        table.marks = tuple(each(self.sections["marks"], lambda node: read_record(self.names, node, MarkKind)))
        table.rules = tuple(each(self.entries["rules"].items(), lambda node: read_record(self.names, node, HouseRule)))
        for rule in table.rules:
            _name_acts(rule)

    def _read_board(self) -> None:
        table = self.table
        table.regions = {region.id: region for region in each(self.sections["regions"], self._read_region)}
        table.spaces = tuple(each(self.sections["spaces"], self._read_space))
        each(self.sections["gates"], self._add_gate)

    def _read_region(self, node: Node) -> Region:
        region = read_record(self.names, node, Region)
        if region.deck and region.deck not in self.names.kinds["deck"]:
            node.misspelt("no deck is called {name!r}", region.deck, self.names.kinds["deck"])
        return region

    def _read_space(self, node: Node) -> Space:
        space = read_record(self.names, node, Space)
        self.names.number("region", node.mapping()["region"])
        self._check_provenance(node, space.provenance)
        space.kind = space.kind or space.id
        space.names = frozenset({space.id, space.kind, space.region})
        for key, links in (("next", space.next), ("opposite", space.opposite)):
            for link in links:
                self._check_space(node.mapping()[key], link)
        for gate in space.gates:
            self._check_space(node.mapping()["gates"], gate.to)
        return space

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
        table = self.table
        deck_ids = [deck.id for deck in table.decks]
        by_id: dict[str, Node] = {}
        for _, record in self.cards:
            if "like" not in record.mapping():
                by_id.setdefault(self.names.id_of(record), record)
        copies: list[tuple[Card, int, int]] = []  # each card with its deck, and the number of what it is a copy of
        definitions: dict[int, Card] = {}
        seen: set[tuple[str, str]] = set()

        def add(held: tuple[str, Node]) -> None:
            deck, record = held
            name = self.names.id_of(record)
            if (deck, name) in seen:
                record.fail(
                    "a second card of the deck {deck} is called {name!r}; give it another id, or leave the other one"
                    " out (`without:` in pack.yaml)",
                    deck=deck,
                    name=name,
                )
            seen.add((deck, name))
            card = self._read_card(deck, record, by_id)
            number = self.names.kinds["card"][name]
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
            copies.extend([(card, deck_ids.index(deck), number)] * card.copies)

        each(self.cards, add)
        copies = self.numbering.sorted("cards", copies, _id_of_copy)
        table.cards = tuple(card for card, _, _ in copies)
        table.backs = tuple(deck for _, deck, _ in copies)
        table.definition_of = [number for _, _, number in copies]
        table.definitions = [definitions[number] for number in sorted(definitions)]

    def _read_card(self, deck: str, record: Node, by_id: dict[str, Node]) -> Card:
        entries = dict(record.mapping())
        like = entries.pop("like", None)
        if like is not None:
            model = self._model(like, by_id).mapping()
            entries = {**{key: node for key, node in model.items() if key not in NOT_TAKEN_OVER}, **entries}
        if deck == "characters":
            entries.setdefault("kind", record.with_value("character"))
        card = read_record(self.names, record.with_value(entries), Card)
        self._complete(card, deck, record)
        return card

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
        """See that each word is given what it needs, wherever it stands, and that each tag is for something."""
        table = self.table
        demand_use(self.names, "tag", self._tags(), self.untagged, DECLARE_TAGS)
        cards = {id(card): card for card in table.cards}
        carriers = (*table.marks, *table.rules, *table.spaces, *cards.values())
        needs = Checker(A_PURSE)
        checks: list[Callable[[], None]] = [lambda: needs.check(carriers), lambda: check_numbers(table, carriers)]
        each(checks, lambda check: check())

    def _number_acts(self) -> None:
        acts = [word for word in self.names.addressed if isinstance(word, Act)]
        tell_apart(acts)
        numbers = self.numbering.numbered("acts", [act.address for act in acts])
        for act in acts:
            act.index = numbers[act.address]
        self.table.act_names = sorted(numbers, key=numbers.__getitem__)
