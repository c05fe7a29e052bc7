"""What changes are worth to a seat as it stands: the opinions of the player `steady`, in points.

A point is about what 1 gold is worth at the start. What somebody has little of is worth more to them: the last lives,
the first gold, the first card that opens the way to the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from mypy_extensions import mypyc_attr

from stormriver.adventure.view import SeatView, View
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.victory import needed_to_win

LIFE: Final = (0.0, 0.0, 7.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.6, 1.3, 1.0)
"""What the first, second, ... life is worth; the first is worth all that would be lost with it."""
LAST_LIVES: Final = (0.0, 0.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0)
"""The same when being killed means to be out of the game."""
GOLD: Final = (0.0, 1.2, 1.1, 1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1)
FATE: Final = (0.0, 1.6, 1.4, 1.2, 1.0, 0.7, 0.4, 0.2)
ENOUGH: Final = 14
"""From this Strength or Craft on, more of it is worth half."""
OBJECT: Final = 0.4
BURDEN: Final = -1.2
"""The worth of an Object in itself, and if another one has to be left for it."""
TOGETHER: Final = 0.35
"""The fraction of the goal's worth that is divided among the things needed to win there."""
LAST_PART: Final = 0.3
"""The fraction of the goal's worth that is divided among the lives of rivals, once killed characters are out."""

PLAIN: Final = {
    "battle": 3.0,
    "psychic": 1.5,
    "spell": 1.5,
    "follower": 0.6,
    "save": 4.0,
    "number.carry": 0.3,
    "chance": 0.3,
    "counter": 1.0,
    "bar": -0.8,
    "peril": -0.3,
    "turn": 2.5,
    "end": -1.0,
    "form": -3.0,
    "held": -2.0,
    "evade": 0.3,
    "enter": 8.0,
    "rival.life": -0.6,
    "rival.turn": -0.4,
    "rival.form": 0.5,
    "rival.estate": -1.0,
    "rival.battle": -0.3,
    "rival.psychic": -0.3,
    "rival.strength": -1.0,
    "rival.craft": -0.7,
    "rival.gold": -0.2,
    "rival.spell": -0.3,
    "rival.object": -0.4,
    "rival.follower": -0.3,
    "rival.death": 2.0,
    "rival.fate": -0.2,
    "rival.end": 0.3,
}
"""The worth of one of each change, the same for everybody; changes neither here nor below are worth nothing."""


@dataclass(frozen=True, slots=True)
class Opinions:
    """The parameters that make a player bold or careful.

    Attributes:
        strength: what a point of Strength is worth.
        craft: what a point of Craft is worth.
        exchange: what a point of trophies is worth, in points of Strength or Craft.
        key: what the first card that opens the way to the goal is worth.
        death: what being killed costs beyond all that is lost with it.
        out: what it costs further when it means to be out of the game.
        goal: what reaching the goal is worth.
        later: how much of a turn's worth counts when it comes a turn later.
        life: a factor for the worth of lives; 1 as in the tables.
        nerve: the least chance that they assume against whoever holds the goal, 0 to 1.
    """

    strength: float = 5.0
    craft: float = 3.5
    exchange: float = 0.11
    key: float = 20.0
    death: float = 12.0
    out: float = 100.0
    goal: float = 150.0
    later: float = 0.94
    life: float = 1.0
    nerve: float = 0.1

    def bolder(self, by: float) -> Opinions:
        """Return bolder opinions for a long game; `by` is from 0 (no change) to 1 (nothing is spared)."""
        spared = 1 - 0.8 * by
        return replace(
            self,
            death=self.death * spared,
            out=self.out * spared,
            life=self.life * spared,
            nerve=max(self.nerve, by),
        )


STEADY: Final = Opinions()


