"""The loader: from the files of a ruleset to a table. Anything wrong is refused with file, line and path."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TypeVar

from stormriver.language.grammar import Names, read_condition, read_record
from stormriver.language.ruleset import Ruleset, pack_files
from stormriver.language.source import Node, closest
from stormriver.wargame import words
from stormriver.wargame.columns import NEUTRAL, SIDES
from stormriver.wargame.definitions import SLOTS, Ability, Carrier, Chit, Item, MarkKind, Spell, Tile, Unit
from stormriver.wargame.table import WargameTable

for _module in pkgutil.iter_modules(words.__path__):  # the words make themselves known
    importlib.import_module(f"{words.__name__}.{_module.name}")

SECTIONS: dict[str, type[Chit]] = {"tiles": Tile, "units": Unit, "items": Item, "spells": Spell}
"""The chits that a file of a pack may hold."""
EFFECTS = ("power", "knowledge", "summon", "skill")
"""What magic points grant, step by step."""

C = TypeVar("C", bound=Carrier)


@lru_cache(maxsize=16)
def load_table(
    preset: str, seats: tuple[str, ...], options: tuple[tuple[str, object], ...] = (), packs: tuple[str, ...] = ()
) -> WargameTable:
    """Return the table for a set-up; the same one for the same set-up.

    Args:
        preset: the id of a preset.
        seats: the names of both seats, Good first.
        options: pairs of option and value that differ from the preset.
        packs: further packs, by name or folder.

    Raises:
        StormriverError: for an unknown preset, option, value or pack, or a wrong number of seats.
        BadContent: for an error in a pack, with file, line and path.
    """
    ruleset = Ruleset(preset, dict(options), packs)
    ruleset.check_seats(seats)
    table = WargameTable(ruleset, seats)
    Loader(table, ruleset).load()
    return table


class Loader:
    """Reads one ruleset into one table."""

    def __init__(self, table: WargameTable, ruleset: Ruleset) -> None:
        self.table = table
        self.ruleset = ruleset
        self.entries = ruleset.entries
        self.names = Names(table)
        self.sections: dict[str, list[Node]] = {name: [] for name in (*SECTIONS, "abilities", "marks")}

    def load(self) -> None:
        """Read everything: first what is called how, then what it says."""
        self._gather()
        self._name_things()
        self._read_rules()
        self._read_chits()
        self.table.arrange()

    def _gather(self) -> None:
        for folder in self.ruleset.packs:
            for file in pack_files(folder):
                for key, node in file.only(*self.sections).items():
                    self.sections[key] += node.items()
        self.sections["marks"] += self.ruleset.records("marks")

    def _name_things(self) -> None:
        names = self.names
        for kind, section in (("ability", "abilities"), ("mark", "marks"), *((s[:-1], s) for s in SECTIONS)):
            found: dict[str, int] = {}
            for record in self.sections[section]:
                name = _id(record)
                if name in found:
                    record.fail(f"a second {kind} is called {name!r}")
                found[name] = len(found)
            names.add(kind, found)
        names.add("option", {name: 0 for name in self.ruleset.options})
        things = {*SIDES, NEUTRAL, "character", "monster"}
        for section in SECTIONS:
            for record in self.sections[section]:
                entries = record.mapping()
                things.add(_id(record))
                for key in ("is", "kind"):
                    things.update(item.text() for item in entries[key].many()) if key in entries else None
        things.update(names.kinds["ability"])
        names.add("thing", {name: 0 for name in things})

    def _read_rules(self) -> None:
        table, names = self.table, self.names
        table.marks = tuple(read_record(names, node, MarkKind) for node in self.sections["marks"])
        table.mark_ids = {mark.id: number for number, mark in enumerate(table.marks)}
        table.abilities = {a.id: a for a in (read_record(names, node, Ability) for node in self.sections["abilities"])}
        table.rules = tuple(read_record(names, node, Ability) for node in self.entries["rules"].items())
        for node in self.entries["magic_power"].items():
            entries = node.only("points", "grants")
            if entries["grants"].text() not in EFFECTS:
                node.fail(f"magic points grant {', '.join(EFFECTS)}, not {entries['grants'].text()!r}")
            table.magic_power.append((entries["points"].integer(), entries["grants"].text()))
        for slot, node in self.entries["slots"].only(*SLOTS[1:]).items():
            table.barred_slots[slot] = read_condition(names, node)
        for name, node in self.entries["numbers"].mapping().items():
            table.numbers[name] = node.integer()
        goals = self.entries["goals"].only(*SIDES)
        for side in SIDES:
            for item in goals[side].items():
                names.number("tile", item)
        table.goals = tuple(tuple(item.text() for item in goals[side].items()) for side in SIDES)

    def _read_chits(self) -> None:
        table = self.table
        cards: list[Chit] = []
        for section, kind in SECTIONS.items():
            for record in self.sections[section]:
                chit = read_record(self.names, record, kind)
                self._complete(chit, record)
                table.definitions.append(chit)
                cards += [chit] * chit.copies
        table.cards = tuple(cards)

    def _complete(self, chit: Chit, record: Node) -> None:
        names = {chit.id}
        chit.deck = f"{chit.group}s"
        if isinstance(chit, Tile | Unit):
            sides = (*SIDES, NEUTRAL)
            if chit.side not in sides:
                record.fail(f"a side is {', '.join(sides)}, not {chit.side!r}{closest(chit.side, sides)}")
            chit.deck = f"{chit.side}_{chit.group}s"
            names.add(chit.side)
        if isinstance(chit, Tile):
            chit.kind = chit.kind or chit.id
            names.add(chit.kind)
        if isinstance(chit, Unit):
            names |= {chit.type, *chit.is_}
        chit.names = frozenset(names)


def _id(record: Node) -> str:
    entries = record.mapping()
    if "id" not in entries:
        record.fail("the key 'id' is missing")
    name = entries["id"].text()
    if not name.replace("_", "a").isalnum() or name != name.lower() or name[0].isdigit():
        entries["id"].fail(f"an id is made of small letters, digits and underscores, not {name!r}")
    return name
