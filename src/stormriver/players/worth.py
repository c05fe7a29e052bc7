"""What changes are worth to a seat as it stands: the opinions of the player `steady`, in points.

A point is about what 1 gold is worth at the start. What somebody has little of is worth more to him: the last lives,
the first gold, the first card that opens the way to the goal.
"""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.view import Changes, SeatView, View

LIFE = (0.0, 0.0, 7.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.6, 1.3, 1.0)
"""What the first, second, ... life is worth; the first is worth all that would be lost with it."""
GOLD = (0.0, 1.2, 1.1, 1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1)
FATE = (0.0, 1.6, 1.4, 1.2, 1.0, 0.7, 0.4, 0.2)
STRENGTH = 5.0
CRAFT = 3.5
ENOUGH = 14
"""From this Strength or Craft on, more of it is worth half."""
EXCHANGE = 0.11
"""What a point of trophies is worth, in counters."""
KEY = (0.0, 20.0, 0.3)
DEATH = 12.0
OUT = 120.0
"""What being killed costs beyond all that is lost, when it means to be out of the game."""

PLAIN = {
    "battle": 3.0,
    "psychic": 1.5,
    "spell": 1.5,
    "follower": 0.6,
    "save": 4.0,
    "number.carry": 0.3,
    "chance": 0.3,
    "bar": -0.8,
    "turn": 2.5,
    "end": -1.0,
    "form": -3.0,
    "held": -2.0,
    "evade": 0.3,
    "rival.life": -0.6,
    "rival.turn": -0.4,
    "rival.form": 0.5,
    "rival.estate": -1.0,
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
"""What one of each is worth whoever has it; what is not here or below is worth nothing."""


def rising(table: tuple[float, ...], have: int, change: float) -> float:
    """Return what a change is worth of something whose first, second, ... one are worth what a table says."""
    last = len(table) - 1
    total = 0.0
    level = have
    while change > 0:
        part = min(change, 1.0)
        level += 1
        total += part * table[min(level, last)]
        change -= part
    while change < 0 and level > 0:
        part = min(-change, 1.0)
        total -= part * table[min(level, last)]
        level -= 1
        change += part
    return total


class Worth:
    """What changes are worth to the seat of a view.

    Args:
        view: what the seat knows.
        where: what being somewhere is worth, by the name of the change; None if places do not matter.
    """

    def __init__(self, view: View, where: Callable[[str], float] | None = None) -> None:
        me = view.me
        self.where = where
        self.have = {"life": (LIFE, me.lives), "gold": (GOLD, me.gold), "fate": (FATE, me.fate), "key": (KEY, me.keys)}
        self.weights = dict(PLAIN)
        if me.playing:
            self._as_it_stands(view, me)

    def _as_it_stands(self, view: View, me: SeatView) -> None:
        weights = self.weights
        weights["strength"] = STRENGTH if me.strength < ENOUGH else STRENGTH / 2
        weights["craft"] = CRAFT if me.craft < ENOUGH else CRAFT / 2
        weights["trophy.strength"] = weights["strength"] * EXCHANGE
        weights["trophy.craft"] = weights["craft"] * EXCHANGE
        weights["quest"] = -4.0 if me.keys else -1.0
        weights["object"] = 0.4 if me.room else -1.2
        weights["estate"] = 1.6 * len(me.cards) + 0.8 * me.gold + (KEY[1] if me.keys else 0.0)
        strength, craft = me.trophy_points
        gathered = (
            weights["strength"] * me.counters["strength"]
            + weights["craft"] * me.counters["craft"]
            + weights["trophy.strength"] * strength
            + weights["trophy.craft"] * craft
        )
        weights["death"] = -(DEATH + gathered + weights["estate"] + (OUT if view.final else 0.0))
        if view.final:
            weights["rival.life"] = -2.0

    def __call__(self, changes: Changes) -> float:
        """Return what some changes are worth."""
        total = 0.0
        weights, have = self.weights, self.have
        for name, amount in changes.items():
            weight = weights.get(name)
            if weight is not None:
                total += weight * amount
            elif name in have:
                total += rising(*have[name], amount)
            elif self.where is not None:
                total += amount * self.where(name)
        return total
