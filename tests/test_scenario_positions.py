"""What scenario files say: no position that cannot be, the rest as in a game, packs beside the file; how many pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.scenario import explain_file, run_file
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from test_cli import say

ENDING = "game: {preset: revised4, packs: [city_endings], options: {ending: WAY}}"


def position(ann: str, more: str = "", game: str = "game: {preset: revised4}") -> Game:
    """Return the game in which Ann is so."""
    players = f"players:\n  - {{seat: ann, character: thief, {ann}}}\n  - {{seat: ben, character: wizard}}\n"
    return build(read_scenario(f"title: A position\n{game}\n{players}{more}\n"))


def refused(ann: str, more: str = "") -> str:
    """Return the sentence with which a position is refused."""
    with pytest.raises(BadContent) as told:
        position(ann, more)
    return str(told.value)


def test_nobody_is_where_nobody_has_come() -> None:
    sentence = refused("at: crown_of_command")
    assert sentence.startswith("scenario, line 4, at players[0]: somebody is at Crown of Command, which nobody")
    assert "say `marks: {crown_of_command: {summit_reached: 1}}`" in sentence
    position("at: crown_of_command", "marks: {crown_of_command: {summit_reached: 1}}")


@pytest.mark.parametrize("mark", ["quest: 7", "quest: 2", "quest_kill: {amount: 3}"])
def test_there_is_no_more_of_a_mark_than_one_where_nothing_puts_more(mark: str) -> None:
    assert "is not from" in refused(f"at: city, marks: {{{mark}}}")


def test_marks_that_add_up_or_last_may_be_more() -> None:
    position("at: city, marks: {quest: 1, quest_kill: 1}")
    position("at: city, marks: {toad: 3, aside_strength: 5}")


@pytest.mark.parametrize("value", ["strength: 8", "craft: 5"])
def test_a_toad_cannot_have_become_that_strong(value: str) -> None:
    assert f"a Toad cannot have gained {int(value[-1]) - 1} in its few turns" in refused(f"{value}, marks: {{toad: 2}}")


def test_a_toad_may_have_gained_something() -> None:
    assert position("strength: 3, marks: {toad: 2}").view(0).me.strength == 3


@pytest.mark.parametrize(
    ("way", "more", "up", "down"),
    [
        ("revealed", "", 1, 0),
        ("hidden", "", 0, 1),
        ("hidden", "marks: {crown_of_command: {summit_reached: 1}}", 1, 0),
        ("none", "", 0, 0),
        ("revealed", "goal: []", 0, 0),
    ],
)
def test_an_ending_lies_there_unless_the_file_speaks_of_the_goal(way: str, more: str, up: int, down: int) -> None:
    game = position("at: city", more, ENDING.replace("WAY", way))
    zones, table = game.state.zones, game.table
    assert (len(zones[table.goal]), len(zones[table.goal_covered])) == (up, down)


PACKED = """
title: A gift of a pack
why: It is there to be had.
game: {preset: revised4, packs: [PACK]}
players: [{seat: ann, character: thief, at: village, gold: 0}, {seat: ben, character: wizard}]
decks: {adventure: [gift]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of somebody's own with a pack in it."""
    pack = tmp_path / "mine" / "gifts"
    pack.mkdir(parents=True)
    (pack / "cards.yaml").write_text(
        "deck: adventure\ncards:\n- {id: gift, name: Gift, kind: event, copies: 3, meet: {gain: {gold: 1}}}\n"
    )
    return pack.parent


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gifts", "./gifts", "../mine/gifts"])
def test_the_folder_of_a_pack_is_seen_from_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = folder / "gift.yaml"
    file.write_text(PACKED.replace("PACK", name))
    for seen_from in (folder, folder.parent, Path("/")):
        monkeypatch.chdir(seen_from)
        assert "gift" in {card.id for card in build_of(file).table.cards}


def build_of(file: Path) -> Game:
    return build(read_scenario(file.read_text(), str(file)))


def test_why_is_told_with_the_run(folder: Path) -> None:
    file = folder / "gift.yaml"
    file.write_text(PACKED.replace("PACK", "gifts"))
    assert explain_file(file).splitlines()[1] == "It is there to be had."
    assert run_file(file).title == "A gift of a pack"


GOOD = """
title: Ann rolls
game: {preset: revised4}
players: [{seat: ann, character: thief}, {seat: ben, character: wizard}]
answers: [roll]
dice: [1]
expect: {ann: {lives: 4}, next: {ask: move}}
"""


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A folder of four scenarios: the first and the last pass, one fails, one is wrong."""
    for name in ("a", "d"):
        (tmp_path / f"{name}.yaml").write_text(GOOD)
    (tmp_path / "b.yaml").write_text(GOOD.replace("lives: 4", "lives: 3"))
    (tmp_path / "c.yaml").write_text("titel: c\n")
    return tmp_path


def test_all_are_run_and_counted_if_that_is_wanted(several: Path) -> None:
    said = say("scenario run --keep-going", several)
    assert said.code == 1
    assert "b.yaml" in said.out and "c.yaml, line 1" in said.out
    assert said.out.endswith("2 scenarios passed, 2 failed.\n")
    (several / "b.yaml").unlink()
    (several / "c.yaml").unlink()
    said = say("scenario run --keep-going", several)
    assert (said.code, said.out) == (0, "2 scenarios passed.\n")


def test_counts_stand_in_json(several: Path) -> None:
    told = say("scenario run --keep-going --json", several).json
    assert told["counts"] == {"passed": 2, "failed": 2, "not_run": 0}
    assert [scenario["passed"] for scenario in told["scenarios"]] == [True, False, False, True]
    told = say("scenario run --json", several / "a.yaml", several / "b.yaml", several / "d.yaml").json
    assert told["counts"] == {"passed": 1, "failed": 1, "not_run": 1}
