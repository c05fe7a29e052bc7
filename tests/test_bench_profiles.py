"""The profiles of the bench: names, shares and differences are right; how fast anything is, no test asserts."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from support.documents import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import profiles
from profiles import Profile


def made_up(count: int, **seconds: float) -> Profile:
    """Return a profile of so many decisions, in which each function is called once a decision."""
    return Profile(count, Counter(dict.fromkeys(seconds, count)), Counter(seconds), Counter(), Counter())


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (("/src/kernel/game.py", 12, "push"), "game.push"),
        (("~", 0, "<method 'get' of 'dict' objects>"), "dict.get"),
        (("~", 0, "<method 'tobytes' of 'array.array' objects>"), "array.array.tobytes"),
        (("~", 0, "<built-in method builtins.len>"), "len"),
        (("~", 0, "<built-in method _pickle.dumps>"), "_pickle.dumps"),
        (("~", 0, "<built-in method __new__ of type object at 0x7f25d645ea00>"), "__new__"),
    ],
)
def test_functions_are_told_by_plain_names(function: tuple[str, int, str], name: str) -> None:
    assert profiles.name_of(function) == name


def test_shares_are_of_all_that_was_profiled() -> None:
    one = made_up(10, push=3.0, pose=0.96, rare=0.04)
    one.add({"count": 10, "calls": {"push": 30}, "own": {"push": 6.0}, "entries": {}, "parts": {}})
    lines = profiles.functions_table(one, "decision").splitlines()
    assert lines[2:] == ["| `push` | 2.00 | 90.0% |", "| `pose` | 0.50 | 9.6% |"]


def test_what_makes_a_decision_longer_adds_up() -> None:
    base, other = made_up(10, **{f"f{n}": 1.0 for n in range(20)}), made_up(5, **{f"f{n}": n / 10 for n in range(20)})
    rows = profiles.beside_table(base, other, "own", ["function", "", "", "", "", "longer by"]).splitlines()[2:]
    longer = [float(row.split("|")[-2].strip().removesuffix("%")) for row in rows]
    assert sum(longer) == pytest.approx(100 * (other.each / base.each - 1), abs=0.6)
    assert rows[0].startswith("| `f19` | 1.00 | 5.0% | 1.00 | 10.0% | +14.0% |")


@pytest.mark.slow
def test_a_decision_is_its_parts() -> None:
    found = profiles.profile("play", "city", 60)
    assert min(found.parts.values()) > 0  # what is left over, too: nothing is counted in two parts
    assert found.parts["rest"] < sum(found.own.values()) / 4
    assert {"loop", "rest", "encounter", "movement", "turn"} <= set(found.parts)
    assert found.calls["game.play"] == found.count == 60


@pytest.mark.slow
def test_the_worker_plays_with_secure_dice_where_it_is_asked_to() -> None:
    from worker_stormriver import starter

    assert starter("revised4", (), 2, "")(1).state.key == b""
    assert len(starter("revised4", (), 2, "blake2b")(1).state.key) == 32
