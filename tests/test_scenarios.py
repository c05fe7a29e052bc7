"""Every scenario holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from stormriver.scenario import run_file
from support.scenario_files import scenario_files

PART = 50
"""How many scenarios are one test, at most: each by itself takes less time than pytest takes for a test."""
ADDED = ("city", "frontier", "third", "wargame")
"""Folders of packs and of other games than the base game, which `make quick` leaves out."""


def parts() -> Iterator[object]:
    """Return all scenarios for `pytest.mark.parametrize`, in parts that lie in one folder: they use the same packs."""
    names = sorted(scenario_files(), key=lambda name: name.rpartition("/"))
    for folder, found in groupby(names, lambda name: name.rpartition("/")[0]):
        together = list(found)
        marks = [pytest.mark.slow] if folder.partition("/")[0] in ADDED else []
        for at in range(0, len(together), PART):
            part = together[at : at + PART]
            yield pytest.param(part, marks=marks, id=part[0])


@pytest.mark.parametrize("names", list(parts()))
def test_scenarios_hold(names: list[str]) -> None:
    files = scenario_files()
    outcomes = {name: run_file(files[name]) for name in names}
    failed = {name: outcome for name, outcome in outcomes.items() if not outcome.passed}
    if failed:
        fault = next((outcome.fault for outcome in failed.values() if outcome.fault is not None), None)
        raise AssertionError("\n\n".join(f"{name}: {outcome.message}" for name, outcome in failed.items())) from fault
