"""The loader: from the files of a ruleset to a table. Anything wrong is refused with file, line and path."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path

from stormriver.kernel.errors import BadContent
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.table import called
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.checking import Checker, demand_use
from stormriver.language.grammar import Word, read_condition, read_record
from stormriver.language.namespaces import Namespaces, with_ids
from stormriver.language.packs import left_out, pack_files, stamps
from stormriver.language.partial import PartialReader
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Faults, Node, each
from stormriver.wargame import words
from stormriver.wargame.model.columns import NEUTRAL, SIDES
from stormriver.wargame.model.definitions import SLOTS, Ability, Chit, Item, MarkKind, Spell, Tile, Unit
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.rulebook import RULEBOOK

for _module in pkgutil.iter_modules(words.__path__):  # the words make themselves known
    importlib.import_module(f"{words.__name__}.{_module.name}")

SECTIONS: dict[str, type[Chit]] = {"tiles": Tile, "units": Unit, "items": Item, "spells": Spell}
"""The chits that a file of a pack may hold."""
NAMED = {
    "abilities": {"id": "ability"},
    "marks": {"id": "mark"},
    "tiles": {"id": "tile", "spares": "ability"},
    "units": {"id": "unit", "abilities": "ability"},
    "items": {"id": "item"},
    "spells": {"id": "spell"},
    "gives": {"abilities": "ability", "leaps": "thing"},
}
"""By section of a file, what its records name, and under which keys; what words name is read with them."""
NAMELESS: dict[str, type[Word]] = {**SECTIONS, "abilities": Ability, "marks": MarkKind}
"""What the records of each section are."""
SIDED = ("tiles", "units")
"""The chits of which each side has its own."""
CUP = "cup"
"""The kind of the names of cups; no pack gives any."""
EFFECTS = ("power", "knowledge", "summon", "skill")
"""What magic points grant, step by step."""
DECLARE_CLASSES = Translatable(
    "let a condition ask for it, or say in `pack.yaml` that there is this class: `tags: [...]`"
)
"""What would do for a class of units that nothing asks for."""
NUMBERS = ("units", "neutral_units", "items", "spells", "hand", "price", "choice")
"""The numbers that a preset gives."""


def load_table(
    preset: str,
    seats: tuple[str, ...],
    options: tuple[tuple[str, object], ...] = (),
    packs: tuple[str, ...] = (),
    numbering: Numbering = AS_READ,
) -> WargameTable:
    """Return the table for a set-up; the same one for the same set-up.

    Args:
        preset: the id of a preset.
        seats: the names of both seats, Good first.
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
) -> WargameTable:
    """Return the table for a set-up whose seats have no names yet; it is read once, whoever plays at it.

    Args:
        stamps: what tells that the packs are still those that were read, see `packs.stamps`.
    """
    names = tuple(str(number) for number in range(seats))
    ruleset = Ruleset(preset, dict(options), packs, Faults())
    ruleset.check_seats(seats)
    return Loader(ruleset, names, numbering).load()


