"""Intervals that hold the true value with 95 % certainty: of shares, and of means.

The unit of chance is the seed. Games of one seed begin alike, so what they have in common is not counted twice.
The few formulas are written out: the library that has most of them weighs thirteen times as much as this program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

CERTAINTY = 0.95
TAIL = (1 + CERTAINTY) / 2
Z = NormalDist().inv_cdf(TAIL)
"""1.96: how many standard deviations the interval of a normal distribution reaches to either side."""


class Interval(NamedTuple):
    """Where a value lies with 95 % certainty."""

    low: float
    high: float


def wilson(share: float, trials: float) -> Interval:
    """Return the interval of a share (E. B. Wilson 1927), which holds for few trials and rare events too.

    Args:
        share: of the trials that succeeded, from 0 to 1.
        trials: how many there were, more than 0; need not be whole, see `share_interval`.
    """
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def share_interval(by_seed: Mapping[int, tuple[float, int]]) -> Interval:
    """Return the interval of a share whose trials come in groups.

    It is Wilson's for as many trials as the groups are worth (the design effect, L. Kish 1965): fewer than were made
    where games of one seed end alike. They never count for more than they are.

    Args:
        by_seed: successes and trials of each seed, with at least one trial in all.
    """
    groups = [group for group in by_seed.values() if group[1]]
    trials = sum(count for _, count in groups)
    share = sum(won for won, _ in groups) / trials
    alone = share * (1 - share) / trials
    if isclose(alone, 0, abs_tol=1e-12):
        return wilson(round(share), len(groups))
    if len(groups) == trials:
        return wilson(share, trials)
    off = sum((won - share * count) ** 2 for won, count in groups)
    grouped = len(groups) / max(1, len(groups) - 1) * off / trials**2
    return wilson(share, max(1.0, trials / max(1.0, grouped / alone)))


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the interval of the mean of independent values (Student 1908).

    Args:
        values: one for each seed, at least one; a single one says nothing of the spread, so its interval is a point.
    """
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, mean)
    reach = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(mean - reach, mean + reach)


def student(degrees: int) -> float:
    """Return how many standard errors the interval of a mean reaches: `Z`, and more for few degrees of freedom.

    Exact for 1 and 2, else the expansion of Abramowitz and Stegun 26.7.5, within 0.02 of the table from 3 on.
    """
    if degrees == 1:
        return tan(pi * (TAIL - 0.5))
    if degrees == 2:
        return (2 * TAIL - 1) / sqrt(2 * TAIL * (1 - TAIL))
    terms: tuple[float, ...] = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum((term / float(degrees**power) for power, term in enumerate(terms, 1)), 0.0)
