"""Gathering: all records of a ruleset, and the names that they give, before anything is read that speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from stormriver.adventure.model.columns import COLUMNS
from stormriver.adventure.model.definitions import MAIN_MAP, Card, Counter, Deck, Kind, MarkKind, Region, Space
from stormriver.adventure.model.namesakes import NAMED, is_other, own_maps
from stormriver.adventure.model.table import AdventureTable
from stormriver.kernel.errors import BadContent
from stormriver.kernel.numbering import Numbering
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.grammar import Word, read_record
from stormriver.language.namespaces import Namespaces, with_ids
from stormriver.language.pack_keys import NUMBER_KEYS
from stormriver.language.packs import left_out, pack_files
from stormriver.language.partial import PartialReader
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Node

SECTIONS: Mapping[str, type[Word] | None] = {
    "deck": None, "cards": Card, "characters": Card, "spaces": Space, "gates": None, "regions": Region,
    "marks": MarkKind,
}  # fmt: skip
"""What a file of a pack may hold, and what its records with an id are."""


class Number(NamedTuple):
    """What is said of a number that hooks may change."""

    default: int = 0
    text: str = ""
    less: str = ""
    stat: bool = False


class Gathering:
    """The records of a ruleset and their names.

    Attributes:
        cards: each card and character with its deck.
        sections: the other records.
        untagged: the things that there would be if no card had a tag.
    """

    def __init__(
        self, table: AdventureTable, names: Namespaces, ruleset: Ruleset, numbering: Numbering, reader: PartialReader
    ) -> None:
        self.table = table
        self.names = names
        self.ruleset = ruleset
        self.entries = ruleset.entries
        self.numbering = numbering
        self.reader = reader
        self.faults = reader.faults
        self.cards: list[tuple[str, Node]] = []
        self.sections: dict[str, list[Node]] = {"spaces": [], "gates": [], "regions": [], "marks": []}
        self.untagged: set[str] = set()
        self._nameless: list[tuple[type[Word], Node]] = []

    def gather(self) -> None:
        """Gather all records and make their names known; what is wrong is noted."""
        self._read_kinds_and_decks()
        self._gather_packs()
        self.ruleset.note_locales()
        self.sections["marks"] += self.ruleset.records("marks")
        self.sections["spaces"] = self.numbering.sorted("spaces", self.sections["spaces"], self.names.id_of)
        self._name_numbers()
        self._name_things()

    def tags(self) -> list[Node]:
        """Return the tags of all cards, where they stand."""
        said = (record.mapping().get("tags") for _, record in self.cards)
        return [tag for tags in said if tags is not None for tag in tags.many() if isinstance(tag.value, str)]

    def read_nameless(self) -> None:
        """Note what else is wrong in records without an id, which nothing can name."""
        for cls, record in self._nameless:
            if "like" not in record.mapping():
                self.reader.read(record, cls)

    # gathering

    def _read_kinds_and_decks(self) -> None:
        table, names = self.table, self.names
        table.kinds = {kind.id: kind for kind in self.reader.each(self.entries["kinds"].items(), Kind)}
        with_id = self.faults.each(self.entries["decks"].items(), self._with_id)
        decks = self.numbering.sorted("decks", with_id, names.id_of)
        table.decks = self.reader.each((names.in_full("decks", said) for said in decks), Deck, self._read_deck)
        names.add("deck", {deck.id: number for number, deck in enumerate(table.decks)})

    def _with_id(self, record: Node) -> Node:
        self.names.id_of(record)
        return record

    def _read_deck(self, node: Node, deck: Deck) -> None:
        read_record(self.names, node, Deck, deck)
        if deck.lays and deck.lays not in self.ruleset.options:
            node.mapping()["lays"].misspelt("no option is called {name!r}", deck.lays, self.ruleset.options)

    def _gather_packs(self) -> None:
        for folder in self.ruleset.packs:
            self._leave_out(folder)
            self._tell_apart(folder)
            self.faults.each(pack_files(folder), self._gather_file)

    def _gather_file(self, file: Node) -> None:
        entries = file.mapping()
        self.faults.each([file], lambda node: node.only(*SECTIONS))
        deck = self.names.meant("deck", entries["deck"]) if "deck" in entries else None
        self.faults.each([deck] if deck is not None else [], partial(self.names.number, "deck"))
        if deck is not None and deck.value != "characters" and "characters" in entries:
            entries["characters"].fail(
                "characters are not of the deck {deck}; give them a file of their own", deck=deck.text()
            )
        for key, cls in SECTIONS.items():
            listed = self.faults.each([entries[key]] if key in entries and key != "deck" else [], Node.items)
            for record in (record for records in listed for record in records):
                self.faults.each([record], partial(self._gather_record, key, cls, deck))

    def _gather_record(self, key: str, cls: type[Word] | None, deck: Node | None, said: Node) -> None:
        record = self.names.in_full(key, said)
        if cls is not None:
            try:
                self.names.id_of(record)
            except BadContent:
                if isinstance(record.value, dict):
                    self._nameless.append((cls, self._with_kind(key, record)))
                raise
        if key in self.sections:
            self.sections[key].append(record)
        else:
            self._gather_card(key, deck, record)

    def _with_kind(self, key: str, record: Node) -> Node:
        kind = {"kind": record.with_value("character")} if key == "characters" else {}
        return record.with_value({**kind, **record.mapping()})

    def _gather_card(self, key: str, deck: Node | None, record: Node) -> None:
        """Note a card with its deck, also one that there is not, so that all else that is wrong in it is told."""
        own = record.mapping().get("deck")
        self.faults.each([own] if own is not None else [], partial(self.names.number, "deck"))
        named = own or deck
        needed = self.faults.each(record.mapping()["needs"].many() if "needs" in record.mapping() else [], Node.text)
        if all(name in self.names.kinds["deck"] for name in needed):
            self.cards.append(("characters" if named is None else str(named.value), record))
        if named is None and key == "cards":
            record.fail("a card needs a deck: `deck:` at the top of the file or in the card")

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
        gone = left_out(folder, known, "card, space or deck", self.ruleset.namesakes, self.faults)
        self.cards = [held for held in self.cards if held[0] not in gone["deck"] and id_of(held[1]) not in gone["card"]]
        self.sections["spaces"] = [record for record in spaces if id_of(record) not in gone["space"]]

    # names

    def _name_numbers(self) -> None:
        table, names = self.table, self.names
        self.faults.each(self.entries["components"].mapping().items(), lambda item: self._name_counter(*item))
        names.add("counter", table.countable)
        said = self.entries["numbers"].mapping()
        table.number_names = list(said)
        found = [next(iter(self.faults.each([node], self._number)), Number()) for node in said.values()]
        table.number_defaults = [one.default for one in found]
        table.number_texts = [one.text for one in found]
        table.number_less_texts = [one.less for one in found]
        table.stat_numbers = frozenset(number for number, one in enumerate(found) if one.stat)
        names.add("number", {name: number for number, name in enumerate(table.number_names)})
        purposes = self.faults.each(self.entries["purposes"].items(), Node.text)
        table.purposes |= self.numbering.numbered("purposes", purposes)
        names.add("purpose", {name: number for name, number in table.purposes.items() if name})
        names.add("option", {name: 0 for name in self.ruleset.options})
        table.spell_limits = [read_count(names, item) for item in self.entries["spell_limits"].items()]
        if table.options["spells_by_craft"] == "craft":
            table.spell_limits = list(range(100))

    def _number(self, node: Node) -> Number:
        entries = node.only(*NUMBER_KEYS)
        return Number(
            read_count(self.names, entries["default"]),
            entries["text"].text(),
            entries["less"].text() if "less" in entries else "",
            "stat" in entries and entries["stat"].flag(),
        )

    def _name_counter(self, name: str, node: Node) -> None:
        """Give a kind of counter that a pack brings a column, and a mark for those on cards and spaces."""
        table = self.table
        if not isinstance(node.value, dict) or "name" not in node.mapping():
            return
        if name in COLUMNS or f"held_{name}" in (self.names.id_of(mark) for mark in self.sections["marks"]):
            node.at_key().fail("the rules count {name!r} already; give these counters another name", name=name)
        counter = self.reader.read(node, Counter)
        counter.id = self.names.id_of(node.with_value({"id": node.at_key().with_value(name)}))
        column = table.countable[name] = len(table.columns)
        table.columns = (*table.columns, name)
        table.own_counters[column] = counter
        table.unsettling = table.unsettling | {column}
        held = {"id": node.with_value(f"held_{name}"), "name": node.mapping()["name"]}
        self.sections["marks"].append(node.with_value(held))
        self.ruleset.namesakes.full.add(f"held_{name}")

    def _name_things(self) -> None:
        """Give numbers to cards, spaces and marks, so that the words can speak of them."""
        names, sections, id_of = self.names, self.sections, self.names.id_of
        ids: dict[str, int] = {}
        for _, record in self.cards:
            ids.setdefault(id_of(record), len(ids))
        names.add("card", ids)
        spaces, marks = ([id_of(record) for record in sections[key]] for key in ("spaces", "marks"))
        for kind, records in (("space", sections["spaces"]), ("mark", sections["marks"])):
            self._check_unique(kind, records)
        names.add("space", {name: number for number, name in enumerate(spaces)})
        names.add("mark", {name: number for number, name in enumerate(marks)})
        self.table.mark_ids = {name: number for number, name in enumerate(marks)}
        said = {node.text() for node in self._said("spaces", "kind", "region")}
        things = {*ids, *spaces, *self.table.kinds, "character", "creature", *said}
        for kind_ in self.table.kinds.values():
            things.update(kind_.is_)
        things.update(self.faults.each(self.entries["tags"].items(), Node.text))
        self.untagged = set(things)
        things.update(tag.text() for tag in self.tags())
        names.add("cycle", {node.text(): 0 for node in self._said("marks", "cycle")})
        things.update(id_of(record) for record in sections["marks"] if "cycle" in record.mapping())
        lying = [id_of(record) for record in sections["marks"] if "terrain" in record.mapping()]
        things.update(lying)
        names.add("thing", {name: 0 for name in things})
        names.add("place", {name: 0 for name in (*spaces, *lying, *said)})
        names.add("region", {id_of(record): 0 for record in sections["regions"]})
        names.add("map", dict.fromkeys((MAIN_MAP, *self.ruleset.namesakes.all_of("map")), 0))

    def _said(self, section: str, *keys: str) -> list[Node]:
        """Return the words that stand under some keys of the records of a section."""
        records = (record.mapping() for record in self.sections[section])
        found = [record[key] for record in records for key in keys if key in record]
        return [node for node in found if isinstance(node.value, str)]

    def _check_unique(self, kind: str, records: list[Node]) -> None:
        seen = set()

        def see(record: Node) -> None:
            name = self.names.id_of(record)
            if name in seen:
                record.fail("a second {kind} is called {name!r}", kind=Translatable(kind), name=name)
            seen.add(name)

        self.faults.each(records, see)
