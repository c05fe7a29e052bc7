"""Analyses: the text of a scenario is edited entry by entry, played on, taken back and concluded."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.errors import BadAnswer, BadContent
from stormriver.scenario.analysis_board import Analysis
from stormriver.scenario.editing import edited
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run

EXAMPLES = sorted((Path(__file__).parent / "scenarios" / "examples").glob("*.yaml"))
WRITTEN = """# a dispute
title: The Wizard holds a Spell
game: {preset: revised4}   # as at the table
players:
  - {seat: ann, character: dwarf, at: fields_1}
  # who was it?
  - {seat: ben, character: wizard, spells: [counterspell]}

# whose turn it was
turn: ann
strict: true
"""


def never(sides: int) -> int:
    raise AssertionError("a die was thrown that should have been told")


def test_an_entry_is_written_anew_and_the_rest_stays_as_its_author_wrote_it() -> None:
    assert edited(WRITTEN, {"turn": "ben"}) == WRITTEN.replace("turn: ann", "turn: ben")
    assert edited(WRITTEN, {"strict": None}) == WRITTEN.replace("strict: true\n", "")
    assert edited(WRITTEN, {}) == WRITTEN


def test_a_new_entry_stands_where_files_have_it() -> None:
    text = edited(WRITTEN, {"answers": ["roll"], "dice": [2], "spaces": {"fields_6": ["bear"]}, "why": "a dispute"})
    keys = [line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()]
    assert keys == ["title", "why", "game", "players", "turn", "spaces", "dice", "answers", "strict"]


def test_a_text_on_one_line_is_written_line_by_line() -> None:
    text = edited('{"title": "x", "game": {"preset": "revised4"}}', {"turn": "ann"})
    assert text == "title: x\ngame: {preset: revised4}\nturn: ann\n"
    with pytest.raises(BadContent, match="line 1"):
        edited("[1, 2]", {"turn": "ann"})


def test_who_can_only_pass_is_not_asked() -> None:
    alone = Analysis(WRITTEN.replace("counterspell", "psionic_blast"))
    assert alone.game.ask is not None
    assert (alone.game.ask.kind, [one.forced for one in alone.given]) == ("roll", [True])
    alone.play("roll", [2], never)
    assert alone.text.count("key: pass") == 1


def test_an_answer_that_is_not_on_offer_changes_nothing() -> None:
    analysis = Analysis(WRITTEN)
    with pytest.raises(BadAnswer):
        analysis.play("to:castle", [], never)
    assert analysis.text == WRITTEN


def test_dice_that_are_not_rolled_are_forgotten_unless_the_text_tells_them() -> None:
    chosen, told = Analysis(WRITTEN), Analysis(WRITTEN + "dice: [5, 6]\n")
    chosen.play("roll", [2, 3, 4], never)
    told.play("roll", [2], never)
    assert "dice: [2]" in chosen.text
    assert "dice: [2, 5, 6]" in told.text


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_of_the_rulebook_is_played_on_taken_back_and_concluded(path: Path) -> None:
    analysis = Analysis(path.read_text())
    assert analysis.problem is None
    assert run(read_scenario(analysis.concluded())).passed
    ask = analysis.game.ask
    if ask is not None:
        analysis.play(ask.keys[-1], [], lambda sides: 3)
        again, back = Analysis(analysis.text), Analysis(Analysis(analysis.text).taken_back(1))
        assert (again.problem, back.problem) == (None, None)
        assert (again.game.ask and again.game.ask.keys) == (analysis.game.ask and analysis.game.ask.keys)
        assert back.game.ask is not None and back.game.ask.keys == ask.keys
