"""Pickles: a table stands in them by how it was set up, and is found or set up again where they are unpickled.

So a pickled game is small, and goes on in any process that has the same rules and packs. Elsewhere it is refused.
"""

from __future__ import annotations

import copyreg
import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from stormriver.kernel.errors import BadRecord, StormriverError
from stormriver.kernel.numbering import AS_READ, ORDERED, Numbering, names
from stormriver.kernel.plugins import RULEBOOKS, plugin
from stormriver.kernel.table import Table, once_a_table

T = TypeVar("T", bound=Table)


class SetUp(NamedTuple):
    """What a table is set up from again, and by what it is known to be the same.

    Attributes:
        rulebook: the name of its rulebook.
        preset: the id of its preset.
        options: pairs of option and value that differ from the preset.
        packs: further packs, by name or folder.
        hashes: pairs of a preset or pack and the hash of its content.
        numbering: pairs of a kind of things and their names in the order of their numbers; empty if they are numbered
            as they are read.
        numbers: a hash of what all numbers of the table stand for, cards as well as steps.
    """

    rulebook: str
    preset: str
    options: tuple[tuple[str, object], ...]
    packs: tuple[str, ...]
    hashes: tuple[tuple[str, str], ...]
    numbering: tuple[tuple[str, tuple[str, ...]], ...]
    numbers: str


def picklable(table: T) -> T:
    """Return a table, which from now on stands in pickles by how it was set up, as do all of its class."""
    copyreg.pickle(type(table), reduced)  # type: ignore[arg-type]  # what is found is of that class
    return table


def reduced(table: Table) -> tuple[Callable[..., Table], tuple[Any, ...]]:
    """Return what stands for a table in a pickle."""
    return _found, (table.seats, *set_up_of(table))


@once_a_table
def set_up_of(table: Table) -> SetUp:
    """Return how a table was set up, whatever its seats are called."""
    facts = table.facts()
    options = tuple(sorted(facts["options"].items()))
    hashes = tuple(facts["hashes"].items())
    ordered = tuple((kind, tuple(told)) for kind, told in numbering_of(table).items())
    return SetUp(
        table.rulebook.name,
        facts["preset"],
        options,
        tuple(table.added_packs()),
        hashes,
        ordered,
        hash_of_numbers(table),
    )


@once_a_table
def numbering_of(table: Table) -> dict[str, list[str]]:
    """Return the names of things in the order of their numbers at a table; empty if they are numbered as read."""
    facts, own = table.facts(), names(table)
    options = tuple(sorted(facts["options"].items()))
    load_table = plugin(RULEBOOKS, table.rulebook.name)
    as_read = names(load_table(facts["preset"], table.seats, options, tuple(table.added_packs()), AS_READ))
    ordered = {kind: own[kind] for kind in ORDERED if kind in own}
    return ordered if any(as_read[kind] != told for kind, told in ordered.items()) else {}


@once_a_table
def hash_of_numbers(table: Table) -> str:
    """Return a hash of what the numbers of a table stand for, those of options too, whatever its seats are called."""
    told = {kind: one for kind, one in names(table).items() if kind != "zones"}
    return hashlib.sha256(repr((sorted(told.items()), len(table.zones), table.names)).encode()).hexdigest()[:16]


def _found(seats: tuple[str, ...], *told: Any) -> Table:
    """Return the table of a pickle, read already or read now; BadRecord if this process has not the same."""
    there = SetUp(*told)
    load_table: Callable[..., Table] | None = plugin(RULEBOOKS, there.rulebook)
    if load_table is None:
        raise BadRecord(
            "The pickle holds a game by the rulebook {rulebook!r}, which is not installed here.",
            rulebook=there.rulebook,
        )
    ordered = Numbering({kind: list(told) for kind, told in there.numbering}) if there.numbering else AS_READ
    try:
        table = load_table(there.preset, seats, there.options, there.packs, ordered)
    except StormriverError as error:
        raise BadRecord("The game in the pickle cannot be set up here: {error}", error=error) from None
    here = set_up_of(table)
    if here != there:
        _demand_same(there, here)
    return picklable(table)


def _demand_same(there: SetUp, here: SetUp) -> None:
    own = dict(here.hashes)
    others = [name for name, content in there.hashes if own.get(name) != content]
    if others:
        raise BadRecord("The pickle was made with another content than here of: {known}.", known=", ".join(others))
    if there.numbers != here.numbers:
        raise BadRecord(
            "The pickle was made by another version of Stormriver, which numbers cards or steps otherwise;"
            " a save goes on in any version."
        )
