"""The guide of a lesson: what it says at a table now, as it follows from what has happened there."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.scenario.lessons import Happened, Lesson, guidance, lessons
from stormriver.server.messages import Guide, Saying
from stormriver.server.session import TableSession
from stormriver.server.tutorial import lesson_of, words_of
from stormriver.session.decisions import Decision
from stormriver.session.session import Session

NAME = "{name}"
"""What stands in a lesson for the name of who learns."""


def is_taught(session: TableSession) -> bool:
    """Tell whether a table is a lesson that has come to its end: nobody is asked anything there."""
    if not session.lesson:
        return False
    lesson = lesson_of(session.lesson)
    return guidance(lesson.steps, course(session, lesson)).over


def guide_of(session: TableSession, asked: str, language: str) -> Guide | None:
    """Return what the guide of a table says to who learns; None at a table that is no lesson.

    Args:
        session: that of the table.
        asked: the kind of the ask that they see, empty if there is none.
        language: theirs.
    """
    if not session.lesson:
        return None
    lesson = lesson_of(session.lesson)
    if not lesson.steps:
        return None
    now = guidance(lesson.steps, course(session, lesson), asked)
    texts, name = words_of(lesson, language)["steps"], session.seating[lesson.scenario.turn].name
    last = lesson.steps[now.said[-1]] if now.said else None
    return Guide(
        said=[Saying(texts[n].strip().replace(NAME, name), lesson.steps[n].beside) for n in now.said],
        highlight=last.highlight if last is not None and last.ask == asked else "",
        at=now.said[-1] + 1 if now.said else 0,
        steps=len(lesson.steps),
        over=now.over,
        next=_after(lesson),
    )


def course(session: Session, lesson: Lesson) -> Iterator[Happened]:
    """Yield what has happened at a table since its lesson began, and what who learns has answered by themselves."""
    begun = 0
    for decision in session.decisions:
        for event in session.log[begun : decision.logged]:
            yield "event", event.kind
        begun = decision.logged
        if decision.seat == lesson.scenario.turn and _is_choice(decision):
            yield "ask", decision.asked
    for event in session.log[begun:]:
        yield "event", event.kind


def _is_choice(decision: Decision) -> bool:
    """Tell whether a person has chosen this: by itself, or as the second of two answers given at once."""
    return decision.by == "person" or (decision.by == "order" and not decision.passed)


def _after(lesson: Lesson) -> str:
    known = [*lessons(), ""]
    return known[known.index(lesson.id) + 1] if lesson.id in known else ""
