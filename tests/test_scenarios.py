"""Every scenario below tests/scenarios runs as a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.scenario import run_file

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("file", [pytest.param(file, id=str(file.relative_to(FOLDER))[:-5]) for file in FILES])
def test_scenario(file: Path) -> None:
    outcome = run_file(file)
    if outcome.fault is not None:
        raise AssertionError(outcome.message) from outcome.fault
    assert outcome.passed, outcome.message
