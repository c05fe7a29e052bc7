"""Every scenario below tests/scenarios holds."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from stormriver.scenario import run_file

FOLDER = Path(__file__).parent / "scenarios"
PART = 50
"""How many scenarios are one test, at most: each by itself takes less time than pytest takes for a test."""


def parts() -> list[list[Path]]:
    """Return all scenarios, in parts that lie in one folder, as they use the same packs."""
    files = sorted(FOLDER.rglob("*.yaml"), key=lambda file: (str(file.parent), file.name))
    folders = [list(found) for _, found in groupby(files, lambda file: file.parent)]
    return [found[at : at + PART] for found in folders for at in range(0, len(found), PART)]


@pytest.mark.parametrize("files", parts(), ids=lambda files: str(files[0].relative_to(FOLDER))[:-5])
def test_scenarios_hold(files: list[Path]) -> None:
    outcomes = {str(file.relative_to(FOLDER)): run_file(file) for file in files}
    failed = {name: outcome for name, outcome in outcomes.items() if not outcome.passed}
    if failed:
        fault = next((outcome.fault for outcome in failed.values() if outcome.fault is not None), None)
        raise AssertionError("\n\n".join(f"{name}: {outcome.message}" for name, outcome in failed.items())) from fault
