"""The lessons of the tutorial: a position to play from, told dice, and what its guide says at which moment.

A lesson is played at a table like any other. Its scenario holds the answers that the guide suggests, so it is tested
like any other, too; who learns may answer otherwise, and dice that are not told are then left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from stormriver.language.source import Node, read_file
from stormriver.scenario.files import Scenario, read_node

FOLDER = Path(str(resources.files("stormriver") / "content" / "lessons"))
BESIDE = ("option", "board", "question", "sheet", "others", "log", "piles", "phases")
"""What a step may stand beside; besides these a space, as `space:village`."""
SPACE = "space:"
FORCED = "forced"
"""What stands for the kind of a question with only one answer, if a person gives it: no step speaks of it."""


@dataclass(frozen=True)
class Step:
    """Something to say.

    Attributes:
        ask: at which kind of ask, or
        event: after which kind of event; if neither is told, before the next step that has one.
        say: what to say.
        highlight: the key of the option that is suggested.
        beside: what it is said of, one of `BESIDE` or a space; empty if nothing to be seen.
        say_terminal: what to say at the terminal, where nothing glows and nothing can be clicked; empty if the same.
    """

    ask: str
    event: str
    say: str
    highlight: str
    beside: str
    say_terminal: str = ""


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    Attributes:
        text: what one learns.
        minutes: about how long it takes.
        steps: what its guide says.
        scenario: its position, with the suggested answers and the dice.
        chance: the state of the generator from which these dice come; None if it is to be looked for.
    """

    id: str
    title: str
    text: str
    minutes: int
    steps: tuple[Step, ...]
    scenario: Scenario
    chance: int | None = None


class Happened(NamedTuple):
    """A question that who learns has answered, or something that came to pass.

    Attributes:
        what: which of both.
        kind: the kind of the ask or event.
        key: the answer to the ask.
    """

    what: Literal["ask", "event"]
    kind: str
    key: str = ""


class Guidance(NamedTuple):
    """What the guide says at a moment.

    Attributes:
        said: the numbers of these steps.
        over: whether the lesson has come to its end.
        strayed: whether the last answer to a question that was spoken of was not the one suggested.
    """

    said: tuple[int, ...]
    over: bool
    strayed: bool = False


def guidance(steps: Sequence[Step], course: Iterable[Happened], asked: str = "") -> Guidance:
    """Return what the guide says, as it follows from all that has happened and the question that is open now.

    What has no moment and stands before all else is the opening, said at the first question whatever that is. Whoever
    goes another way than the guide suggests skips what no longer fits.

    Args:
        steps: those of the lesson.
        course: what has happened since it began, in order.
        asked: the kind of the ask that who learns is to answer now, empty if there is none.
    """
    at, said, strayed = 0, list[int](), False
    opening = next((n for n, step in enumerate(steps) if step.ask or step.event), 0)
    for what, kind, key in course:
        if what == "ask":
            said.clear()
        found = _found(steps, at, what, kind)
        if found is not None:
            said += _with_what_leads_there(steps, at, found) if what == "event" else ()
            at = found + 1
        elif what == "ask":  # the first question of all, at which the opening was said
            at = max(at, opening)
        if what == "ask":
            strayed = found is not None and steps[found].highlight not in ("", key)
    found = _found(steps, at, "ask", asked) if asked else None
    if found is not None:
        said += _with_what_leads_there(steps, at, found)
    elif asked and at < opening:
        said += range(opening)
    return Guidance(tuple(said), bool(steps) and at == len(steps), strayed and bool(asked))


def _found(steps: Sequence[Step], at: int, what: str, kind: str) -> int | None:
    return next((n for n in range(at, len(steps)) if getattr(steps[n], what) == kind), None)


def _with_what_leads_there(steps: Sequence[Step], at: int, found: int) -> range:
    """Return the numbers of a step and of those right before it, from `at` on, that have no moment of their own."""
    first = found
    while first > at and not steps[first - 1].ask and not steps[first - 1].event:
        first -= 1
    return range(first, found + 1)


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by id, in the order in which they are taught.

    Raises:
        BadContent: if a file of a lesson is wrong, with file and line.
    """
    found = [read_lesson(read_file(path, f"lessons/{path.name}")) for path in sorted(FOLDER.glob("*.yaml"))]
    return {lesson.id: lesson for lesson in found}


def lesson_ids() -> list[str]:
    """Return the ids of all lessons in their order: they stand first in the files, which take long to read whole."""
    first = (path.read_text(encoding="utf-8").partition("\n")[0] for path in sorted(FOLDER.glob("*.yaml")))
    return [line.removeprefix("id: ") for line in first]


def after(lesson: Lesson) -> str:
    """Return the id of the lesson that is taught after one; empty after the last, and if it is none of them."""
    known = [*lessons(), ""]
    return known[known.index(lesson.id) + 1] if lesson.id in known else ""


def read_lesson(node: Node) -> Lesson:
    """Return the lesson that a node holds; BadContent for whatever is wrong in it."""
    keys = ("id", "title", "text", "minutes", "scenario", "steps")
    entries = node.only(*keys, "chance")
    for key in keys:
        if key not in entries:
            node.fail("the key {key!r} is missing", key=key)
    steps = tuple(_step(item) for item in entries["steps"].items())
    if not steps or not steps[-1].event:
        entries["steps"].fail("a lesson ends with a step for an event")
    return Lesson(
        entries["id"].text(),
        entries["title"].text(),
        entries["text"].text(),
        entries["minutes"].integer(),
        steps,
        read_node(entries["scenario"]),
        entries["chance"].integer() if "chance" in entries else None,
    )


def _step(node: Node) -> Step:
    entries = node.only("when", "say", "say_terminal", "highlight", "beside")
    if "say" not in entries:
        node.fail("the key {key!r} is missing", key="say")
    told = {}
    if "when" in entries:
        when = entries["when"].only("ask", "event")
        if len(when) != 1:
            entries["when"].fail("a step is for an ask or for an event")
        told = {key: value.text() for key, value in when.items()}
    highlight = entries["highlight"].text() if "highlight" in entries else ""
    beside = entries["beside"].text() if "beside" in entries else "option" if highlight else ""
    if beside and beside not in BESIDE and not beside.startswith(SPACE):
        entries["beside"].fail("nothing to stand beside is called {name!r}", name=beside)
    at_terminal = entries["say_terminal"].text() if "say_terminal" in entries else ""
    return Step(told.get("ask", ""), told.get("event", ""), entries["say"].text(), highlight, beside, at_terminal)
