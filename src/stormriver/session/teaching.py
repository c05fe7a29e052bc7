"""A lesson at a session: what its guide says now, as it follows from what has happened there."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.scenario.lessons import Guidance, Happened, Lesson, guidance
from stormriver.session.decisions import Decision
from stormriver.session.session import Session


def guided(session: Session, lesson: Lesson, asked: str = "") -> Guidance:
    """Return what the guide of a lesson says now, and whether it has come to its end.

    Args:
        session: that of the lesson's game.
        lesson: which one.
        asked: the kind of the ask that who learns is to answer; empty if there is none.
    """
    return guidance(lesson.steps, course(session, lesson), asked)


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
