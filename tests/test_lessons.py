"""The lessons of the tutorial go as their guide says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from stormriver.kernel.errors import BadContent
from stormriver.language.source import read_file, read_text
from stormriver.scenario.lesson_games import sayings
from stormriver.scenario.lessons import FOLDER, Happened, Step, guidance, lessons, read_lesson
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
        ([], "roll", (), False),
        ([("ask", "move"), ("ask", "fight"), ("event", "FightWon")], "", (4,), True),
    ],
)
def test_the_guide_skips_what_no_longer_fits(
    course: list[tuple[Any, str]], asked: str, said: tuple[int, ...], over: bool
) -> None:
    """It speaks of the question that is open, and of what has just happened; nothing is said twice."""
    assert guidance(STEPS, [Happened(*one) for one in course], asked) == (said, over, False)


OPENED = (step(), step(), *STEPS)


@pytest.mark.parametrize(
    ("course", "asked", "said"),
    [
        ([], "move", (0, 1, 2)),
        ([], "roll", (0, 1)),
        ([("ask", "roll")], "move", (2,)),
        ([("ask", "roll")], "take", ()),
    ],
)
def test_the_opening_is_said_at_the_first_question_whatever_that_is(
    course: list[tuple[Any, str]], asked: str, said: tuple[int, ...]
) -> None:
    assert guidance(OPENED, [Happened(*one) for one in course], asked).said == said


def test_another_answer_than_the_suggested_one_leaves_the_way_until_the_next() -> None:
    steps = (Step("move", "", "", "to:woods", ""), step(ask="fight"), step(event="FightWon"))
    assert not guidance(steps, [Happened("ask", "move", "to:woods")], "take").strayed
    strayed = [Happened("ask", "move", "to:hills")]
    assert guidance(steps, strayed, "take").strayed and guidance(steps, strayed, "fight").strayed
    assert not guidance(steps, [*strayed, Happened("ask", "take", "gold")], "fight").strayed


OF_THE_PAGE = re.compile(
    r"\b(click\w*|point at|drag|glow\w*|bars?|switch|golden"
    r"|klick\w*|zeig auf|zieh eine|leuchte\w*|Balken|Schalter|goldenen)\b",
    re.IGNORECASE,
)
"""What is done and seen at the page alone, in English and German."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_at_the_terminal_no_lesson_speaks_of_the_page(language: str) -> None:
    texts = {name: sayings(one, range(len(one.steps)), "", language, "say_terminal") for name, one in lessons().items()}
    assert {name: found for name, said in texts.items() if (found := OF_THE_PAGE.findall(" ".join(said)))} == {}
    at_page = [text for one in lessons().values() for text in sayings(one, range(len(one.steps)), "", language)]
    assert len(OF_THE_PAGE.findall(" ".join(at_page))) > 8


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
