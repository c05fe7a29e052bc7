"""From the files of a race to its table."""

from __future__ import annotations

from functools import lru_cache

from race import words
from race.model import Card, RaceTable
from race.procedures import PROCEDURES
from race.rulebook import RULEBOOK
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.program import Program
from stormriver.kernel.table import called
from stormriver.language.grammar import Names, read_record
from stormriver.language.packs import pack_files
from stormriver.language.ruleset import Ruleset

WORDS = words
"""They make themselves known when they are imported."""


def load_table(
    preset: str,
    seats: tuple[str, ...],
    options: tuple[tuple[str, object], ...] = (),
    packs: tuple[str, ...] = (),
    numbering: Numbering = AS_READ,
) -> RaceTable:
    """Return the table for a set-up (see `stormriver.table_for`)."""
    return called(_nameless(preset, len(seats), options, packs), seats)


@lru_cache
def _nameless(preset: str, seats: int, options: tuple[tuple[str, object], ...], packs: tuple[str, ...]) -> RaceTable:
    ruleset = Ruleset(preset, dict(options), packs)
    ruleset.check_seats(seats)
    table = RaceTable(RULEBOOK, ruleset, tuple(f"seat{number}" for number in range(seats)))
    names = Names(table, ruleset.modules)
    for folder in ruleset.packs:
        for file in pack_files(folder):
            for node in file.only("cards")["cards"].items():
                table.definitions.append(read_record(names, node, Card))
    for name, node in ruleset.entries["numbers"].mapping().items():
        table.numbers[name] = node.integer()
    table.arrange()
    table.follow(Program(PROCEDURES))
    return table
