"""What is odd about a map, though it can be played: what nobody can reach or leave, and what lies over other things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.grammar import NOTHING
from stormriver.language.source import Where
from stormriver.language.usage import words_in

if TYPE_CHECKING:
    from stormriver.adventure.model.definitions import Space
    from stormriver.adventure.model.table import AdventureTable


def odd_places(table: AdventureTable) -> list[Translatable]:
    """Return what is odd about the map of a table, each as a sentence with the place where it is written."""
    reached = reachable(table)
    return [*_unreached(table, reached), *_closed_regions(table, reached), *_overlapping(table)]


def _unreached(table: AdventureTable, reached: set[str]) -> Iterator[Translatable]:
    for space in table.spaces:
        if space.id not in reached:
            told = Translatable("nobody can get to {name!r}: no road, gate or card leads there", name=space.id)
            yield _placed(space.stands, told)


def _closed_regions(table: AdventureTable, reached: set[str]) -> Iterator[Translatable]:
    """Yield the Regions that nobody can leave; those that nobody can get to have been told by their spaces."""
    if len(table.regions) < 2:
        return
    for region in table.regions.values():
        inside = [space for space in table.spaces if space.region == region.id]
        ids = {space.id for space in inside}
        if not ids & reached or any(space.summit or space.stay is not NOTHING for space in inside):
            continue
        if not set().union(*map(_roads, inside), _words_lead_to(table, inside)) - ids:
            told = Translatable("nobody can leave the Region {name!r}: no road or gate leads out of it", name=region.id)
            yield _placed(region.stands, told)


def _overlapping(table: AdventureTable) -> Iterator[Translatable]:
    there: dict[tuple[str, tuple[int, ...]], Space] = {}
    for space in table.spaces:
        if len(space.at) != 2:
            continue
        at = (table.regions[space.region].map, tuple(space.at))
        other = there.setdefault(at, space)
        if other is not space:
            told = Translatable(
                "{name!r} lies where {other!r} lies: at row {row}, column {column}",
                name=space.id,
                other=other.id,
                row=space.at[0],
                column=space.at[1],
            )
            yield _placed(space.stands, told)


def reachable(table: AdventureTable) -> set[str]:
    """Return the ids of the spaces that somebody may come to: from where characters begin, or as a word says."""
    roads = {space.id: _roads(space) for space in table.spaces}
    starts = {table.spaces[card.start].id for card in table.definitions if card.kind == "character"}
    waiting = [*starts, *_words_lead_to(table, (*table.definitions, *table.spaces, *table.marks, *table.rules))]
    found = set(waiting)
    while waiting:
        new = roads[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _roads(space: Space) -> set[str]:
    """Return the ids of the spaces to which a road, a gate or the way across the river leads."""
    return {*space.next, *space.opposite, *[gate.to for gate in space.gates]}


def _words_lead_to(table: AdventureTable, things: Iterable[object]) -> set[str]:
    """Return the ids of the spaces that words on some things name as where somebody comes to."""
    found = set()
    for word in words_in(tuple(things)):
        to = getattr(word, "to", NONE)
        number = getattr(to, "space", to)
        if isinstance(number, int) and 0 <= number < len(table.spaces) and "landed" in _brought(word):
            found.add(table.spaces[number].id)
        region, kind = getattr(to, "region", ""), getattr(to, "kind", "")
        if region or kind:
            found |= {one.id for one in table.spaces if (one.region == region or not region) and kind in ("", one.kind)}
    return found


def _brought(word: object) -> tuple[str, ...]:
    brings = getattr(word, "brings", None)
    return brings() if brings is not None else ()


def _placed(stands: Where | None, problem: Translatable) -> Translatable:
    if stands is None:
        return problem
    at = {"file": stands.file, "line": stands.line, "path": stands.path, "problem": problem}
    return Translatable("{file}, line {line}, at {path}: {problem}", **at)
