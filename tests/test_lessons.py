"""The lessons of the tutorial go as their guide says."""

from __future__ import annotations

import re

import pytest

from stormriver.kernel import events as kinds
from stormriver.kernel.errors import BadContent
from stormriver.language.source import read_text
from stormriver.scenario.explanation import explain
from stormriver.scenario.lessons import Lesson, lessons, read_lesson
from stormriver.scenario.run import run

LESSONS = list(lessons().values())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_suggested_answers_lead_where_the_lesson_ends(lesson: Lesson) -> None:
    """The scenario of a lesson holds."""
    outcome = run(lesson.scenario)
    assert outcome.passed, outcome.message


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_decision_of_who_learns_is_spoken_of(lesson: Lesson) -> None:
    """Whoever follows the guide is never left alone with a real choice."""
    spoken = {step.ask for step in lesson.steps}
    asked = re.findall(r"robin is asked '(\w+)' .*; the options are .*,", explain(lesson.scenario))
    assert asked
    assert set(asked) <= spoken


def test_lessons_end_with_something_that_happens() -> None:
    """Events that steps wait for are events that the engine writes."""
    known = {"CardTaken", "FightWon", "TrophiesExchanged", kinds.CHANGED, kinds.RESULT}
    assert {step.event for lesson in LESSONS for step in lesson.steps if step.event} <= known


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id: a", "the key 'title' is missing"),
        (
            "{id: a, title: b, text: c, scenario: {}, steps: [{say: x}]}",
            "a step says when, and what to say",
        ),
        (
            "{id: a, title: b, text: c, scenario: {}, steps: [{when: {}, say: x}]}",
            "a step is for an ask or for an event",
        ),
    ],
)
def test_a_broken_lesson_is_refused(text: str, sentence: str) -> None:
    """With the line and what is wrong."""
    with pytest.raises(BadContent, match=sentence):
        read_lesson(read_text(text, "lesson.yaml"))
