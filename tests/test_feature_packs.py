"""Features of well-known expansions, each a small pack in tests/packs with a scenario: what the language can say."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from stormriver.scenario import run_file

FOLDER = Path(__file__).parent / "packs"
PACKS = sorted(path.parent for path in FOLDER.glob("*/pack.yaml"))
SCENARIOS = sorted(FOLDER.glob("*/scenarios/*.yaml"))
FEATURES = yaml.safe_load((FOLDER / "features.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parts[-3]}/{file.stem}") for file in SCENARIOS])
def test_feature(file: Path) -> None:
    outcome = run_file(file)
    if outcome.fault is not None:
        raise AssertionError(outcome.message) from outcome.fault
    assert outcome.passed, outcome.message
