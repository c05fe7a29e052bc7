"""What is odd about a board: spaces to which nothing leads, and spaces drawn one on another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stormriver.kernel.translatable import Translatable
from stormriver.language.grammar import fields

if TYPE_CHECKING:
    from stormriver.adventure.model.definitions import Space
    from stormriver.adventure.model.table import AdventureTable

SPACES = frozenset({"SpaceRef", "ChosenSpace", "SpaceOrThis"})
"""The types of fields that hold a space by its number."""


def oddities(table: AdventureTable) -> list[str]:
    """Return what is odd about the board of a table, a sentence each, with file and line."""
    return [*_beyond_reach(table), *_overlapping(table)]


def _beyond_reach(table: AdventureTable) -> Iterator[str]:
    """Yield a sentence for each space to which no road, gate or word leads from where characters begin."""
    numbers = {space.id: number for number, space in enumerate(table.spaces)}
    ways = [
        {numbers[name] for name in (*space.next, *space.opposite, *(gate.to for gate in space.gates))}
        for space in table.spaces
    ]
    reached: set[int] = set()
    waiting = {card.start for card in table.definitions if card.kind == "character"} | set(_named(table))
    while waiting:
        number = waiting.pop()
        reached.add(number)
        waiting |= ways[number] - reached
    for number, space in enumerate(table.spaces):
        if number not in reached:
            told = "nothing leads to the space {name!r}; name it in `next` or `gates` of another one"
            yield _placed(space, Translatable(told, name=space.id))


def _named(table: AdventureTable) -> Iterator[int]:
    """Yield the spaces that words speak of, by themselves or by what they are."""
    for word in table.words:
        for name, kind in fields(type(word)).items():
            value = getattr(word, name, None)
            if kind in SPACES and isinstance(value, int) and value >= 0:
                yield value
            if kind == "Destination":
                yield from (number for number, space in enumerate(table.spaces) if _may_be(value, number, space))


def _may_be(places: object, number: int, space: Space) -> bool:
    """Tell whether a destination may be a space: by its number, or by its Region and kind."""
    known = {getattr(places, "region", ""), getattr(places, "kind", "")} - {"", "same"}
    return getattr(places, "space", None) == number or (bool(known) and known <= space.names)


def _overlapping(table: AdventureTable) -> Iterator[str]:
    """Yield a sentence for each space that lies on the plan where another one does."""
    there: dict[tuple[str, tuple[int, ...]], Space] = {}
    for space in table.spaces:
        if space.at:
            other = there.setdefault((table.regions[space.region].map, space.at), space)
            if other is not space:
                told = "the space {name!r} lies where {other!r} does; give it another place (`at:`)"
                yield _placed(space, Translatable(told, name=space.id, other=other.id))


def _placed(space: Space, problem: str) -> str:
    """Return what is odd about a space, with where that stands."""
    assert space.stands is not None  # it has been read from a file
    return Translatable(
        "{file}, line {line}: {problem}", file=space.stands.file, line=space.stands.line, problem=problem
    )
