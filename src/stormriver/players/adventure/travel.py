"""What being on a space is worth: what lies there now, and what can be reached from there in the turns to come.

For every space the player reads what coming there would change, then looks ahead a turn at a time (value iteration):
a turn begun on a space is worth the mean, over the die, of the best space it leads to; later turns are discounted.
"""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.analysis.roads import Crossing, Roads
from stormriver.adventure.view import View
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.estimates import Estimates, duel
from stormriver.players.adventure.worth import Opinions, Worth

SWEEPS = 8
"""How many turns the player looks ahead."""
AGAIN = 3
"""How many more turns, when the board was looked at a turn ago."""
NOWHERE = -1000.0
MOST_HELD = 0.9
"""The upper bound of the chance of being held."""
SAFE = 1.5
"""With so many lives left or more one is not about to be killed."""


class Arrival:
    """The worth of coming to a space, apart from going on from there."""

    __slots__ = ("held", "lives", "stays", "to", "worth")

    def __init__(self, worth: float, lives: float, stays: float, held: float, to: list[tuple[float, int]]) -> None:
        self.worth = worth
        self.lives = lives  # the lives lost there, where they are counted along the way
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

    def __init__(
        self, view: View, opinions: Opinions, worth: Worth, draw: Callable[[], Changes], before: Travel | None = None
    ) -> None:
        """Read the board.

        Args:
            view: what the player knows.
            opinions: among others, the values of reaching the goal and of later turns.
            worth: the worth of changes to the player.
            draw: returns what drawing a card changes.
            before: an earlier look at the board, to start from.
        """
        self.roads: Roads = view.roads
        self.later = opinions.later
        self.lives = view.me.lives
        self.walks = view.me.walks
        self._life = worth.life
        self._death = worth.weights.get("death", 0.0)
        self.goal = opinions.goal * max(opinions.nerve, chance_at_goal(view))
        spaces = range(len(self.roads.ids))
        self.coming = [0.0] * len(spaces)
        self.waiting: list[float] = before.waiting if before is not None else [0.0] * len(spaces)
        expected = Estimates(view, worth, draw)
        self._standing = view.me.standing
        same = before is not None and before._standing == self._standing
        self._lying = [view.lying(space) for space in spaces]
        self._arrivals: list[Arrival] = [
            before._arrivals[space]
            if before is not None and same and before._lying[space] == self._lying[space]
            else self._arrival(view, expected, worth, space)
            for space in spaces
        ]
        self._instead = {
            space: self._read(worth, dict(changes), space == view.me.place and view.me.held)
            for space in spaces
            if (changes := expected.staying(space)) is not None
        }
        self._weigh_goal(opinions)
        self._open = [view.may_enter(space) for space in spaces]
        self._passages = self._read_gates(expected, worth)
        self._crossings = [self._passable(space) for space in spaces]
        for _ in range(SWEEPS if before is None else AGAIN):
            self._sweep()

    # reading the board

    def _arrival(self, view: View, expected: Estimates, worth: Worth, space: int) -> Arrival:
        changes = dict(expected.landing(space))
        lives = 0.0
        if self.roads.stepping[space]:
            lives = changes.pop("life", 0.0)
            changes.pop("death", None)
        return self._read(worth, changes, space == view.me.place and view.me.held, lives)

    def _read(self, worth: Worth, changes: Changes, held_there: bool, lives: float = 0.0) -> Arrival:
        """Return what changes that befall somebody on a space are worth, apart from where they lead."""
        number = self.roads.number
        to = [(chance, number[name[3:]]) for name, chance in changes.items() if name.startswith("at:")]
        for _, other in to:
            changes.pop(f"at:{self.roads.ids[other]}")
        changes.pop("end", None)
        held = changes.pop("held", 0.0) + held_there
        away = min(1.0, changes.pop("away", 0.0))
        return Arrival(worth(changes), lives, 1 - away, min(MOST_HELD, 1 - away, max(0.0, held)), to)

    def _weigh_goal(self, opinions: Opinions) -> None:
        """Take from what the goal is worth the chance of being moved away from it."""
        if self.roads.summit >= 0:
            self.goal *= self._arrivals[self.roads.summit].stays

    def _read_gates(self, expected: Estimates, worth: Worth) -> dict[tuple[int, int], Passage]:
        passages = {}
        gates = {(crossing.space, crossing.gate) for ways in self.roads.crossings for crossing in ways[-1]}
        for space, gate in sorted(gates):
            changes = expected.passage(space, gate)
            if changes is not None:
                changes = dict(changes)
                changes.pop("end", None)
                chance = changes.pop("enter", 0.0)
                passages[space, gate] = Passage(worth(changes), chance)
        return passages

    def _passable(self, space: int) -> list[tuple[int, Crossing, Passage]]:
        """Return the gates that a move from a space may try, with the number of spaces of the move."""
        passages = self._passages
        return [
            (count, crossing, passages[crossing.space, crossing.gate])
            for count, crossings in enumerate(self.roads.crossings[space])
            for crossing in crossings
            if (crossing.space, crossing.gate) in passages
        ]

    # looking ahead

    def _sweep(self) -> None:
        """Look one turn further ahead."""
        found = []
        for space, arrival in enumerate(self._arrivals):
            if self.roads.stepping[space]:
                found.append(self._entered(space, self.lives))
                continue
            found.append(self._befallen(arrival, space))
        self.coming = found
        self.waiting = [self._wait(space) for space in range(len(found))]

    def _befallen(self, arrival: Arrival, space: int) -> float:
        """Return what befalls somebody on a space is worth, with where it leads or, if it does not, waiting there."""
        value = arrival.worth + arrival.stays * self.later * self.waiting[space]
        for chance, other in arrival.to:
            value += chance * self.coming[other]
        return value

    def _entered(self, space: int, lives: float) -> float:
        """Return what coming to a space is worth where one walks step by step: lives are counted along the way."""
        arrival = self._arrivals[space]
        if space == self.roads.summit:
            away = sum(chance * self.coming[other] for chance, other in arrival.to)
            return arrival.worth + self.goal + away + self._life(lives, arrival.lives)
        turns = 1 / (1 - arrival.held)
        lost = arrival.lives * turns
        left = lives + lost
        dying = min(1.0, max(0.0, (SAFE - left) / SAFE)) if lost < 0 else 0.0
        value = arrival.worth + self._life(lives, lost)
        on = arrival.stays * self.later**turns * self._stepped(space, left)
        for chance, other in arrival.to:
            on += chance * self.coming[other]
        return float(value + dying * self._death + (1 - dying) * on)

    def _stepped(self, space: int, lives: float) -> float:
        """Return what beginning a turn is worth where one walks step by step: the best step on, or back."""
        if space == self.roads.summit:
            return self.goal
        ways = [end for end in self.roads.onward[space] if self._open[end]]
        stepping = self.roads.stepping
        steps = [self._entered(end, lives) if stepping[end] else self.coming[end] for end in ways]
        return max([*steps, self.back(space)])

    def _wait(self, space: int) -> float:
        """Return what beginning a turn on a space is worth."""
        if space in self._instead:
            return self._befallen(self._instead[space], space)
        if self.roads.stepping[space]:
            return self._stepped(space, self.lives)
        if self.walks:
            return self.moved(space, 1)
        coming = self.coming
        stays = self._stays(space)
        crossings = self._crossings[space]
        if not crossings:
            total = 0.0
            for ends in self.roads.ends[space]:
                if len(ends) == 2:
                    one, other = ends
                    total += coming[one] if coming[one] > coming[other] else coming[other]
                else:
                    total += max([coming[end] for end in ends], default=stays)
            return total / 6
        best = [max([coming[end] for end in ends], default=stays) for ends in self.roads.ends[space]]
        for count, crossing, passage in crossings:
            value = self._crossed(crossing, passage)
            if value > best[count - 1]:
                best[count - 1] = value
        return sum(best) / 6

    def _stays(self, space: int) -> float:
        """Return what a move is worth that leads nowhere: one stays, and begins the next turn there."""
        return self.later * self.waiting[space]

    def _crossed(self, crossing: Crossing, passage: Passage) -> float:
        """Return what trying a gate on the way is worth."""
        coming = self.coming
        if crossing.stops:
            beyond = self._stays(crossing.beyond)
        elif crossing.left == 0:
            beyond = coming[crossing.beyond]
        else:
            ends = self.roads.ends[crossing.beyond][crossing.left - 1]
            beyond = max([coming[end] for end in ends], default=self._stays(crossing.beyond))
        return passage.worth + passage.chance * beyond + (1 - passage.chance) * self._stays(crossing.space)

    def back(self, space: int) -> float:
        """Return what turning back is worth: the turns until the way out, and what comes after."""
        turns = 0
        while self.roads.outward[space]:
            space = self.roads.outward[space][0]
            turns += 1
        return float(self.later**turns * self.waiting[space]) if turns else NOWHERE

    def moved(self, space: int, count: int) -> float:
        """Return what a move of so many spaces is worth from a space."""
        if self.roads.stepping[space]:
            return self._wait(space)
        moves = self.roads.ends[space]
        best = max([self.coming[end] for end in moves[min(count, len(moves)) - 1]], default=self._stays(space))
        for steps, crossing, passage in self._crossings[space]:
            if steps == count:
                best = max(best, self._crossed(crossing, passage))
        return best

    # asked by name

    def of(self, name: str, here: int) -> float:
        """Return the worth of a change of place, by its name, compared with beginning a turn on the space `here`."""
        kind, _, place = name.partition(":")
        base = self.later * self.waiting[here]
        if kind == "at":
            return self.coming[self.roads.number[place]] - base
        if kind == "stop":
            return self.later * self.waiting[self.roads.number[place]] - base
        if kind == "steps":
            return self.moved(here, int(place)) - base
        if kind == "reach":
            return max(0.0, self.coming[self.roads.number[place]] - base)
        return self.back(here) - base if name == "back" else 0.0


def chance_at_goal(view: View) -> float:
    """Return the chance to be the one who stays at the goal, by the odds against those who are there."""
    chance = 1.0
    goal = view.roads.summit
    for seat in view.seats:
        if seat.playing and seat.place == goal and seat.number != view.seat:
            odds = duel(view, seat.number)
            chance *= odds.win / max(0.1, odds.win + odds.lose)
    return chance
