"""The loader: from the files of a ruleset to a table. Anything wrong is refused with file, line and path."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.table import called
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count
from stormriver.language.checking import Checker, demand_use
from stormriver.language.grammar import read_condition, read_record
from stormriver.language.namespaces import Namespaces, with_ids
from stormriver.language.packs import left_out, pack_files, stamps
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Faults, Node, each
from stormriver.wargame import words
from stormriver.wargame.model.columns import NEUTRAL, SIDES
from stormriver.wargame.model.definitions import SLOTS, Ability, Carrier, Chit, Item, MarkKind, Spell, Tile, Unit
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
C = TypeVar("C", bound=Carrier)


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
    ruleset = Ruleset(preset, dict(options), packs)
    ruleset.check_seats(seats)
    return Loader(ruleset, names, numbering).load()


class Loader:
    """Reads one ruleset into one table."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], numbering: Numbering) -> None:
        self.numbering = numbering
        self.table = table = WargameTable(RULEBOOK, ruleset, seats)
        self.ruleset = ruleset
        self.entries = ruleset.entries
        self.names = Namespaces(table, ruleset.modules, ruleset.namesakes, NAMED)
        self.sections: dict[str, list[Node]] = {name: [] for name in (*SECTIONS, "abilities", "marks")}
        self.classes: list[Node] = []  # of units, where they stand
        self.gaps: dict[str, Node] = {}  # where it is said that chits of a cup are left out

    def load(self) -> WargameTable:
        """Return the table: first all names are numbered, then everything is read."""
        self._gather()
        self._name_things()
        self._read_rules()
        self._read_chits()
        table = self.table
        known = {item.text() for item in self.entries["tags"].items()}
        demand_use(self.names, "class", self.classes, known, DECLARE_CLASSES)
        Checker().check((*table.marks, *table.rules, *table.abilities.values(), *table.definitions))
        self.table.arrange()
        RULEBOOK.put_together(self.table)
        return self.table

    def _gather(self) -> None:
        for folder in self.ruleset.packs:
            self._leave_out(folder)
            self._tell_apart(folder)
            for file in pack_files(folder):
                for key, node in file.only(*self.sections).items():
                    self.sections[key] += [self.names.in_full(key, record) for record in node.items()]
        self.ruleset.note_locales()
        self.sections["marks"] += self.ruleset.records("marks")

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
        faults = Faults()
        gone = left_out(folder, known, "chit or cup", self.ruleset.namesakes, faults)
        faults.raise_all()
        for section, record in records:
            item = gone[NAMED[section]["id"]].get(id_of(record)) or gone[CUP].get(_cup(section, record))
            if item is not None:
                self.sections[section].remove(record)
                self.gaps[_cup(section, record)] = item

    def _name_things(self) -> None:
        names = self.names
        for section, records in self.sections.items():
            kind, found = NAMED[section]["id"], dict[str, int]()
            for record in records:
                name = names.id_of(record)
                if name in found:
                    record.fail("a second {kind} is called {name!r}", kind=Translatable(kind), name=name)
                found[name] = len(found)
            names.add(kind, found)
        names.add("option", {name: 0 for name in self.ruleset.options})
        things = {*SIDES, NEUTRAL, "character", "monster"}
        for section in SECTIONS:
            for record in self.sections[section]:
                entries = record.mapping()
                things.add(names.id_of(record))
                for key in ("is", "kind"):
                    things.update(item.text() for item in entries[key].many()) if key in entries else None
        things.update(names.kinds["ability"])
        names.add("thing", {name: 0 for name in things})
        said = (record.mapping().get("is") for record in self.sections["units"])
        self.classes = [one for node in said if node is not None for one in node.many()]

    def _read_rules(self) -> None:
        table, names = self.table, self.names
        table.marks = tuple(each(self.sections["marks"], lambda node: read_record(names, node, MarkKind)))
        table.mark_ids = {mark.id: number for number, mark in enumerate(table.marks)}
        for node in self.sections["abilities"]:
            ability = read_record(names, node, Ability)
            if not ability.text:
                node.fail("an ability says what who has it does: give `text:`, e.g. moves 1 more space")
            table.abilities[ability.id] = ability
        table.rules = tuple(each(self.entries["rules"].items(), lambda node: read_record(names, node, Ability)))
        for node in self.entries["magic_power"].items():
            entries = node.only("points", "grants")
            if entries["grants"].text() not in EFFECTS:
                node.fail(
                    "magic points grant {known}, not {name!r}", known=", ".join(EFFECTS), name=entries["grants"].text()
                )
            table.magic_power.append((read_count(names, entries["points"]), entries["grants"].text()))
        for slot, node in self.entries["slots"].only(*SLOTS[1:]).items():
            table.barred_slots[slot] = read_condition(names, node)
        for name, node in self.entries["numbers"].only(*NUMBERS).items():
            table.numbers[name] = read_count(names, node)
        goals = self.entries["goals"].only(*SIDES)
        for side in SIDES:
            for item in goals[side].items():
                names.number("tile", item)
        table.goals = tuple(tuple(item.text() for item in goals[side].items()) for side in SIDES)

    def _read_chits(self) -> None:
        table = self.table
        cards: list[Chit] = []

        def add(held: tuple[type[Chit], Node]) -> None:
            kind, record = held
            chit = read_record(self.names, record, kind)
            self._complete(chit, record)
            table.definitions.append(chit)
            cards.extend([chit] * chit.copies)

        each([(kind, record) for section, kind in SECTIONS.items() for record in self.sections[section]], add)
        table.cards = tuple(self.numbering.sorted("cards", cards, _id_of))
        self._check_map()

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
    return f"{entries['side'].text()}_{section}" if "side" in entries and section in SIDED else section
