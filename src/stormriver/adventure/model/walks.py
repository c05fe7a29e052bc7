"""Ways to walk a number of spaces: round and round, or along paths that fork and come to an end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from stormriver.kernel.state import NONE

FURTHEST: Final = 1 << 8
"""A bound on moves, above what any dice give; a damaged save may hold more."""

Path = tuple[int, ...]


class Walk(NamedTuple):
    """One way to walk some spaces: the spaces on the way, with the first; the gates, by their index on the way; and the
    space where it ends, NONE if the way is too short."""

    passed: tuple[int, ...]
    gates: tuple[int, ...]
    end: int


def round_ways(
    following: Sequence[Sequence[int]], gated: Sequence[Sequence[object]], start: int, count: int
) -> list[Walk]:
    """Return the ways to walk so many spaces in the direction of each neighbour in turn.

    Args:
        following: the neighbours of each space, the clockwise one first.
        gated: the gates of each space.
        start: where the walk begins.
        count: how many spaces.
    """
    return [_round(following, gated, start, count, way) for way in range(len(following[start]))]


def _round(
    following: Sequence[Sequence[int]], gated: Sequence[Sequence[object]], start: int, count: int, way: int
) -> Walk:
    passed: list[int] = []
    space = start
    while len(passed) < count and space != NONE:
        passed.append(space)
        space = following[space][way] if way < len(following[space]) else NONE
    return _walk(passed, gated, space)


def path_ways(
    following: Sequence[Sequence[int]], gated: Sequence[Sequence[object]], start: int, count: int, ends: str
) -> list[Walk]:
    """Return ways to walk so many spaces where one chooses anew at each space, but never goes straight back.

    Of ways that come from the same space to the same space after as many steps one stands for all.

    Args:
        following, gated, start, count: as for `round_ways`.
        ends: what becomes of a walk that is longer than its path, one of `PATHS`.
    """
    found: list[Walk] = []
    paths: list[Path] = [(start,)]
    for _ in range(count):
        after: dict[tuple[int, int], Path] = {}
        for path in paths:
            onward = _onward(following, path, ends)
            for space in onward:
                after.setdefault((path[-1], space), (*path, space))
            if not onward and len(path) > 1:
                found.append(_walk(path, gated, path[-1] if ends == "stop" else NONE))
        going_on = {path[:-1] for path in after.values()}
        found += [_walk(path, gated, NONE) for path in paths if path not in going_on and _onward(following, path, ends)]
        paths = list(after.values())
    return [*[_walk(path[:-1], gated, path[-1]) for path in paths], *found]


def _onward(following: Sequence[Sequence[int]], path: Path, ends: str) -> list[int]:
    """Return the spaces to which a path goes on."""
    before = path[-2] if len(path) > 1 else NONE
    onward = [space for space in following[path[-1]] if space != before]
    return [before] if not onward and ends == "back" and before != NONE else onward


def _walk(passed: Sequence[int], gated: Sequence[Sequence[object]], end: int) -> Walk:
    return Walk(tuple(passed), tuple([at for at, by in enumerate(passed) if gated[by]]), end)
