"""In which order the log of a game tells what happens, and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from stormriver.adventure.text.event_text import OWN_MARKS, UNTOLD_MARKS
from stormriver.scenario import explain_file

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "tests/scenarios"


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("adventure/bag_of_gold", ["Ann takes the Bag of Gold.", "The Bag of Gold is discarded.", "Ann gains 1 gold."]),
        ("examples/wizard_and_giant", ["Ann kills the Giant and keeps it as a trophy."]),
        ("third/rules/experience_for_a_battle", ["Ann kills the Bear.", "The Bear is discarded.", "Ann gains 3"]),
        ("board/crown_of_command", ["Ann casts the Command Spell."]),
        ("wargame/spells/darkness", ["The Priest casts Darkness.", "Darkness: no unit may move or attack."]),
    ],
)
def test_the_log_tells_it_in_this_order(scenario: str, told: list[str]) -> None:
    text = explain_file(SCENARIOS / f"{scenario}.yaml")
    places = [text.find(line) for line in told]
    assert -1 not in places, text
    assert places == sorted(places), text


def test_nobody_keeps_a_trophy_where_there_are_none() -> None:
    assert "trophy" not in explain_file(SCENARIOS / "third/rules/experience_for_a_battle.yaml")


def test_the_log_does_not_name_the_marks_of_a_fight() -> None:
    assert "marked" not in explain_file(SCENARIOS / "adventure/sword_and_axe.yaml")


def test_every_mark_that_the_rules_put_has_words_of_its_own() -> None:
    base = yaml.safe_load((ROOT / "src/stormriver/content/base/preset.yaml").read_text(encoding="utf-8"))
    bare = {mark["id"] for mark in base["marks"] if not mark.keys() & {"text", "forbid"}}  # whose hooks speak for them
    assert bare <= OWN_MARKS | UNTOLD_MARKS
