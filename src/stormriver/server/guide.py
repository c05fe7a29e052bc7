"""The guide of a lesson at a table: what it says there now, as it follows from what has happened."""

from __future__ import annotations

from stormriver.scenario.lesson_games import sayings
from stormriver.scenario.lessons import after
from stormriver.server.messages import Guide, Saying
from stormriver.server.session import TableSession
from stormriver.server.tutorial import lesson_of
from stormriver.session.lessons import guided


def is_taught(session: TableSession) -> bool:
    """Tell whether a table is a lesson that has come to its end: nobody is asked anything there."""
    return bool(session.lesson) and guided(session, lesson_of(session.lesson)).over


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
    now = guided(session, lesson, asked)
    texts = sayings(lesson, now.said, session.seating[lesson.scenario.turn].name, language)
    last = lesson.steps[now.said[-1]] if now.said else None
    return Guide(
        said=[Saying(text, lesson.steps[n].beside) for text, n in zip(texts, now.said, strict=True)],
        highlight=last.highlight if last is not None and last.ask == asked else "",
        at=now.said[-1] + 1 if now.said else 0,
        steps=len(lesson.steps),
        over=now.over,
        next=after(lesson),
    )
