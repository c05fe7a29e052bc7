"""Regression: what each of many things adds to an outcome where all of them vary at once, with intervals.

Least squares, with the spread counted by seed (H. White 1980, K.-Y. Liang and S. Zeger 1986), since the seats of a game
and the games of a seed go alike. The few lines of algebra are written out: the library that has them weighs more than
all of this program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import sqrt
from typing import NamedTuple

from stormriver.lab.intervals import student

Matrix = list[list[float]]
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
    """
    count = {name: sum(name in case.there for case in cases) for name in sorted({n for c in cases for n in c.there})}
    names = [name for name, number in count.items() if fewest <= number <= len(cases) - fewest]
    seeds = {case.seed for case in cases}
    if not names or len(seeds) < 2:
        return []
    rows = [[0, *(at for at, name in enumerate(names, 1) if name in case.there)] for case in cases]
    size = len(names) + 1
    products = [[STEADY * (i == j) for j in range(size)] for i in range(size)]
    sums = [0.0] * size
    for row, case in zip(rows, cases, strict=True):
        for i in row:
            sums[i] += case.outcome
            for j in row:
                products[i][j] += 1.0
    inverse = inverted(products)
    found = [sum(one * total for one, total in zip(line, sums, strict=True)) for line in inverse]
    by_seed: dict[int, list[float]] = defaultdict(lambda: [0.0] * size)
    for row, case in zip(rows, cases, strict=True):
        off = case.outcome - sum(found[i] for i in row)
        for i in row:
            by_seed[case.seed][i] += off
    reach = student(len(seeds) - 1) * sqrt(len(seeds) / (len(seeds) - 1))
    made = []
    for at, name in enumerate(names, 1):
        shifts = (sum(a * b for a, b in zip(inverse[at], score, strict=True)) for score in by_seed.values())
        error = sqrt(sum(shift * shift for shift in shifts))
        made.append(Effect(name, found[at], found[at] - reach * error, found[at] + reach * error, count[name]))
    return made


def inverted(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix that has one (Gauss and Jordan, with the largest pivot of each column)."""
    size = len(matrix)
    whole = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(whole[row][column]))
        whole[column], whole[pivot] = whole[pivot], whole[column]
        scale = whole[column][column]
        whole[column] = [value / scale for value in whole[column]]
        for row in range(size):
            factor = whole[row][column]
            if row != column and factor:
                whole[row] = [value - factor * other for value, other in zip(whole[row], whole[column], strict=True)]
    return [row[size:] for row in whole]
