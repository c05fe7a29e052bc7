"""Comparing two revisions: they do the same work by turns, and an interval says what the pairs have shown."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.documents import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import compare
from contestants import CONTESTANTS
from engines import declare


def test_a_checkout_is_run_with_the_rulebooks_that_it_declares(tmp_path: Path) -> None:
    declare(ROOT, tmp_path)
    told = (tmp_path / "stormriver-0.dist-info/entry_points.txt").read_text()
    assert "[stormriver.rulebooks]\nadventure = stormriver.adventure.loader:load_table\n" in told


def noisy(seed: int, speed: float = 1.0) -> list[float]:
    """Return times of a worker on a machine that is up to a third slower now and then."""
    chance = random.Random(seed)
    return [(1 + chance.random() / 3) / speed for _ in range(30)]


def test_two_equal_workers_are_told_apart_by_nobody() -> None:
    same = compare.Compared(compare.FIGURES[0], noisy(1), noisy(2))
    low, high = compare.median_interval(same.ratios)
    assert low <= 1 <= high
    assert same.cells()[-1] == "no difference seen"


def test_what_is_half_as_fast_again_is_seen_either_way() -> None:
    assert compare.Compared(compare.FIGURES[0], noisy(1), noisy(2, 1.5)).cells()[-1] == "faster"
    assert compare.Compared(compare.FIGURES[0], noisy(1, 1.5), noisy(2)).cells()[-1] == "slower"


def test_the_interval_holds_the_median_in_95_of_100_cases() -> None:
    chance = random.Random(5)
    held = 0
    for _ in range(1000):
        low, high = compare.median_interval([chance.expovariate(1) for _ in range(15)])
        held += low <= 0.6931 <= high
    assert 950 <= held < 990


def test_too_few_pairs_make_no_interval() -> None:
    assert compare.median_interval([3, 1, 2, 6, 5, 4]) == (1, 6)
    with pytest.raises(ValueError, match="takes 6 values or more, not 5"):
        compare.median_interval([1, 2, 3, 4, 5])


class Twin:
    """A worker that answers as fast as it is told to, and notes when it was asked."""

    def __init__(self, name: str, asked: list[tuple[str, str, int]], seconds: float) -> None:
        self.name, self.asked, self.seconds = name, asked, seconds

    def __enter__(self) -> Twin:
        return self

    def __exit__(self, *error: object) -> None:
        self.asked.append((self.name, "ended", 0))

    def lead_in(self) -> None:
        self.asked.append((self.name, "led in", 0))

    def count_for(self, figure: str, seconds: float) -> int:
        return {"play": 40, "clone": 50, "answer": 60}[figure]

    def ask(self, figure: str, count: int) -> dict[str, float]:
        self.asked.append((self.name, figure, count))
        return {"count": count, "seconds": self.seconds * count, "thinking": self.seconds * count / 2}


def test_old_and_new_do_the_same_work_by_turns() -> None:
    asked: list[tuple[str, str, int]] = []
    old, new = stand_in(lambda: Twin("old", asked, 0.002)), stand_in(lambda: Twin("new", asked, 0.001))
    wanted = [figure for figure in compare.FIGURES if figure.load == "random"]
    found = compare.compare(old, new, CONTESTANTS["revised4-pure"], wanted, pairs=8, seconds=0.1)
    assert [one.ratios for one in found] == [[2.0] * 8] * 3
    plays = [name for name, figure, number in asked if (figure, number) == ("play", 40)]
    assert (plays.count("old"), plays.count("new")) == (8, 8)
    assert {plays[i] for i in range(0, 16, 2)} == {"old", "new"}  # each begins now and then
    begun = [name for name, figure, _ in asked if figure == "led in"]
    assert (begun.count("old"), begun.count("new")) == (compare.LAUNCHES, compare.LAUNCHES + 1)
    assert asked.count(("old", "ended", 0)) == compare.LAUNCHES + 1


def stand_in(start: Callable[[], Twin]) -> Any:
    """Return a side whose workers are twins."""

    class Side(compare.Side):
        def worker(self, one: object) -> Any:
            return start()

    return Side("twin", ROOT, ROOT, "pure")


def test_a_call_of_steady_is_compared_by_what_the_player_took() -> None:
    steady = compare.FIGURES[-1]
    assert steady.seconds({"count": 10, "seconds": 9.0, "thinking": 0.02}) == 0.002
    assert steady.told(0.002) == "2.00 ms"


def test_a_revision_that_is_not_there_is_said_so() -> None:
    with pytest.raises(SystemExit, match=r"^no_such_revision could not be checked out:"):
        next(open_checkout("no_such_revision"))


def open_checkout(revision: str) -> Iterator[Path]:
    with compare.checked_out(revision) as folder:
        yield folder
