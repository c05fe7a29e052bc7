"""The tutorial: the lessons as the page is told them, and the position in which the game of one begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from stormriver.kernel import dice
from stormriver.kernel.table import called
from stormriver.language import rendering
from stormriver.scenario.lessons import Lesson, lessons
from stormriver.scenario.position import build
from stormriver.server.catalogue import preset_facts
from stormriver.server.errors import NotFound
from stormriver.server.languages import USUAL
from stormriver.server.requests import LessonFacts, SeatWanted, TableWanted

SIDES = 6
LEVEL = "steady"
MOST_OF_TITLE = 24
"""How much of a title the name of a table has room for."""


def lesson_facts(language: str = USUAL) -> list[LessonFacts]:
    """Return the lessons in the order in which they are taught, in a language; in English those that it has not."""
    return [_facts(lesson, language) for lesson in lessons().values()]


def words_of(lesson: Lesson, language: str) -> Mapping[str, Any]:
    """Return title, text and steps of a lesson in a language; in English if that has it not."""
    in_english = {"title": lesson.title, "text": lesson.text, "steps": [step.say for step in lesson.steps]}
    own: Mapping[str, Any] = rendering.language(language).catalogue.sections["lessons"].get(lesson.id, in_english)
    return own


def _facts(lesson: Lesson, language: str) -> LessonFacts:
    own = words_of(lesson, language)
    return LessonFacts(lesson.id, own["title"], own["text"], _game_of(lesson, language), lesson.minutes)


def _game_of(lesson: Lesson, language: str) -> str:
    """Return what the game of a lesson is called: by the pack that is added to it, else by its preset."""
    ruleset = lesson.scenario.table.ruleset
    facts = preset_facts(ruleset.preset, language)
    return next((pack.name for pack in facts.packs if pack.id in ruleset.added), facts.name)


def lesson_of(id: str) -> Lesson:
    """Return a lesson; NotFound if there is none of that id."""
    found = lessons().get(id)
    if found is None:
        raise NotFound("server.lobby.no_lesson", name=repr(id))
    return found


def wanted_for(lesson: Lesson, called: str = "", language: str = USUAL) -> TableWanted:
    """Return the set-up of a lesson's table: the learner has the seat whose turn it is, computer players the others.

    Args:
        lesson: which one.
        called: the learner's name; without one, or with that of another seat, it is as the lesson has it.
        language: the learner's, in which their table has the title of the lesson as its name.
    """
    scenario = lesson.scenario
    names = [name.capitalize() for name in scenario.table.seats]
    if called and called.casefold() not in (name.casefold() for name in names):
        names[scenario.turn] = called
    seats = [
        SeatWanted("me" if number == scenario.turn else "computer", name, LEVEL) for number, name in enumerate(names)
    ]
    title = str(words_of(lesson, language)["title"])[:MOST_OF_TITLE]
    ruleset = scenario.table.ruleset
    return TableWanted(preset=ruleset.preset, packs=list(ruleset.added), seats=seats, name=title)


def position(lesson_id: str, names: Sequence[str] = ()) -> str:
    """Return a save of the game of a lesson at its beginning, with these names at its seats.

    The lesson's dice are not told to the game: its chance is such that they come by themselves. So the table is like
    any other, and answers can be taken back and given otherwise.
    """
    lesson = lesson_of(lesson_id)
    game = build(lesson.scenario)
    game.state.dice = _chance_of(lesson_id)
    game.log, game.skip_forced = [], False
    if names:
        game.table = called(game.table, tuple(names))
    game.header = game.table.rulebook.header(game.table, game.state.dice, False)
    game.run()
    return game.save()


@cache
def _chance_of(lesson_id: str) -> int:
    lesson = lesson_of(lesson_id)
    return chance_for(lesson.scenario.dice) if lesson.chance is None else lesson.chance


def chance_for(told: tuple[int, ...]) -> int:
    """Return a state of the generator from which some dice come next."""
    return next(state for state in count() if _rolls(state, told))


def _rolls(state: int, told: tuple[int, ...]) -> bool:
    for die in told:
        state = dice.advance(state)
        if dice.number(state, SIDES) + 1 != die:
            return False
    return True
