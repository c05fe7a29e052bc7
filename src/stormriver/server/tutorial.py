"""The tutorial: the lessons as the page is told them, and the table of one."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.scenario.lesson_games import LEVEL, beginning, words_of
from stormriver.scenario.lessons import Lesson, lessons
from stormriver.server.errors import NotFound
from stormriver.server.languages import USUAL
from stormriver.server.requests import LessonFacts, SeatWanted, TableWanted
from stormriver.server.setup_catalogue import preset_facts

MOST_OF_TITLE = 24
"""How much of a title the name of a table has room for."""


def lesson_facts(language: str = USUAL) -> list[LessonFacts]:
    """Return the lessons in the order in which they are taught, in a language; in English those that it has not."""
    return [_facts(lesson, language) for lesson in lessons().values()]


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
    """Return a save of the game of a lesson at its beginning, with these names at its seats."""
    return beginning(lesson_of(lesson_id), names)
