"""Regression: what each of many things adds to an outcome where all of them vary at once, with intervals.

Least squares, with the spread counted by seed (H. White 1980, K.-Y. Liang and S. Zeger 1986), since the seats of a game
and the games of a seed go alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import sqrt
from typing import NamedTuple

from stormriver.kernel.errors import StormriverError
from stormriver.lab.intervals import student

STEADY = 1e-9
"""What keeps things that always go together from being told apart by chance: a hint that they do nothing."""


class Case(NamedTuple):
    """One outcome: the seed it is of, which things were there, and the outcome as a number."""

    seed: int
    there: Collection[str]
    outcome: float


class Effect(NamedTuple):
    """What a thing adds to the outcome, all others being equal, and where that lies with 95 % certainty.

    Attributes:
        cases: in how many of them it was there.
    """

    name: str
    value: float
    low: float
    high: float
    cases: int


def effects(cases: Sequence[Case], fewest: int = 5) -> list[Effect]:
    """Return what each thing adds to the outcome, by name.

    Args:
        cases: of at least two seeds, else nothing can be said.
        fewest: how often a thing must have been there, and how often not, for anything to be said of it.

    Raises:
        StormriverError: if numpy is not installed.
    """
    try:
        import numpy as np  # of the extra `workshop`
    except ImportError:
        raise StormriverError(
            "Effects of cards are worked out by the library numpy, which is not here;"
            " `pip install 'stormriver[workshop]'` brings it."
        ) from None
    count = Counter(name for case in cases for name in set(case.there))
    names = [name for name in sorted(count) if fewest <= count[name] <= len(cases) - fewest]
    seeds = sorted({case.seed for case in cases})
    if not names or len(seeds) < 2:
        return []
    there = np.array([[1.0, *(float(name in case.there) for name in names)] for case in cases])
    outcomes = np.array([case.outcome for case in cases])
    inverse = np.linalg.inv(there.T @ there + STEADY * np.eye(len(names) + 1))
    found = inverse @ (there.T @ outcomes)
    scores = np.zeros((len(seeds), len(names) + 1))
    np.add.at(scores, [seeds.index(case.seed) for case in cases], there * (outcomes - there @ found)[:, None])
    errors = np.sqrt(((scores @ inverse) ** 2).sum(axis=0))
    reach = student(len(seeds) - 1) * sqrt(len(seeds) / (len(seeds) - 1))
    told = zip(names, found[1:].tolist(), (reach * errors[1:]).tolist(), strict=True)
    return [Effect(name, value, value - off, value + off, count[name]) for name, value, off in told]
