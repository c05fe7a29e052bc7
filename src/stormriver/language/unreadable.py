"""Why a text is no YAML, in clear sentences that say where to look and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from stormriver.kernel.translatable import Translatable


class Fault(NamedTuple):
    """The place where the parser gave up on a text.

    Attributes:
        line: the line in which it cannot be read on.
        column: where in that line.
        begun: the line in which the unreadable part begins.
        sign: the character with which it begins.
        second_colon: whether the parser gave up at a colon behind another one of its line, as in `name: One: two`.
    """

    line: int
    column: int
    begun: int
    sign: str
    second_colon: bool


Told = Callable[[Fault], tuple[int, Translatable]]
"""Returns, for a fault, the line to look at and what is wrong there."""


def _unclosed(opening: str, closing: str) -> Told:
    lacking = "a comma or {closing} is missing before this; its {opening} stands in line {line}"
    colon = "a colon stands here that makes no key; put the text in quotes, or a comma before the key"

    def told(at: Fault) -> tuple[int, Translatable]:
        if at.second_colon:
            return at.line, Translatable(colon)
        return at.line, Translatable(lacking, closing=closing, opening=opening, line=at.begun)

    return told


def _sign(at: Fault) -> tuple[int, Translatable]:
    if at.sign == "\t":
        return at.begun, Translatable("a tab stands here; indent with blanks")
    return at.begun, Translatable("a text cannot begin with {sign}; put it in quotes", sign=at.sign)


TOLD: dict[str, Told] = {
    "unexpected end of stream": lambda at: (
        at.begun,
        Translatable("the quotation mark that opens a text here is never closed"),
    ),
    "flow mapping": _unclosed("{", "}"),
    "flow sequence": _unclosed("[", "]"),
    "quoted scalar": lambda at: (at.line, Translatable(r"in double quotes a \ is written \\; or use single quotes")),
    "values are not allowed": lambda at: (
        at.line,
        Translatable(
            "a colon stands here that makes no key; put the text in quotes, or indent the line like its neighbours"
        ),
    ),
    "simple key": lambda at: (at.begun, Translatable("a colon is missing behind what should be a key")),
    "block mapping": lambda at: (
        at.line,
        Translatable(
            "this is no key of the mapping that begins in line {line}; look at its indentation, brackets and quotes",
            line=at.begun,
        ),
    ),
    "block collection": lambda at: (
        at.line,
        Translatable(
            "this is no item of the list that begins in line {line}; begin it with a dash, or indent it otherwise",
            line=at.begun,
        ),
    ),
    "block scalar": lambda at: (at.line, Translatable("behind | or > nothing more stands in its line")),
    "document start": lambda at: (at.line, Translatable("the text ended before this; a file holds one document")),
    "start any token|an alias|an anchor|a tag|tag handle|directive": _sign,
}
"""Explanations by words that occur in the parser's message, the first that fit; both YAML parsers share them."""


def why_unreadable(text: str, error: yaml.YAMLError) -> tuple[int, Translatable]:
    """Return the line of a text at which the parser fails, and what is wrong there."""
    if isinstance(error, yaml.reader.ReaderError):
        return text[: error.position].count("\n") + 1, Translatable(
            "a control character stands here, which no text holds"
        )
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return 1, Translatable("this is not valid YAML")
    fault = _fault(text, error.problem_mark, error.context_mark or error.problem_mark)
    said = f"{error.context} {error.problem}"
    for words, told in TOLD.items():
        if re.search(words, said):
            return told(fault)
    return fault.line, Translatable("this is not valid YAML, from column {column} on", column=fault.column)


def column_of(error: yaml.YAMLError) -> int:
    """Return the column at which the parser gave up; 1 if it does not say."""
    mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
    return 1 if mark is None else int(mark.column) + 1


def _fault(text: str, stopped: yaml.Mark, began: yaml.Mark) -> Fault:
    lines = [*text.split("\n"), ""]  # where it ends, the parser stops in the line after
    before, after = lines[stopped.line][: stopped.column], lines[stopped.line][stopped.column :]
    second_colon = after.startswith(":") and ": " in before
    sign = lines[began.line][began.column :][:1]
    return Fault(stopped.line + 1, stopped.column + 1, began.line + 1, sign, second_colon)
