"""A new pack: it is checked, its scenarios hold and reach all of it, and what is missing or wrong is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stormriver.workshop import bench, coverage, starting
from test_cli import say, well
from workshop.conftest import rewrite

pytestmark = pytest.mark.slow  # each loads tables anew


def test_a_new_pack_is_well_and_its_scenarios_reach_all_of_it(mill: Path) -> None:
    assert well("pack check old_mill").out == (
        "OK: old_mill on top of revised4 adds 4 cards of Adventure deck.\n4 scenarios and examples hold.\n"
    )
    assert well("pack test old_mill").out == ("4 scenarios and examples hold.\n100 % of 3 cards and spaces reached.\n")


def test_a_line_that_no_scenario_reaches_is_named(mill: Path) -> None:
    (mill / "scenarios/spring_evil.yaml").unlink()
    (mill / "scenarios/boar.yaml").unlink()
    said = say("pack test old_mill --least 90")
    assert said.code == 1
    assert said.out.splitlines()[1:] == [
        "old_mill/cards.yaml, line 5: old_mill_boar is in no scenario",
        "old_mill/cards.yaml, line 12, at cards[1].meet.then: 'lose' was never reached",
        "71 % of 3 cards and spaces reached.",
    ]
    cards = say("pack test old_mill --json").json["cards"]
    assert [card["id"] for card in cards if card["missed"]] == ["old_mill_spring"]


@pytest.mark.long
def test_watching_leaves_no_trace(mill: Path) -> None:
    """The words of a table are shared by games: once a pack was tried out they do their work as before."""
    pack = bench.lay(mill)
    coverage.try_out(pack)
    assert [
        word for word in pack.table().words if {"do", "test", "of"} & vars(word).keys() and word.family != "effect"
    ] == []


@pytest.mark.long
def test_a_scenario_that_does_not_hold_fails_the_check(mill: Path) -> None:
    rewrite(mill / "scenarios/spring.yaml", "lives: 4", "lives: 5")
    said = say("pack check old_mill")
    assert (said.code, said.err) == (1, "")
    assert "The Quiet Spring heals who is not evil" in said.out
    assert "expected 5, found 4" in said.out
    assert said.out.endswith("3 scenarios and examples hold, 1 failed.\n")
    assert not say("pack check old_mill --json").json["ok"]


@pytest.mark.long
def test_an_example_on_a_card_is_run_too(mill: Path) -> None:
    example = (mill / "scenarios/spring.yaml").read_text(encoding="utf-8").replace("packs: [..]", "packs: [old_mill]")
    lines = "".join(f"        {line}\n" for line in example.splitlines())
    rewrite(
        mill / "cards.yaml", "  - id: old_mill_lantern", f"    examples:\n      -\n{lines}\n  - id: old_mill_lantern"
    )
    assert "5 scenarios and examples hold." in well("pack check old_mill").out


@pytest.mark.long
def test_all_faults_are_told_with_their_columns(mill: Path) -> None:
    rewrite(mill / "cards.yaml", "heal: 1", "heel: 1")
    rewrite(mill / "cards.yaml", "kind: animal", "kind: anmal")
    for command in ("check", "diff old_mill"):
        said = say(f"pack {command} old_mill")
        assert (said.code, said.out) == (2, "")
        assert [line.partition(", at")[0] for line in said.err.splitlines()] == [
            "old_mill/cards.yaml, line 5, column 5",
            "old_mill/cards.yaml, line 13, column 14",
        ]


def test_a_space_that_nothing_leads_to_or_that_lies_on_another_is_told(mill: Path) -> None:
    (mill / "board.yaml").write_text(
        "regions: [{id: mill, name: Mill, map: mill}]\n"
        "spaces:\n"
        "  - {id: yard, name: Yard, region: mill, at: [0, 0], next: [yard]}\n"
        "  - {id: loft, name: Loft, region: mill, at: [0, 0], next: [yard]}\n"
        "  - {id: village, name: Inn, region: mill, at: [0, 1], next: [yard]}\n"
        "gates: [{from: tavern, to: yard, pass: enter}]\n"
    )
    said = well("pack check old_mill").out
    assert "Look at old_mill/board.yaml, line 4, at spaces[1]: nobody can get to 'loft'" in said
    assert "Look at old_mill/board.yaml, line 4, at spaces[1]: 'loft' lies where 'yard' lies" in said
    assert "Look at old_mill/board.yaml, line 5: 'village' is something else already, so to others this is" in said
    assert "'yard';" not in said.replace("where 'yard' lies", "")


@pytest.mark.parametrize("preset", ["third", "reference", "wargame"])
@pytest.mark.long
def test_a_new_pack_is_well_for_every_preset(preset: str, tmp_path: Path) -> None:
    wish = starting.Wish(id="gale", name="Gale", preset=preset)
    starting.begin(tmp_path / "gale", wish)
    found = coverage.try_out(bench.lay(tmp_path / "gale"))
    assert [outcome.message for outcome in found.outcomes if not outcome.passed] == []
    assert found.share == 1


@pytest.mark.long
def test_new_asks_nothing_where_nobody_answers_and_says_what_was_asked_for(mill: Path) -> None:
    said = well("pack new 'The Tin Soldier' --author Ben --licence MIT --folder tin --preset third")
    assert said.out.splitlines()[0] == "The Tin Soldier lies in tin: 11 files."
    text = Path("tin/pack.yaml").read_text()
    assert 'id: the_tin_soldier\nname: "The Tin Soldier"\nversion: "0.1"\nauthor: "Ben"\nlicence: "MIT"' in text
    assert "for: [third]" in text
    settings = json.loads(Path("tin/.vscode/settings.json").read_text())
    assert settings["yaml.schemas"]["./schemas/pack.json"] == ["/pack.yaml"]


@pytest.mark.long
def test_new_touches_nothing_that_is_there(mill: Path) -> None:
    said = say("pack new 'Old Mill' --yes")
    assert (said.code, said.err) == (2, "old_mill is there already; name another folder, or empty it.\n")
    assert "besteht aus kleinen Buchstaben" in say("--language de pack new '7 seas' --yes --folder seas").err
    assert "did you mean 'third'?" in say("pack new Seas --yes --preset thrid").err
