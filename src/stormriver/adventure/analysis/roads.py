"""Where moves lead, as plain facts of a board: what a player can work out before any move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table, once_a_table
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

SIDES: Final = 6


class Crossing:
    """A gate on the way of a move.

    Attributes:
        space: the space before it.
        gate: its place among the gates of that space.
        beyond: the space behind it.
        left: how many spaces of the move are left beyond it, 0 if it is the last step of a move.
        stops: whether the move ends there all the same.
    """

    __slots__ = ("beyond", "gate", "left", "space", "stops")

    def __init__(self, space: int, gate: int, beyond: int, left: int, stops: bool) -> None:
        self.space = space
        self.gate = gate
        self.beyond = beyond
        self.left = left
        self.stops = stops

    def values(self) -> tuple[int, ...]:
        """Return the crossing as integers, in the order of its arguments."""
        return (self.space, self.gate, self.beyond, self.left, self.stops)


class Roads:
    """The ways of a board. Spaces are numbers here, in the order of the board.

    Attributes:
        ids: the id of each space.
        number: the number of each id.
        stepping: for each space, whether one walks a single space a turn there.
        ends: for each space, the ends of a move of 1, 2, ... 6 spaces; none of a move that leads nowhere.
        either: for each space, the same as pairs (a single end twice), where no move has more than two ends or none.
        tries: all the unlike crossings.
        crossings: for each space, the gates that moves meet: the spaces of the move, and the place in `tries`.
        onward: for each space of a Region that is walked step by step, the spaces further in, and gates without a bar.
        way_back: how many turns it takes from each space there to turn back, and where that leads; elsewhere 0 turns.
        distance: how many steps it is to the way out of such a Region.
        summit: the space that is the goal, or -1.
    """

    def __init__(self, table: AdventureTable) -> None:
        count = len(table.spaces)
        self.ids = [space.id for space in table.spaces]
        self.number = {name: number for number, name in enumerate(self.ids)}
        self.stepping = [table.regions[space.region].moves != "roll" for space in table.spaces]
        self.summit = table.summit
        self.distance = list(table.distance)
        self.ends: list[list[tuple[int, ...]]] = []
        self.either: list[list[tuple[int, int]]] = []
        self.tries: list[Crossing] = []
        self.crossings: list[list[tuple[int, int]]] = []
        for start in range(count):
            self._walk(table, start)
        nearer = self.distance
        self.onward = [
            tuple(s for s in table.next[n] if nearer[s] > nearer[n]) + tuple(gate.beyond for gate in table.gates[n])
            if self.stepping[n]
            else ()
            for n in range(count)
        ]
        self.way_back = [self._way_back(table, space) for space in range(count)]

    def _walk(self, table: AdventureTable, start: int) -> None:
        ends: list[list[int]] = [[] for _ in range(SIDES + 1)]
        gates: list[list[Crossing]] = [[] for _ in range(SIDES + 1)]
        paths = table.region_at[start].paths
        for steps in range(1, SIDES + 1) if paths else ():
            self._wander(table, start, steps, ends[steps], gates[steps])
        for way in () if paths else range(len(table.next[start])):
            space = start
            for gone in range(SIDES + 1):
                for number, gate in enumerate(table.gates[space]):
                    for steps in range(gone + 1, SIDES + 1):
                        if gate.last and gate.beyond == start:
                            continue
                        if gate.last and gate.pass_ is NOTHING:
                            ends[steps].append(gate.beyond)
                            continue
                        left = 0 if gate.last else steps - gone - 1
                        gates[steps].append(Crossing(space, number, gate.beyond, left, gate.ends_move))
                if gone and space != start:
                    ends[gone].append(space)
                if way >= len(table.next[space]):
                    break
                space = table.next[space][way]
        self.crossings.append([(steps, self._try(one)) for steps, found in enumerate(gates) for one in _unlike(found)])
        self.ends.append([tuple(dict.fromkeys(found)) for found in ends[1:]])
        few = all(1 <= len(found) <= 2 for found in self.ends[start])
        self.either.append([(found[0], found[-1]) for found in self.ends[start]] if few else [])

    def _wander(self, table: AdventureTable, start: int, steps: int, ends: list[int], gates: list[Crossing]) -> None:
        """Note where paths of so many steps lead, and which gates they meet."""
        for walk in table.walks(start, steps):
            if walk.end not in (NONE, start):
                ends.append(walk.end)
            for at in walk.gates:
                space = walk.passed[at]
                for number, gate in enumerate(table.gates[space]):
                    if gate.last and gate.beyond == start:
                        continue
                    if gate.last and gate.pass_ is NOTHING:
                        ends.append(gate.beyond)
                    else:
                        left = 0 if gate.last else steps - at - 1
                        gates.append(Crossing(space, number, gate.beyond, left, gate.ends_move))

    def _try(self, crossing: Crossing) -> int:
        """Return the place of a crossing among the unlike ones."""
        for number, known in enumerate(self.tries):
            if known.values() == crossing.values():
                return number
        self.tries.append(crossing)
        return len(self.tries) - 1

    def _way_back(self, table: AdventureTable, space: int) -> tuple[int, int]:
        """Return in how many turns one comes from a space to the way out, and where that is."""
        turns = 0
        while self.stepping[space]:
            outward = [other for other in table.next[space] if self.distance[other] < self.distance[space]]
            if not outward:
                break
            space, turns = outward[0], turns + 1
        return turns, space


def _unlike(found: list[Crossing]) -> tuple[Crossing, ...]:
    """Return each gate once, by the nearer way."""
    unlike: dict[tuple[int, int], Crossing] = {}
    for crossing in found:
        key = (crossing.space, crossing.beyond)
        if key not in unlike or unlike[key].left < crossing.left:
            unlike[key] = crossing
    return tuple(unlike.values())


@once_a_table
def roads_of(table: Table) -> Roads:
    """Return the ways of the board of a table."""
    return Roads(table)  # type: ignore[arg-type]
