"""Plausible mistakes in packs: each is refused in both languages, with its place and what would do, many at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from stormriver.api import table_for
from stormriver.kernel.errors import BadContent
from support.in_german import assert_german

MISTAKES = yaml.safe_load(Path(__file__).with_name("pack_mistakes.yaml").read_text(encoding="utf-8"))
"""What records begin with, what is wrong with them, and what is said of that."""


def faults(folder: Path) -> dict[str, list[str]]:
    """Return what is told of a pack, by file: the sentences without it, each up to the names that are known."""
    try:
        table_for("revised4", 2, packs=[str(folder)])
    except BadContent as wrong:
        found: dict[str, list[str]] = {}
        for sentence, located in wrong.told:
            assert_german(BadContent(sentence))
            file, _, told = located.partition(", ")
            begun, known, _ = told.partition("; known here: ")
            found.setdefault(file.removeprefix(f"{folder.name}/"), []).append(begun + known)
        return found
    return {}


@pytest.mark.slow
def test_each_mistake_is_told_with_its_place_and_what_would_do(tmp_path: Path) -> None:
    """First what is no YAML, then what is no name, what is misspelt, and what does not fit together."""
    expected: dict[str, list[str]] = {}
    mistakes = [(group["begins"], *one) for group in MISTAKES.values() for one in group["mistakes"].items()]
    assert len(mistakes) > 100
    for number, (begun, wrong, sentence) in enumerate(mistakes):
        name = f"t{number:04}"  # as long as the name it stands for, so that columns stay
        (tmp_path / f"{name}.yaml").write_text((begun + wrong + "}\n").replace("trial", name), encoding="utf-8")
        expected[f"{name}.yaml"] = [sentence.replace("trial", name)]
    rounds = 0
    while expected:
        told = faults(tmp_path)
        assert told, f"these are not refused: {sorted(expected)}"
        assert told == {file: expected.pop(file) for file in told}
        for file in told:
            (tmp_path / file).unlink()
        rounds += 1
    assert rounds <= 7
