"""A lesson at the terminal: the position it begins in, and what its guide says at each question."""

from __future__ import annotations

import secrets

from stormriver.api import resume_game
from stormriver.cli.hints import hint
from stormriver.cli.reader import READER
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.scenario.lessons import guidance, lessons
from stormriver.server.guide import NAME, course
from stormriver.server.tutorial import LEVEL, position, words_of


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
        game = resume_game(position(name))
        kinds = [PERSON if seat == self.learner else LEVEL for seat in range(len(game.table.seats))]
        self.session = LocalSession(game, kinds, secrets.randbits(32))

    @property
    def learner(self) -> int:
        """The seat of whoever learns."""
        return self.lesson.scenario.turn

    @property
    def over(self) -> bool:
        """Whether all has been taught."""
        return guidance(self.lesson.steps, course(self.session, self.lesson)).over

    def said(self, asked: str = "") -> list[str]:
        """Return what the guide says now.

        Args:
            asked: the kind of the ask that whoever learns is to answer; empty if there is none.
        """
        now = guidance(self.lesson.steps, course(self.session, self.lesson), asked)
        texts = words_of(self.lesson, READER.language)["steps"]
        name = self.session.game.table.seats[self.learner].capitalize()
        return [" ".join(texts[step].split()).replace(NAME, name) for step in now.said]

    @property
    def next(self) -> str:
        """The id of the lesson after this one, empty after the last."""
        known = [*lessons(), ""]
        return known[known.index(self.lesson.id) + 1]
