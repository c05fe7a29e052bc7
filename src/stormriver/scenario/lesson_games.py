"""The games of lessons: the position in which one begins, and what its guide says in the learner's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, Final, Literal

from stormriver.kernel import dice
from stormriver.kernel.table import called
from stormriver.language import rendering
from stormriver.scenario.lessons import Lesson
from stormriver.scenario.position import build

SIDES: Final = 6
LEVEL: Final = "steady"
"""The computer player at the seats of a lesson that nobody learns at."""
NAME: Final = "{name}"
"""What stands in a lesson for the name of who learns."""


def words_of(lesson: Lesson, language: str) -> Mapping[str, Any]:
    """Return title, text and steps of a lesson in a language; in English if that has it not.

    A step is what the guide says, or a mapping with `say` and `say_terminal` where that differs at the terminal.
    """
    steps = [{"say": step.say, "say_terminal": step.say_terminal or step.say} for step in lesson.steps]
    in_english = {"title": lesson.title, "text": lesson.text, "steps": steps}
    own: Mapping[str, Any] = rendering.language(language).catalogue.sections["lessons"].get(lesson.id, in_english)
    return own


def sayings(
    lesson: Lesson, said: Iterable[int], name: str, language: str, at: Literal["say", "say_terminal"] = "say"
) -> list[str]:
    """Return what the guide of a lesson says.

    Args:
        lesson: which one.
        said: the numbers of its steps.
        name: what who learns is called.
        language: theirs.
        at: how it is said at the page, or at the terminal.
    """
    steps = words_of(lesson, language)["steps"]
    texts = [step if isinstance(step, str) else step[at] for step in steps]
    return [texts[number].strip().replace(NAME, name) for number in said]


def beginning(lesson: Lesson, names: Sequence[str] = ()) -> str:
    """Return a save of the game of a lesson at its beginning, with these names at its seats.

    The lesson's dice are not told to the game: its chance is such that they come by themselves. So the table is like
    any other, and answers can be taken back and given otherwise.
    """
    game = build(lesson.scenario)
    game.state.dice = chance_for(lesson.scenario.dice) if lesson.chance is None else lesson.chance
    game.log, game.skip_forced = [], False
    if names:
        game.table = called(game.table, tuple(names))
    game.header = game.table.rulebook.header(game.table, game.state.dice, False)
    game.run()
    return game.save()


@cache
def chance_for(told: tuple[int, ...]) -> int:
    """Return a state of the generator from which some dice come next."""
    return next(state for state in count() if _rolls(state, told))


def _rolls(state: int, told: tuple[int, ...]) -> bool:
    for die in told:
        state = dice.advance(state)
        if dice.number(state, SIDES) + 1 != die:
            return False
    return True
