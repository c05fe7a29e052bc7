"""Changes: the expected effects on a seat, by name.

| Name | One of it is |
|---|---|
| `life` `fate` `gold` `strength` `craft` | one counter more |
| `counter` | counters that a pack brings, by the points that they are worth to the seat |
| `spell` `object` `follower` | one card more |
| `key` | one card more of those without which the goal of the game cannot be entered |
| `trophy.strength` `trophy.craft` | one point of trophies |
| `experience` | one point of experience, where it is counted |
| `battle` `psychic` | one point that counts in fights only, while the card is there |
| `save` | a lost battle that costs no life |
| `number.NAME` | one more of another number of the preset, e.g. `number.carry` |
| `chance` | something that may be done or is allowed, without a value of its own |
| `draw` | one Adventure card drawn, for a reader who has worked out elsewhere what that is worth |
| `peril` | one point more than usual for a creature that may be drawn |
| `bar` | something that is forbidden to the seat |
| `turn` | one turn more (less than 0: turns missed) |
| `end` | the chance that the turn is over |
| `form` | one turn in another form |
| `estate` | all belongings and gold (-1: they are dropped) |
| `death` | the chance of being killed |
| `held` | the chance of being held on the space |
| `win` | the chance of winning the game at once |
| `contract` | one card more of those that win at the goal |
| `quest` | the chance that the way to the goal is barred until something is done |
| `evade` | the chance of being past a creature without a fight |
| `enter` | the chance of passing the gate that is tried |
| `away` | the chance of being carried to another space, and then |
| `at:SPACE` | the chance of coming to a space and encountering it |
| `reach:SPACE` | the chance to go to a space some time, as one likes |
| `stop:SPACE` | the chance of ending the turn on a space |
| `steps:N` | the chance of a move of so many spaces |
| `back` | turning back |
| `rival.NAME` | any of these for the other seats together |

All of them are expectations: a die that gives 1 Craft on a 6 is `craft` 0.17.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Changes = dict[str, float]
"""Expected changes, by the names in the table above."""

Worth = Callable[[Changes], float]
"""A valuation: how much some changes are worth to a seat, which decides what the seat would choose."""

RIVAL: Final = "rival."


def add(total: Changes, more: Changes, weight: float = 1.0) -> None:
    """Add changes, times a weight such as their chance, to a running total."""
    for name, amount in more.items():
        total[name] = total.get(name, 0.0) + amount * weight


def mixed(parts: list[tuple[float, Changes]]) -> Changes:
    """Return the mean of changes, each with its chance."""
    total: Changes = {}
    for weight, part in parts:
        add(total, part, weight)
    return total


def going_on(changes: Changes) -> float:
    """Return the chance that the encounter goes on after these changes."""
    return max(0.0, 1.0 - changes.get("end", 0.0) - changes.get("away", 0.0))


def for_rivals(changes: Changes) -> Changes:
    """Return the same changes as changes of another seat."""
    return {name if name.startswith(RIVAL) else RIVAL + name: amount for name, amount in changes.items()}


PASSING: Final = frozenset({"end", "evade", "away", "enter"})


def lasting(changes: Changes) -> Changes:
    """Return changes without those that count only at their moment, for effects that may be used at any later time."""
    kept: Changes = {}
    for name, amount in changes.items():
        if name not in PASSING:
            kept[name.replace("at:", "reach:", 1)] = amount
    return kept
