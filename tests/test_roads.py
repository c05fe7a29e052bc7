"""Where moves lead, as a player may work it out beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.adventure.analysis.roads import Roads, roads_of
from stormriver.api import begin_game
from stormriver.players import make
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build


def roads(preset: str, *packs: str) -> Roads:
    return roads_of(begin_game(preset, packs=packs).table)


def ends(found: Roads, start: str, count: int) -> set[str]:
    return {found.ids[end] for end in found.ends[found.number[start]][count - 1]}


def crossings(found: Roads, start: str, count: int) -> set[tuple[str, str, int]]:
    met = [found.tries[number] for steps, number in found.crossings[found.number[start]] if steps == count]
    return {(found.ids[c.space], found.ids[c.beyond], c.left) for c in met}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_gate_that_is_the_last_step_but_has_to_be_passed_is_a_crossing_with_nothing_left(count: int) -> None:
    found = roads("third")
    assert "wizards_tower" not in ends(found, "castle", count)
    assert ("causeway", "wizards_tower", 0) in crossings(found, "castle", count)


def test_nobody_is_thought_to_enter_again_what_they_leave() -> None:
    found = roads("third")
    for count in range(1, 7):
        assert all(beyond != "wizards_tower" for _, beyond, _ in crossings(found, "wizards_tower", count))
    assert ends(found, "wizards_tower", 3) == {"hidden_valley", "wilderness_2"}


def test_the_step_over_a_bridge_counts_and_the_rest_is_left() -> None:
    assert crossings(roads("third"), "chapel", 4) == {("hills_1", "hills_4", 1)}


@pytest.mark.slow
def test_a_roll_that_leads_back_to_where_it_began_keeps_its_place(ring: str) -> None:
    found = roads("revised4", ring)
    ways = [{found.ids[end] for end in ends} for ends in found.ends[found.number["east"]]]
    assert ways == [{"north", "west"}, {"north", "west"}, set()] * 2


SMALL = {
    "one space": "- {id: nook, name: Nook, region: isle, at: [0, 0], next: [], gates: [{to: tavern}]}",
    "a dead end": """
  - {id: nook, name: Nook, region: isle, at: [0, 0], next: [brink], gates: [{to: tavern}]}
  - {id: brink, name: Brink, region: isle, at: [0, 1], next: [], visit: {teleport: nook}}""",
    "to and fro": """
  - {id: nook, name: Nook, region: isle, at: [0, 0], next: [brink]}
  - {id: brink, name: Brink, region: isle, at: [0, 1], next: [nook], gates: [{to: tavern, pass: enter}]}""",
    "a line one way": """
  - {id: nook, name: Nook, region: isle, at: [0, 0], next: [slope]}
  - {id: slope, name: Slope, region: isle, at: [0, 1], next: [brink, nook]}
  - {id: brink, name: Brink, region: isle, at: [0, 2], next: [], gates: [{to: tavern, last: true}]}""",
    "a gate at one end": """
  - {id: nook, name: Nook, region: isle, at: [0, 0], next: [slope]}
  - {id: slope, name: Slope, region: isle, at: [0, 1], next: [brink, nook]}
  - {id: brink, name: Brink, region: isle, at: [0, 2], next: [slope], gates: [{to: tavern, pass: enter}]}""",
}
"""Boards of few spaces, of which some moves lead nowhere."""


FORK = """
regions: [{{id: wood, name: Wood, map: wood, paths: {paths}}}]
spaces:
  - {{id: root, name: Root, region: wood, at: [1, 0], next: [stem]}}
  - {{id: stem, name: Stem, region: wood, at: [1, 1], next: [fork, root]}}
  - {{id: fork, name: Fork, region: wood, at: [1, 2], next: [left, right, stem]}}
  - {{id: left, name: Left, region: wood, at: [0, 2], next: [fork]}}
  - {{id: right, name: Right, region: wood, at: [2, 2], next: [fork]}}
"""
POSITION = """
title: On a board of few spaces
game: {{preset: revised4, packs: [{pack}]}}
players:
  - {{seat: ann, character: elf, at: {at}, gold: 3}}
  - {{seat: ben, character: dwarf, at: plains_3, gold: 3}}
turn: ann
"""


@pytest.mark.long
@pytest.mark.parametrize("paths", ["", ", paths: nowhere", ", paths: stop", ", paths: back"])
@pytest.mark.parametrize("shape", SMALL)
def test_a_default_player_plays_on_boards_of_few_spaces(shape: str, paths: str, tmp_path: Path) -> None:
    gates = "gates:\n  - {from: tavern, to: nook}\n"
    board = f"regions: [{{id: isle, name: Isle, map: isle{paths}}}]\n{gates}spaces:\n  {SMALL[shape].strip()}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    position = POSITION.format(pack=tmp_path, at="slope" if "slope" in SMALL[shape] else "nook")
    game = build(read_scenario(position))
    player = make("steady", 1)
    game.run()
    for _ in range(150):
        if game.ask is not None:
            view = game.view(game.ask.seat)
            game.answer(player(view, view.ask))


@pytest.mark.slow
def test_paths_fork_and_end_as_the_region_says(tmp_path: Path) -> None:
    ended = {"nowhere": set(), "stop": {"root", "left", "right"}, "back": {"root", "fork"}}
    for said, after_five in ended.items():
        folder = tmp_path / said
        folder.mkdir()
        (folder / "board.yaml").write_text(FORK.format(paths=said), encoding="utf-8")
        found = roads("revised4", str(folder))
        assert ends(found, "stem", 5) == after_five
