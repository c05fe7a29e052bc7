"""A lesson at the terminal: the position it begins in, and what its guide says at each question."""

from __future__ import annotations

import secrets

from stormriver.api import resume_game
from stormriver.cli.hints import hint
from stormriver.cli.reader_language import READER
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.wording import tell
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import StormriverError
from stormriver.scenario.lesson_games import LEVEL, beginning, sayings
from stormriver.scenario.lessons import FORCED, Lesson, after, lessons
from stormriver.session.decisions import By, Decision
from stormriver.session.lessons import SessionWithLessons, guided


class LessonSession(SessionWithLessons, LocalSession):
    """The session of a lesson at this device, where the computer plays all seats but that of whoever learns.

    Attributes:
        taught: what is taught.
    """

    def __init__(self, taught: Lesson) -> None:
        self.taught = taught
        game = resume_game(beginning(taught))
        kinds = [PERSON if seat == taught.scenario.turn else LEVEL for seat in range(len(game.table.seats))]
        super().__init__(game, kinds, secrets.randbits(32))

    @property
    def lesson(self) -> str:
        """The id of the lesson."""
        return self.taught.id

    def decide(self, key: str, by: By) -> Decision:
        """Let the game go on by an answer, and return the decision; the guide heeds those alone that were a choice."""
        asked = kind_of(self.game.ask)
        return super().decide(key, by)._replace(asked=asked)


class Guide:
    """The guide of a lesson, who sits beside whoever learns.

    Attributes:
        lesson: what is taught.
        session: the game in which it is.
    """

    def __init__(self, name: str) -> None:
        """Begin a lesson.

        Args:
            name: its id.

        Raises:
            StormriverError: if there is none of that id; the sentence names those that there are.
        """
        if name not in lessons():
            raise StormriverError(tell(READER, "no_lesson", name=repr(name)) + hint(name, lessons()))
        self.lesson = lessons()[name]
        self.session = LessonSession(self.lesson)

    @property
    def learner(self) -> int:
        """The seat of whoever learns."""
        return self.lesson.scenario.turn

    @property
    def over(self) -> bool:
        """Whether all has been taught."""
        return guided(self.session, self.lesson).over

    def said(self, asked: Ask | None = None) -> list[str]:
        """Return what the guide says now, and whether the way was left that they teach.

        Args:
            asked: the ask that whoever learns is to answer, if there is one.
        """
        now = guided(self.session, self.lesson, kind_of(asked))
        name = self.session.game.table.seats[self.learner].capitalize()
        found = sayings(self.lesson, now.said, name, READER.language, "say_terminal")
        strayed = [tell(READER, "strayed", command=command(self.lesson.id))] if now.strayed else []
        return [*strayed, *(" ".join(said.split()) for said in found)]

    @property
    def next(self) -> str:
        """The id of the lesson after this one, empty after the last."""
        return after(self.lesson)


def command(name: str) -> str:
    """Return what is typed to play a lesson, by its id."""
    return f"stormriver play --terminal --lesson {name}"


def kind_of(asked: Ask | None) -> str:
    """Return the kind of an ask, as the steps of a lesson know it; empty if there is none."""
    if asked is None:
        return ""
    return asked.kind if len(asked.keys) > 1 else FORCED
