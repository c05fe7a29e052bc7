"""Every scenario below tests/scenarios holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from stormriver.scenario import run_file

FOLDER = Path(__file__).parent / "scenarios"
PART = 50
"""How many scenarios are one test, at most: each by itself takes less time than pytest takes for a test."""
ADDED = ("city", "frontier", "third", "wargame")
"""Folders of packs and of other games than the base game, which `make quick` leaves out."""


def parts() -> Iterator[object]:
    """Return all scenarios for `pytest.mark.parametrize`, in parts that lie in one folder: they use the same packs."""
    files = sorted(FOLDER.rglob("*.yaml"), key=lambda file: (str(file.parent), file.name))
    for folder, found in groupby(files, lambda file: file.parent.relative_to(FOLDER)):
        together = list(found)
        marks = [pytest.mark.slow] if folder.parts[0] in ADDED else []
        for at in range(0, len(together), PART):
            part = together[at : at + PART]
            yield pytest.param(part, marks=marks, id=f"{folder}/{part[0].stem}")


@pytest.mark.parametrize("files", list(parts()))
def test_scenarios_hold(files: list[Path]) -> None:
    outcomes = {str(file.relative_to(FOLDER)): run_file(file) for file in files}
    failed = {name: outcome for name, outcome in outcomes.items() if not outcome.passed}
    if failed:
        fault = next((outcome.fault for outcome in failed.values() if outcome.fault is not None), None)
        raise AssertionError("\n\n".join(f"{name}: {outcome.message}" for name, outcome in failed.items())) from fault
