"""The exact chances of a fight before the dice are rolled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
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
    mine, theirs = _throws(dice), _throws(rival_dice)
    weight = 1 / (len(mine) * len(theirs))
    for a in mine:
        for b in theirs:
            difference = lead + _difference(a, dice, b, rival_dice)
            win += weight * (difference > 0)
            draw += weight * (difference == 0)
            lose += weight * (difference < 0)
            again = float(difference > 0)
            if fate and difference <= 0:
                again = max(
                    sum(lead + _difference((*a[:i], new, *a[i + 1 :]), dice, b, rival_dice) > 0 for new in SIDES) / 6
                    for i in range(len(a))
                )
            better += weight * again
    return Odds(win, draw, lose, better)


def _throws(dice: int) -> list[tuple[int, ...]]:
    return list(product(SIDES, repeat=dice & (ADDED - 1)))


def _difference(a: tuple[int, ...], dice: int, b: tuple[int, ...], rival_dice: int) -> int:
    mine, theirs = [
        0 if other and _silences(other, its) else (sum if own & ADDED else max)(thrown or (0,))
        for thrown, own, other, its in ((a, dice, b, rival_dice), (b, rival_dice, a, dice))
    ]
    return mine - theirs


def _silences(thrown: tuple[int, ...], dice: int) -> bool:
    return bool(dice & MATCHED) and len(thrown) > 1 and len(set(thrown)) == 1


@lru_cache(maxsize=16)
def highest(dice: int) -> dict[int, float]:
    """Return the distribution of the highest of some dice; without dice it is 0 for certain."""
    if dice == 0:
        return {0: 1.0}
    return {n: (n**dice - (n - 1) ** dice) / 6**dice for n in range(1, 7)}
