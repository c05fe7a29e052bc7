"""The exact chances of a fight before the dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, NamedTuple

SIDES: Final = range(1, 7)
ADDED: Final = 16
"""Beside a number of dice: all of them are added."""
MATCHED: Final = 32
"""Beside a number of dice: if they show the same number, the other side's roll does not count."""
UNDRAWN: Final = 64
"""Beside a number of dice: a stand-off is the victory of whoever rolls them."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one side of a fight: they add up to 1."""

    win: float
    draw: float
    lose: float
    win_with_fate: float
    """The chance to win if that side pays fate, when it has any, for a die that does not win."""


class Terms(NamedTuple):
    """What the chances of one side of a fight hang on, see `chances`."""

    lead: int
    dice: int
    rival_dice: int


@lru_cache(maxsize=4096)
def chances(lead: int, dice: int = 1, rival_dice: int = 1, fate: bool = False) -> Odds:
    """Return the chances when one side leads by `lead` before the dice.

    Args:
        lead: how much more the first side has.
        dice: how many dice it rolls, of which the highest counts; with ADDED all together, with MATCHED the other
            side's roll does not count if they show the same number, with UNDRAWN a stand-off is its victory.
        rival_dice: the same of the other side.
        fate: whether the first side can have a die rolled again.
    """
    if (dice | rival_dice) & UNDRAWN:
        own = bool(dice & UNDRAWN)
        if own and rival_dice & UNDRAWN:
            return chances(lead, dice & ~UNDRAWN, rival_dice & ~UNDRAWN, fate)
        found = chances(lead + own, dice & ~UNDRAWN, rival_dice & ~UNDRAWN, fate)
        return Odds(found.win, 0.0, found.lose + found.draw, found.win_with_fate)
    if (dice | rival_dice) & (ADDED | MATCHED):
        return _counted(lead, dice, rival_dice, fate)
    mine = highest(dice)
    theirs = highest(rival_dice)
    win = draw = lose = better = 0.0
    for a, p in mine.items():
        for b, q in theirs.items():
            difference = lead + a - b
            weight = p * q
            if difference > 0:
                win += weight
                better += weight
                continue
            if difference == 0:
                draw += weight
            else:
                lose += weight
            if fate:
                better += weight * sum(1 for new in range(1, 7) if lead + max(new, a if dice > 1 else 0) - b > 0) / 6
    return Odds(win, draw, lose, better)


def _counted(lead: int, dice: int, rival_dice: int, fate: bool) -> Odds:
    """Return the same by enumerating all throws."""
    win = draw = lose = better = 0.0
    theirs: dict[Counted, float] = {}
    for b, chance in _throws(rival_dice):
        shown = _count(b, rival_dice)
        theirs[shown] = theirs.get(shown, 0.0) + chance
    for a, chance in _throws(dice):
        own = _count(a, dice)
        again = _again(a, dice) if fate else []
        for rival, likely in theirs.items():
            weight = chance * likely
            difference = lead + own.beyond(rival)
            win += weight * (difference > 0)
            draw += weight * (difference == 0)
            lose += weight * (difference < 0)
            if difference > 0:
                better += weight
            elif fate:
                wins = [0, *[sum([lead + new.beyond(rival) > 0 for new in news]) for news in again]]
                better += weight * max(wins) / 6
    return Odds(win, draw, lose, better)


class Counted(NamedTuple):
    """What a throw comes to: its value, and whether the other side's does not count for it."""

    value: int
    silences: bool

    def beyond(self, other: Counted) -> int:
        """Return how much more it comes to than another; less than 0 if it comes to less."""
        return (0 if other.silences else self.value) - (0 if self.silences else other.value)


def _count(thrown: tuple[int, ...], dice: int) -> Counted:
    silences = bool(dice & MATCHED) and len(thrown) > 1 and len(set(thrown)) == 1
    return Counted((sum if dice & ADDED else max)(thrown or (0,)), silences)


def _again(thrown: tuple[int, ...], dice: int) -> list[list[Counted]]:
    """Return what a throw may come to if one of its dice is rolled again, for each number that it shows."""
    rest = [(*thrown[:i], *thrown[i + 1 :]) for i in map(thrown.index, set(thrown))]
    return [[_count((*others, new), dice) for new in SIDES] for others in rest]


@cache
def _throws(dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Return the throws of some dice, whatever the order of these, each with its chance."""
    number = dice & (ADDED - 1)
    throws = combinations_with_replacement(SIDES, number)
    return [(one, _orders(one) / 6**number) for one in throws]


def _orders(thrown: tuple[int, ...]) -> int:
    return factorial(len(thrown)) // prod([factorial(thrown.count(side)) for side in SIDES])


@lru_cache(maxsize=16)
def highest(dice: int) -> dict[int, float]:
    """Return the distribution of the highest of some dice; without dice it is 0 for certain."""
    if dice == 0:
        return {0: 1.0}
    return {n: (n**dice - (n - 1) ** dice) / 6**dice for n in range(1, 7)}