def rising(table: tuple[float, ...], have: int, change: float) -> float:
    """Return the worth of a change in something whose first, second, ... unit have the values of a table.

    Losing more than there is (what was still to come, and will not) counts like losing the first one.
    """
    last = len(table) - 1
    total = 0.0
    level = have
    while change > 0:
        part = min(change, 1.0)
        level += 1
        total += part * table[min(level, last)]
        change -= part
    while change < 0:
        part = min(-change, 1.0)
        total -= part * table[min(max(level, 1), last)]
        level -= 1
        change += part
    return total


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """What changes are worth to the seat of a view.

    Args:
        view: what the seat knows.
        opinions: what the player thinks.
        where: returns the worth of a change of place by its name; None if places do not matter.
    """

    def __init__(self, view: View, opinions: Opinions = STEADY, where: Callable[[str], float] | None = None) -> None:
        me = view.me
        keys = me.keys
        self.where = where
        self.weights = dict(PLAIN)
        self.tables = {
            "life": (LAST_LIVES if view.final else LIFE, me.lives),
            "gold": (GOLD, me.gold),
            "fate": (FATE, me.fate),
            "key": ((0.0, opinions.key, 0.3), keys),
        }
        self.lives = me.lives
        self.room = me.room
        self.dear = opinions.life
        if me.playing:
            self._as_it_stands(view, me, keys, opinions)

    def _as_it_stands(self, view: View, me: SeatView, keys: int, opinions: Opinions) -> None:
        """Set the weights that hang on what the seat has already."""
        weights = self.weights
        weights["strength"] = opinions.strength if me.strength < ENOUGH else opinions.strength / 2
        weights["craft"] = opinions.craft if me.craft < ENOUGH else opinions.craft / 2
        weights["trophy.strength"] = weights["strength"] * opinions.exchange
        weights["trophy.craft"] = weights["craft"] * opinions.exchange
        weights["experience"] = max(weights["strength"], weights["craft"]) * opinions.exchange
        weights["quest"] = -4.0 if keys else -1.0
        weights["estate"] = 1.6 * len(me.cards) + 0.8 * me.gold + (opinions.key if keys else 0.0)
        self._to_the_goal(view, opinions)
        strength, craft = me.trophy_points
        gathered = (
            weights["strength"] * me.counters["strength"]
            + weights["craft"] * me.counters["craft"]
            + weights["trophy.strength"] * strength
            + weights["trophy.craft"] * craft
            + weights["experience"] * me.experience
        )
        weights["death"] = -(opinions.death + gathered + weights["estate"] + (opinions.out if view.final else 0.0))
        if view.final:
            self._to_the_last(view, opinions)

    def _to_the_goal(self, view: View, opinions: Opinions) -> None:
        """Where something wins at the goal by being had, all of it together is worth a part of the goal."""
        self.weights["win"] = opinions.goal
        self.weights["rival.win"] = -opinions.goal
        for name, (have, needed) in needed_to_win(view).items():
            each = TOGETHER * opinions.goal / needed
            table = self.tables.get(name, ((0.0,), have))[0]
            last = len(table) - 1
            wanted = [table[min(count, last)] + (each if count else 0.0) for count in range(needed + 1)]
            self.tables[name] = ((*wanted, table[last]), have)
            self.weights["estate"] += each * have if name == "gold" else 0.0

    def _to_the_last(self, view: View, opinions: Opinions) -> None:
        """Once killed characters are out, every life of a rival is a part of the way to victory."""
        lives = sum(seat.lives for seat in view.seats if seat.number != view.seat and seat.playing)
        self.weights["rival.life"] = -LAST_PART * opinions.goal / max(2, lives)
        for name in ("rival.turn", "rival.strength", "rival.craft", "rival.form", "rival.estate"):
            self.weights[name] *= 3

    def life(self, lives: float, change: float) -> float:
        """Return the worth of a change of lives to a seat with so many."""
        return self.dear * rising(self.tables["life"][0], round(lives), change)

    def __call__(self, changes: Changes) -> float:
        """Return the worth of some changes to the seat, in points."""
        total = 0.0
        weights, tables = self.weights, self.tables
        for name, amount in changes.items():
            weight = weights.get(name)
            if weight is not None:
                total += weight * amount
            elif name == "life":
                total += self.life(self.lives, amount)
            elif name in tables:
                total += rising(*tables[name], amount)
            elif name == "object":
                total += amount * (BURDEN if amount > 0 and self.room <= 0 else OBJECT)
            elif self.where is not None:
                total += amount * self.where(name)
        return total
