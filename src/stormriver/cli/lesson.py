"""A lesson at the terminal: the position it begins in, and what its guide says at each question."""

from __future__ import annotations

import secrets

from stormriver.api import resume_game
from stormriver.cli.hints import hint
from stormriver.cli.reader import READER
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.scenario.lesson_games import LEVEL, beginning, sayings
from stormriver.scenario.lessons import after, lessons
from stormriver.session.teaching import guided


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
        game = resume_game(beginning(self.lesson))
        kinds = [PERSON if seat == self.learner else LEVEL for seat in range(len(game.table.seats))]
        self.session = LocalSession(game, kinds, secrets.randbits(32))

    @property
    def learner(self) -> int:
        """The seat of whoever learns."""
        return self.lesson.scenario.turn

    @property
    def over(self) -> bool:
        """Whether all has been taught."""
        return guided(self.session, self.lesson).over

    def said(self, asked: str = "") -> list[str]:
        """Return what the guide says now.

        Args:
            asked: the kind of the ask that whoever learns is to answer; empty if there is none.
        """
        now = guided(self.session, self.lesson, asked)
        name = self.session.game.table.seats[self.learner].capitalize()
        return [" ".join(said.split()) for said in sayings(self.lesson, now.said, name, READER.language)]

    @property
    def next(self) -> str:
        """The id of the lesson after this one, empty after the last."""
        return after(self.lesson)