class Loader:
    """Reads one ruleset into one table."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], numbering: Numbering) -> None:
        self.numbering = numbering
        self.table = table = WargameTable(RULEBOOK, ruleset, seats)
        self.ruleset = ruleset
        self.entries = ruleset.entries
        self.faults = ruleset.faults
        self.names = Namespaces(table, ruleset.modules, ruleset.namesakes, NAMED)
        self.reader = PartialReader(self.names, self.faults)
        self.nameless: list[tuple[str, Node]] = []  # records that nothing can name, with their section
        self.sections: dict[str, list[Node]] = {name: [] for name in (*SECTIONS, "abilities", "marks")}
        self.classes: list[Node] = []  # of units, where they stand
        self.gaps: dict[str, Node] = {}  # where it is said that chits of a cup are left out

    def load(self) -> WargameTable:
        """Return the table: first all names are numbered, then everything is read; BadContent tells all faults."""
        self._gather()
        self._name_things()
        gathered = not self.faults.found
        self.faults.each((*self._preset_steps(), self._read_rules, self._read_chits, self._check), lambda step: step())
        if gathered and not any(isinstance(chit, Tile) for chit in self.reader.spoilt):
            self.faults.each([None], lambda _: self._check_map())
        self.faults.raise_all()
        self.table.arrange()
        RULEBOOK.put_together(self.table)
        return self.table

    def _gather(self) -> None:
        for folder in self.ruleset.packs:
            self._leave_out(folder)
            self._tell_apart(folder)
            self.faults.each(pack_files(folder), self._gather_file)
        self.ruleset.note_locales()
        self.sections["marks"] += self.ruleset.records("marks")

    def _gather_file(self, file: Node) -> None:
        entries = file.mapping()
        self.faults.each([file], lambda node: node.only(*self.sections))
        for key in self.sections:
            for records in self.faults.each([entries[key]] if key in entries else [], Node.items):
                self.faults.each(records, partial(self._gather_record, key))

    def _gather_record(self, key: str, said: Node) -> None:
        record = self.names.in_full(key, said)
        try:
            self.names.id_of(record)
        except BadContent:
            if isinstance(record.value, dict):
                self.nameless.append((key, record))
            raise
        self.sections[key].append(record)

    def _tell_apart(self, folder: Path) -> None:
        """Note the ids that a pack gives, and which of them others have given to something else."""
        said = {**self.sections, "marks": [*self.sections["marks"], *self.ruleset.records("marks")]}
        there = {section: set(map(self.names.id_of, records)) for section, records in said.items()}
        for file in pack_files(folder):
            for section, known in there.items():
                for name, _ in with_ids(file, section):
                    self.ruleset.namesakes.give(folder.name, NAMED[section]["id"], name, name in known)

    def _leave_out(self, folder: Path) -> None:
        """Take out what a pack replaces: chits by their ids, or all chits of a cup."""
        id_of = self.names.id_of
        records = [(section, record) for section in SECTIONS for record in self.sections[section]]
        known = {NAMED[section]["id"]: set(map(id_of, self.sections[section])) for section in SECTIONS}
        known[CUP] = {_cup(section, record) for section, record in records}
        gone = left_out(folder, known, "chit or cup", self.ruleset.namesakes, self.faults)
        for section, record in records:
            item = gone[NAMED[section]["id"]].get(id_of(record)) or gone[CUP].get(_cup(section, record))
            if item is not None:
                self.sections[section].remove(record)
                self.gaps[_cup(section, record)] = item

    def _name_things(self) -> None:
        names = self.names
        for section, records in self.sections.items():
            kind, found = NAMED[section]["id"], dict[str, int]()
            self.faults.each(records, partial(self._name, kind, found))
            names.add(kind, found)
        names.add("option", {name: 0 for name in self.ruleset.options})
        things = {*SIDES, NEUTRAL, "character", "monster"}
        for section in SECTIONS:
            things.update(map(names.id_of, self.sections[section]))
            things.update(node.text() for key in ("is", "kind") for node in self._said(section, key))
        things.update(names.kinds["ability"])
        names.add("thing", {name: 0 for name in things})
        self.classes = self._said("units", "is")

    def _name(self, kind: str, found: dict[str, int], record: Node) -> None:
        name = self.names.id_of(record)
        if name in found:
            record.fail("a second {kind} is called {name!r}", kind=Translatable(kind), name=name)
        found[name] = len(found)

    def _said(self, section: str, key: str) -> list[Node]:
        """Return the words that stand under a key of the records of a section."""
        records = (record.mapping() for record in self.sections[section])
        found = (item for entries in records if key in entries for item in entries[key].many())
        return [item for item in found if isinstance(item.value, str)]

    # reading

    def _preset_steps(self) -> Iterator[Callable[[], None]]:
        """Yield what reads the entries that only a preset has, one after the other."""
        yield from (self._read_magic_power, self._read_slots, self._read_numbers, self._read_goals)

    def _read_magic_power(self) -> None:
        for node in self.entries["magic_power"].items():
            entries = node.only("points", "grants")
            if entries["grants"].text() not in EFFECTS:
                node.fail(
                    "magic points grant {known}, not {name!r}", known=", ".join(EFFECTS), name=entries["grants"].text()
                )
            points = read_count(self.names, entries["points"])
            self.table.magic_power.append((points, entries["grants"].text()))

    def _read_slots(self) -> None:
        for slot, node in self.entries["slots"].only(*SLOTS[1:]).items():
            self.table.barred_slots[slot] = read_condition(self.names, node)

    def _read_numbers(self) -> None:
        for name, node in self.entries["numbers"].only(*NUMBERS).items():
            self.table.numbers[name] = read_count(self.names, node)

    def _read_goals(self) -> None:
        goals = self.entries["goals"].only(*SIDES)
        for side in SIDES:
            for item in goals[side].items():
                self.names.number("tile", item)
        self.table.goals = tuple(tuple(item.text() for item in goals[side].items()) for side in SIDES)

    def _read_rules(self) -> None:
        table, read = self.table, self.reader.each
        table.marks = tuple(read(self.sections["marks"], MarkKind))
        table.mark_ids = {mark.id: number for number, mark in enumerate(table.marks)}
        table.abilities = {one.id: one for one in read(self.sections["abilities"], Ability, self._read_ability)}
        table.rules = tuple(read(self.entries["rules"].items(), Ability))

    def _read_ability(self, node: Node, ability: Ability) -> None:
        read_record(self.names, node, Ability, ability)
        if not ability.text:
            node.fail("an ability says what who has it does: give `text:`, e.g. moves 1 more space")

    def _read_chits(self) -> None:
        cards: list[Chit] = []
        for section, kind in SECTIONS.items():
            chits = self.reader.each(self.sections[section], kind, self._read_chit)
            self.table.definitions += chits
            cards += [chit for chit in chits for _ in range(chit.copies)]
        self.table.cards = tuple(self.numbering.sorted("cards", cards, _id_of))
        for section, record in self.nameless:
            self.reader.read(record, NAMELESS[section])

    def _read_chit(self, record: Node, chit: Chit) -> None:
        read_record(self.names, record, type(chit), chit)
        self._complete(chit, record)

    def _check(self) -> None:
        """See that each sound word is given what it needs, and that each class of units is for something."""
        table, sound = self.table, self.reader.sound
        known = {item.text() for item in self.entries["tags"].items()} | self.reader.said()
        abilities = sound(list(table.abilities.values()))
        carriers = (*sound(table.marks), *sound(table.rules), *abilities, *sound(table.definitions))
        checks: list[Callable[[], None]] = [
            lambda: demand_use(self.names, "class", self.classes, known, DECLARE_CLASSES),
            lambda: Checker().check(carriers),
        ]
        each(checks, lambda check: check())

    def _check_map(self) -> None:
        """See that each space of the map gets a tile, and each tile a space (map.tiles)."""
        for side in (*SIDES, NEUTRAL):
            cup = f"{side}_tiles"
            spaces = sum(square.side == side for square in self.table.spaces)
            tiles = sum(chit.deck == cup for chit in self.table.cards)
            own = [record for record in self.sections["tiles"] if _cup("tiles", record) == cup]
            if tiles > spaces:
                own[-1].fail(
                    "the map has {spaces} spaces for {side} tiles, not {tiles}; leave others out (`without:`)",
                    spaces=spaces,
                    side=Translatable(side),
                    tiles=tiles,
                )
            if tiles < spaces:
                self.gaps.get(cup, self.entries.node).fail(
                    "the map has {spaces} spaces for {side} tiles, not {tiles}",
                    spaces=spaces,
                    side=Translatable(side),
                    tiles=tiles,
                )

    def _complete(self, chit: Chit, record: Node) -> None:
        names = {chit.id}
        chit.deck = _cup(f"{chit.group}s", record)
        if chit.copies < 1:
            record.fail("of a chit there is at least one copy")
        sides = (*SIDES, NEUTRAL)
        side = getattr(chit, "side", "")
        if side not in sides and (side or isinstance(chit, Tile | Unit)):
            record.misspelt("a side is {known}, not {name!r}", side, sides, known=", ".join(sides))
        if isinstance(chit, Tile | Unit):
            names.add(chit.side)
        if isinstance(chit, Tile):
            chit.kind = chit.kind or chit.id
            names.add(chit.kind)
        if isinstance(chit, Unit):
            names |= {chit.type, *chit.is_}
        chit.names = frozenset(names)


def _id_of(chit: Chit) -> str:
    return chit.id


def _cup(section: str, record: Node) -> str:
    """Return the cup in which a chit lies: tiles and units have one for each side."""
    entries = record.mapping()
    return f"{entries['side'].value}_{section}" if "side" in entries and section in SIDED else section
