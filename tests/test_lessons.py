"""The lessons of the tutorial go as their guide says."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.errors import BadContent
from stormriver.language.source import read_file, read_text
from stormriver.scenario.lessons import FOLDER, Happened, Step, guidance, read_lesson
from stormriver.scenario.run import run


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_the_suggested_answers_lead_where_the_lesson_ends(file: Path) -> None:
    """The scenario of a lesson holds."""
    outcome = run(read_lesson(read_file(file, file.name)).scenario)
    assert outcome.passed, outcome.message


def step(ask: str = "", event: str = "") -> Step:
    return Step(ask, event, "", "", "")


STEPS = (step(ask="move"), step(), step(ask="fight"), step(ask="fate"), step(event="FightWon"))


@pytest.mark.parametrize(
    ("course", "asked", "said", "over"),
    [
        ([], "", (), False),
        ([], "move", (0,), False),
        ([("ask", "move")], "fight", (1, 2), False),
        ([("ask", "move")], "take", (), False),
        ([("ask", "move"), ("ask", "take")], "fate", (3,), False),
        ([("ask", "move"), ("ask", "fight"), ("event", "FightWon")], "", (4,), True),
    ],
)
def test_the_guide_skips_what_no_longer_fits(
    course: list[Happened], asked: str, said: tuple[int, ...], over: bool
) -> None:
    """It speaks of the question that is open, and of what has just happened; nothing is said twice."""
    assert guidance(STEPS, course, asked) == (said, over)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id: a", "the key 'title' is missing"),
        ("{%s, steps: [{when: {ask: fight}}]}", "the key 'say' is missing"),
        ("{%s, steps: [{when: {}, say: x}]}", "a step is for an ask or for an event"),
        ("{%s, steps: [{when: {ask: fight}, say: x}]}", "a lesson ends with a step for an event"),
        ("{%s, steps: [{say: x, beside: moon}]}", "nothing to stand beside is called 'moon'"),
    ],
)
def test_a_broken_lesson_is_refused(text: str, sentence: str) -> None:
    """With the line and what is wrong."""
    with pytest.raises(BadContent, match=sentence):
        read_lesson(read_text(text.replace("%s", "id: a, title: b, text: c, minutes: 1, scenario: {}"), "lesson.yaml"))
