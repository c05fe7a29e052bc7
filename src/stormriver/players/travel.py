"""What being on a space is worth: what lies there now, and what can be reached from there in the turns to come.

For every space the player reads what coming there would change. Then he looks ahead a turn at a time: a turn
begun on a space is worth the mean, over the die, of the best space it leads to; later turns count a little less.
"""

from __future__ import annotations

from stormriver.adventure.view import Changes, Reader, Roads, View
from stormriver.players.worth import Worth

LATER = 0.94
"""How much of a turn's worth counts if it comes a turn later."""
GOAL = 150.0
"""What reaching the goal of the game is worth."""
SWEEPS = 6
"""How many turns are looked ahead."""
SIDES = range(1, 7)
NOWHERE = -1000.0


class Arrival:
    """What coming to a space is worth, apart from where one goes on from there."""

    __slots__ = ("held", "stays", "to", "worth")

    def __init__(self, worth: float, stays: float, held: float, to: list[tuple[float, int]]) -> None:
        self.worth = worth
        self.stays = stays  # the chance of not being carried elsewhere
        self.held = held  # the chance of being held there next turn
        self.to = to  # where else, each with its chance


class Passage:
    """What trying a gate is worth, and the chance to pass."""

    __slots__ = ("chance", "worth")

    def __init__(self, worth: float, chance: float) -> None:
        self.worth = worth
        self.chance = chance


class Travel:
    """The spaces of the board, each with what it is worth to be there.

    Attributes:
        coming: what it is worth to come to each space and encounter it.
        waiting: what it is worth to begin a turn on each space.
    """

    def __init__(self, view: View, worth: Worth, draw: Changes, waiting: list[float] | None = None) -> None:
        self.roads: Roads = view.roads
        self.here = self.roads.number.get(view.me.space or "", 0)
        self.coming = [0.0] * len(self.roads.ids)
        self.waiting = waiting or [0.0] * len(self.roads.ids)
        reader = view.reader(worth, draw)
        self._arrivals = [self._arrival(view, reader, worth, space) for space in range(len(self.roads.ids))]
        self._passages: dict[tuple[int, int], Passage | None] = {}
        self._open = [view.may_enter(space) for space in range(len(self.roads.ids))]
        self._read_gates(view, reader, worth)
        for _ in range(SWEEPS):
            self._sweep()

    # reading the board

    def _arrival(self, view: View, reader: Reader, worth: Worth, space: int) -> Arrival:
        changes = dict(view.landing(space, reader))
        number = self.roads.number
        to = [(chance, number[name[3:]]) for name, chance in changes.items() if name.startswith("at:")]
        for _, other in to:
            changes.pop(f"at:{self.roads.ids[other]}")
        changes.pop("end", None)
        held = changes.pop("held", 0.0) + (space == self.here and view.me.held)
        away = min(1.0, changes.pop("away", 0.0))
        return Arrival(worth(changes), 1 - away, min(1.0, max(0.0, held)), to)

    def _read_gates(self, view: View, reader: Reader, worth: Worth) -> None:
        for ways in self.roads.crossings:
            for crossing in ways[-1]:
                key = (crossing.space, crossing.gate)
                if key not in self._passages:
                    self._passages[key] = self._passage(view, reader, worth, *key)

    def _passage(self, view: View, reader: Reader, worth: Worth, space: int, gate: int) -> Passage | None:
        changes = view.passage(space, gate, reader)
        if changes is None:
            return None
        changes = dict(changes)
        changes.pop("end", None)
        chance = changes.pop("enter", 0.0)
        return Passage(worth(changes), chance)

    # looking ahead

    def _sweep(self) -> None:
        """Look one turn further ahead."""
        coming, waiting = self.coming, self.waiting
        summit = self.roads.summit
        self.coming = [
            (
                arrival.worth
                + sum(chance * coming[other] for chance, other in arrival.to)
                + (arrival.stays - arrival.held) * LATER * waiting[space]
            )
            / (1 - arrival.held * LATER)
            for space, arrival in enumerate(self._arrivals)
        ]
        if summit >= 0:
            self.coming[summit] = self._arrivals[summit].worth + GOAL
        self.waiting = [self._wait(space) for space in range(len(waiting))]
        if summit >= 0:
            self.waiting[summit] = GOAL

    def _wait(self, space: int) -> float:
        if self.roads.stepping[space]:
            return max(self._onward(space), self.back(space))
        return sum(self.steps(space, count) for count in SIDES) / 6

    def steps(self, space: int, count: int) -> float:
        """Return what a move of so many spaces is worth from a space: the best place it leads to."""
        coming = self.coming
        best = max([coming[end] for end in self.roads.ways[space][count]], default=NOWHERE)
        for crossing in self.roads.crossings[space][count]:
            passage = self._passages[crossing.space, crossing.gate]
            if passage is None:
                continue
            if crossing.stops:
                beyond = LATER * self.waiting[crossing.beyond]
            elif crossing.left == 0:
                beyond = coming[crossing.beyond]
            else:
                beyond = max(coming[end] for end in self.roads.ways[crossing.beyond][crossing.left])
            stopped = LATER * self.waiting[crossing.space]
            value = passage.worth + passage.chance * beyond + (1 - passage.chance) * stopped
            best = max(best, value)
        return best

    def _onward(self, space: int) -> float:
        return max([self.coming[end] for end in self.roads.onward[space] if self._open[end]], default=NOWHERE)

    def back(self, space: int) -> float:
        """Return what turning back is worth: the turns until the way out, and what comes after."""
        turns = 0
        while self.roads.outward[space]:
            space = self.roads.outward[space][0]
            turns += 1
        return float(LATER**turns * self.waiting[space]) if turns else NOWHERE

    # asked by name

    def of(self, name: str) -> float:
        """Return what being somewhere is worth compared with waiting here, by the name of a change."""
        kind, _, place = name.partition(":")
        base = LATER * self.waiting[self.here]
        if kind == "at":
            return self.coming[self.roads.number[place]] - base
        if kind == "stop":
            return LATER * self.waiting[self.roads.number[place]] - base
        if kind == "steps":
            return self._moved(int(place)) - base
        if kind == "reach":
            return max(0.0, self.coming[self.roads.number[place]] - base)
        return self.back(self.here) - base if name == "back" else 0.0

    def _moved(self, count: int) -> float:
        return self._wait(self.here) if self.roads.stepping[self.here] else self.steps(self.here, count)
