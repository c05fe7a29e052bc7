"""The lessons of the tutorial: a position to play from, told dice, and what to say at which moment.

A lesson's scenario holds the answers that the guide suggests, so it is tested like any other; the learner
may answer otherwise, and dice that are not told are then left to chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from stormriver.language.source import Node, read_file
from stormriver.scenario.files import Scenario, read_node

FOLDER = Path(str(resources.files("stormriver") / "content" / "lessons"))


@dataclass(frozen=True)
class Step:
    """Something to say.

    Attributes:
        ask: at which kind of ask, or
        event: after which kind of event.
        say: what to say.
        highlight: the key of the option that is suggested.
    """

    ask: str
    event: str
    say: str
    highlight: str


@dataclass(frozen=True)
class Lesson:
    """One lesson; `scenario` is its position, with the suggested answers and the dice."""

    id: str
    title: str
    text: str
    steps: tuple[Step, ...]
    scenario: Scenario


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by id, in the order in which they are taught.

    Raises:
        BadContent: if a file of a lesson is wrong, with file and line.
    """
    found = [read_lesson(read_file(path, f"lessons/{path.name}")) for path in sorted(FOLDER.glob("*.yaml"))]
    return {lesson.id: lesson for lesson in found}


def read_lesson(node: Node) -> Lesson:
    """Return the lesson that a node holds; BadContent for whatever is wrong in it."""
    keys = ("id", "title", "text", "scenario", "steps")
    entries = node.only(*keys)
    for key in keys:
        if key not in entries:
            node.fail("the key {key!r} is missing", key=key)
    return Lesson(
        entries["id"].text(),
        entries["title"].text(),
        entries["text"].text(),
        tuple(_step(item) for item in entries["steps"].items()),
        read_node(entries["scenario"]),
    )


def _step(node: Node) -> Step:
    entries = node.only("when", "say", "highlight")
    if "when" not in entries or "say" not in entries:
        node.fail("a step says when, and what to say")
    when = entries["when"].only("ask", "event")
    if len(when) != 1:
        entries["when"].fail("a step is for an ask or for an event")
    highlight = entries["highlight"].text() if "highlight" in entries else ""
    told = {key: value.text() for key, value in when.items()}
    return Step(told.get("ask", ""), told.get("event", ""), entries["say"].text(), highlight)
