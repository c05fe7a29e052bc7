"""What being on a space is worth: what lies there now, and what can be reached from there in the turns to come.

For every space the player reads what coming there would change, then looks ahead a turn at a time (value iteration):
a turn begun on a space is worth the mean, over the die, of the best space it leads to; later turns are discounted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from stormriver.adventure.analysis.roads import Crossing, Roads
from stormriver.adventure.view import View
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.estimates import Estimates, duel
from stormriver.players.adventure.worth import Opinions, Worth

SWEEPS: Final = 8
"""How many turns the player looks ahead."""
AGAIN: Final = 3
"""How many more turns, when the board was looked at a turn ago."""
NOWHERE: Final = -1000.0
MOST_HELD: Final = 0.9
"""The upper bound of the chance of being held."""
SAFE: Final = 1.5
"""With so many lives left or more one is not about to be killed."""


class Arrival:
    """The worth of coming to a space, apart from going on from there.

    Attributes:
        worth: what befalls one there is worth.
        lives: the lives lost there, where they are counted along the way.
        lost: the lives lost until one goes on.
        stays: the chance of not being carried elsewhere.
        going_on: what a turn begun there counts for by now, if one may go on in the next turn.
        freed: the same, if one may be held there.
        to: where else one is carried, each with its chance.
    """

    __slots__ = ("freed", "going_on", "lives", "lost", "stays", "to", "worth")

    def __init__(
        self, worth: float, lives: float, stays: float, held: float, to: list[tuple[float, int]], later: float
    ) -> None:
        turns = 1 / (1 - held)
        self.worth = worth
        self.lives = lives
        self.lost = lives * turns
        self.stays = stays
        self.going_on = stays * later
        self.freed = stays * later**turns
        self.to = to


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
        self._lying = view.lying()
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
        self._onward = [tuple(end for end in ends if view.may_enter(end)) for ends in self.roads.onward]
        self._passages = self._read_gates(expected, worth)
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
        held = min(MOST_HELD, 1 - away, max(0.0, held))
        return Arrival(worth(changes), lives, 1 - away, held, to, self.later)

    def _weigh_goal(self, opinions: Opinions) -> None:
        """Take from what the goal is worth the chance of being moved away from it."""
        if self.roads.summit >= 0:
            self.goal *= self._arrivals[self.roads.summit].stays

    def _read_gates(self, expected: Estimates, worth: Worth) -> dict[tuple[int, int], Passage]:
        passages = {}
        gates = {(crossing.space, crossing.gate) for crossing in self.roads.tries}
        for space, gate in sorted(gates):
            changes = expected.passage(space, gate)
            if changes is not None:
                changes = dict(changes)
                changes.pop("end", None)
                chance = changes.pop("enter", 0.0)
                passages[space, gate] = Passage(worth(changes), chance)
        return passages

    # looking ahead

    def _sweep(self) -> None:
        """Look one turn further ahead."""
        stepping = self.roads.stepping
        self.coming = [
            self._entered(space, self.lives) if stepping[space] else self._befallen(arrival, space)
            for space, arrival in enumerate(self._arrivals)
        ]
        tried = [self._crossed(crossing) for crossing in self.roads.tries]
        self.waiting = [self._wait(space, tried) for space in range(len(stepping))]

    def _befallen(self, arrival: Arrival, space: int) -> float:
        """Return what befalls somebody on a space is worth, with where it leads or, if it does not, waiting there."""
        value = arrival.worth + arrival.going_on * self.waiting[space]
        for chance, other in arrival.to:
            value += chance * self.coming[other]
        return value

    def _entered(self, space: int, lives: float) -> float:
        """Return what coming to a space is worth where one walks step by step: lives are counted along the way."""
        arrival = self._arrivals[space]
        if space == self.roads.summit:
            away = sum(chance * self.coming[other] for chance, other in arrival.to)
            return arrival.worth + self.goal + away + self._life(lives, arrival.lives)
        lost = arrival.lost
        left = lives + lost
        dying = min(1.0, max(0.0, (SAFE - left) / SAFE)) if lost < 0 else 0.0
        value = arrival.worth + self._life(lives, lost)
        on = arrival.freed * self._stepped(space, left)
        for chance, other in arrival.to:
            on += chance * self.coming[other]
        return float(value + dying * self._death + (1 - dying) * on)

    def _stepped(self, space: int, lives: float) -> float:
        """Return what beginning a turn is worth where one walks step by step: the best step on, or back."""
        if space == self.roads.summit:
            return self.goal
        stepping = self.roads.stepping
        best = self.back(space)
        for end in self._onward[space]:
            best = max(best, self._entered(end, lives) if stepping[end] else self.coming[end])
        return best

    def _wait(self, space: int, tried: list[float]) -> float:
        """Return what beginning a turn on a space is worth; `tried` is what each crossing of the board is worth."""
        if self.walks or space in self._instead or self.roads.stepping[space]:
            return self.moved(space, 1)
        coming = self.coming
        either = self.roads.either[space]
        if either:
            best = [coming[one] if coming[one] > coming[other] else coming[other] for one, other in either]
        else:
            stays = self._stays(space)
            best = [max([coming[end] for end in ends], default=stays) for ends in self.roads.ends[space]]
        for count, number in self.roads.crossings[space]:
            if tried[number] > best[count - 1]:
                best[count - 1] = tried[number]
        return sum(best) / 6

    def _stays(self, space: int) -> float:
        """Return what a move is worth that leads nowhere: one stays, and begins the next turn there."""
        return self.later * self.waiting[space]

    def _crossed(self, crossing: Crossing) -> float:
        """Return what trying a gate on the way is worth; nothing is worse than one that may not be tried."""
        passage = self._passages.get((crossing.space, crossing.gate))
        if passage is None:
            return -inf
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
        turns, end = self.roads.way_back[space]
        return float(self.later**turns * self.waiting[end]) if turns else NOWHERE

    def moved(self, space: int, count: int) -> float:
        """Return what a move of so many spaces is worth from a space, or what one does there instead."""
        if space in self._instead:
            return self._befallen(self._instead[space], space)
        if self.roads.stepping[space]:
            return self._stepped(space, self.lives)
        moves = self.roads.ends[space]
        best = max([self.coming[end] for end in moves[min(count, len(moves)) - 1]], default=self._stays(space))
        for steps, number in self.roads.crossings[space]:
            if steps == count:
                best = max(best, self._crossed(self.roads.tries[number]))
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
