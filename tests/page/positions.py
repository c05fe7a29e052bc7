"""Positions for the tests of the page: a table begins with one of `positions.yaml` as it does with a lesson."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from stormriver.language.source import Node, read_file
from stormriver.scenario.files import read_node
from stormriver.scenario.lessons import Lesson
from stormriver.server import guide, tutorial

FILE = Path(__file__).with_name("positions.yaml")


@cache
def nodes() -> dict[str, Node]:
    """Return what stands in the file, by the ids of the positions."""
    return read_file(FILE, FILE.name).mapping()


@cache
def position(id: str) -> Lesson:
    """Return a position as a lesson whose guide says nothing."""
    scenario = read_node(nodes()[id])
    return Lesson(id, scenario.title, "", 0, (), scenario)


def add() -> None:
    """Let the server of this process begin tables with them, too; what it lists as lessons stays as it is."""
    taught = tutorial.lesson_of

    def lesson_of(id: str) -> Lesson:
        return position(id) if id in nodes() else taught(id)

    tutorial.lesson_of = guide.lesson_of = lesson_of
