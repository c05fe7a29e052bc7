"""Rules of packs: they can be all that a pack holds, `pack check` tells of them, and some hold with an option only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game, table_for
from stormriver.cli.conversation import opening
from stormriver.cli.session import LocalSession
from stormriver.presentation.rule_texts import rules, told_rules
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run
from test_cli import say, well

HOUSE = """
rules:
  - {id: house.tea, title: Tea, text: Whoever wins makes tea.}
  - {id: battle.fate, title: Fate in battle, text: No fate is spent in battle.}
"""


def pack(folder: Path, **files: str) -> Path:
    """Write a pack and return its folder."""
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def intro(**options: str) -> str:
    """Return the first page of a game with the City."""
    game = begin_game("revised4", 2, seed=1, packs=["city"], options=options)
    return " ".join(" ".join(line.plain for line in opening(LocalSession(game, ["you"] * 2, 1), 1, 100)).split())


def test_a_pack_may_hold_rules_only(tmp_path: Path) -> None:
    folder = pack(tmp_path / "house", rules=HOUSE)
    table: Any = table_for("revised4", packs=[str(folder)])
    known = rules(table)
    assert known["house.tea"].text == "Whoever wins makes tea."
    assert known["battle.fate"].text == "No fate is spent in battle."


@pytest.mark.slow
def test_rules_that_their_author_changes_are_read_anew(tmp_path: Path) -> None:
    folder = pack(tmp_path / "house", rules=HOUSE)
    before: Any = table_for("revised4", packs=[str(folder)])
    assert "house.tea" in rules(before)
    (folder / "rules.yaml").write_text(HOUSE.replace("house.tea", "house.cake"), encoding="utf-8")
    after: Any = table_for("revised4", packs=[str(folder)])
    assert "house.cake" in rules(after) and "house.tea" not in rules(after)


@pytest.mark.slow
def test_pack_check_tells_of_rules_and_rulings(tmp_path: Path) -> None:
    ruling = "rulings:\n  - {id: ruling.house, title: A tie, text: Both., basis: reading}\n"
    folder = pack(tmp_path / "house", rules=HOUSE, rulings=ruling)
    said = well("pack check", folder).out
    assert said == "OK: house on top of revised4 adds 1 rule, 1 ruling; replaces battle.fate.\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "rules:\n  - {id: a.b, title: Tea}\n",
            "house/rules.yaml, line 2, at rules[0]: the key 'text' is missing",
        ),
        ("chapters: {}\n", "house/rules.yaml, line 1: the key 'rules' is missing"),
        ("rule: []\n", "house/rules.yaml, line 1, at rule: unknown key 'rule'; did you mean 'rules'?"),
        (
            "rules:\n  - {id: a.b, title: T, text: T, holds_with: {endng: hidden}}\n",
            "house/rules.yaml, line 2, at rules[0].holds_with.endng: no option is called 'endng'",
        ),
    ],
)
def test_pack_check_finds_what_is_wrong_with_rules(tmp_path: Path, text: str, sentence: str) -> None:
    said = say("pack check", pack(tmp_path / "house", rules=text))
    assert (said.code, said.out) == (2, "")
    assert re.sub(r", column \d+", "", said.err).startswith(sentence)


@pytest.mark.slow
def test_the_intro_tells_of_an_alternative_ending_only_where_there_is_one() -> None:
    assert "Alternative Ending" not in intro()
    assert "Crown of Command" in intro()
    for ending in ("revealed", "hidden"):
        assert "what the Alternative Ending on the Crown of Command demands" in intro(ending=ending)


LAID = """
language: 2
name: House
for: [revised4]
rules:
  - {id: house_tax, name: Tax, act: {at: free, do: {lose: {gold: 1}}}}
  - {id: house_gift, name: Gift, act: {at: free, do: {gain: {gold: 1}}}}
"""


@pytest.mark.slow
def test_rules_that_a_pack_lays_on_the_table_have_keys_of_their_own(tmp_path: Path) -> None:
    game = begin_game("revised4", 2, seed=1, packs=[str(pack(tmp_path / "house", pack=LAID))])
    assert game.ask is not None
    assert {"house_tax", "house_gift"} <= set(game.ask.keys)


@pytest.mark.slow
def test_rules_that_a_pack_lays_on_the_table_are_among_the_rules(tmp_path: Path) -> None:
    table: Any = table_for("revised4", packs=[str(pack(tmp_path / "house", pack=LAID))])
    assert rules(table)["house.house_tax"].text.endswith("you may lose 1 gold.")
    told = told_rules(table, "de")["house.house_tax"]
    assert (told.title, told.heading) == ("Tax", "Hausregeln")
    assert told.text.endswith("darfst du 1 Gold verlieren.")


ANSWERS = """
language: 2
rules:
  - {id: brace, name: Brace, respond: {at: attack_rolled, once: turn, do: {gain: {gold: 1}}}}
  - {id: spare, name: Spare, respond: {at: reward, do: {gain: {gold: 2}}}}
"""
FIGHT = """
title: Rules of a pack answer an attack roll, and take the place of a reward
game: {{preset: revised4, packs: ['{folder}']}}
players:
  - {{seat: ann, character: minstrel, at: city, gold: 0, fate: 1, lives: 4}}
  - {{seat: ben, character: thief, at: fields_4, gold: 0, fate: 0, lives: 4}}
turn: ann
dice: [1, 6, 1]
answers:
  - pass
  - "to:fields_4"
  - {{ask: encounter, key: "character:ben"}}
  - attack
  - {{seat: ben, ask: evade, key: stand}}
  - {{seat: ann, ask: fate, key: brace}}
  - {{seat: ann, ask: fate, key: pass}}
  - {{seat: ben, ask: fate, key: brace}}
  - {{ask: reward, key: spare}}
expect:
  ann: {{gold: 3, fate: 1}}
  ben: {{gold: 1, lives: 4}}
"""


def test_a_rule_may_answer_attack_rolls_and_take_the_place_of_a_reward(tmp_path: Path) -> None:
    folder = pack(tmp_path / "mercy", pack=ANSWERS)
    outcome = run(read_scenario(FIGHT.format(folder=folder)))
    assert outcome.passed, outcome.message


UNARMED = """
title: Where no Weapon may be used, fewer than none is none
game: {{preset: revised4, packs: ['{folder}']}}
players:
  - {{seat: ann, character: minstrel, at: city, gold: 0, fate: 0, lives: 4, cards: [sword]}}
  - {{seat: ben, character: thief, at: fields_4, gold: 0, fate: 0, lives: 4}}
turn: ann
dice: [1, 6, 1]
answers:
  - "to:fields_4"
  - {{ask: encounter, key: "character:ben"}}
  - attack
  - {{seat: ben, ask: evade, key: stand}}
  - {{seat: ann, ask: weapon, key: no_weapon}}
  - {{seat: ann, ask: reward, key: nothing}}
expect:
  ann: {{lives: 4}}
"""


def test_a_rule_that_takes_away_more_hands_than_there_are_leaves_none(tmp_path: Path) -> None:
    rule = "language: 2\nrules:\n  - {id: peace, name: Peace, modify: {weapons: -2}}\n"
    outcome = run(read_scenario(UNARMED.format(folder=pack(tmp_path / "peace", pack=rule))))
    assert outcome.passed, outcome.message
