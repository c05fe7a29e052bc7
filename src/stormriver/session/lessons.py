"""A lesson at a session: what its guide says now, as it follows from what has happened there."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.presentation.attention import EVIDENT
from stormriver.scenario.lessons import Guidance, Happened, Lesson, guidance
from stormriver.session.decisions import Decision, Settled
from stormriver.session.gestures import Onward
from stormriver.session.session import Session


class SessionWithLessons(Session):
    """A session that may be a lesson, which puts each question by itself, for its guide to speak of."""

    @property
    def lesson(self) -> str:
        """The id of the lesson that is played, empty if it is none; subclasses know."""
        raise NotImplementedError

    def settled(self, seat: int) -> Settled | None:
        """Return the answer that needs no person; a lesson asks also what goes without saying, to teach it."""
        found = super().settled(seat)
        return None if self.lesson and found is not None and found.told.startswith(EVIDENT) else found

    def onward(self, seat: int) -> dict[str, Onward]:
        """Return the questions put together with what a seat is asked; in a lesson each is put by itself."""
        return {} if self.lesson else super().onward(seat)


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
    begun, chosen = 0, False
    for decision in session.decisions:
        for event in session.log[begun : decision.logged]:
            yield Happened("event", event.kind)
        begun = decision.logged
        chosen = decision.seat == lesson.scenario.turn and _is_choice(decision, chosen)
        if chosen:
            yield Happened("ask", decision.asked, decision.key)
    for event in session.log[begun:]:
        yield Happened("event", event.kind)


def _is_choice(decision: Decision, after: bool) -> bool:
    """Tell whether a person has chosen this: by itself, or right after that, as one of several given at once."""
    return decision.by == "person" or (after and decision.by == "order" and not decision.passed)
