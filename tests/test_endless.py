"""What leads in a circle without a question is broken off with a sentence, and the game stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.errors import Endless
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build

CHARACTER = """
characters:
  - id: tester
    name: Tester
    alignment: neutral
    start: tavern
    strength: 3
    craft: 3
    life: 4
    fate: 3
    abilities:
      - {{id: trick, name: Trick, trigger: {trigger}}}
marks:
  - {{id: seen, name: Seen, stacks: true}}
"""

POSITION = """
title: A circle
game: {{preset: revised4, packs: ['{folder}']}}
players:
  - {{seat: ann, character: tester, at: fields_1}}
  - {{seat: ben, character: troll, at: woods_2}}
  - {{seat: cleo, character: elf, at: woods_2}}
dice: [1, 1, 1, 1]
answers: []
open: true
"""

CIRCLES = {
    "what is checked for unsettles": "{after: check, when: own_turn, do: {mark: seen}}",
    "what a move leads to moves": (
        "{after: landed, do: [{if: {at: crags}, then: {teleport: forest}, else: {teleport: crags}}]}"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("trigger", CIRCLES.values(), ids=CIRCLES.keys())
def test_a_circle_is_broken_off_and_changes_nothing(trigger: str, tmp_path: Path) -> None:
    folder = tmp_path / "circle"
    folder.mkdir()
    (folder / "characters.yaml").write_text(CHARACTER.format(trigger=trigger), encoding="utf-8")
    game = build(read_scenario(POSITION.format(folder=folder)))
    unsettled, game.state.unsettled = game.state.unsettled, 0
    game.run()
    game.state.unsettled = unsettled
    with pytest.raises(Endless, match=r"What happens now never ends: .* went on for 5000 steps\."):
        for _ in range(3):
            assert game.ask is not None
            before = game.save()
            game.answer(game.ask.keys[0])
    assert game.save() == before
