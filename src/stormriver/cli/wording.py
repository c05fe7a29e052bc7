"""Wording: what the terminal says, from the catalogues, in the language of whoever reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from stormriver.cli import streams
from stormriver.cli.reader_language import READER
from stormriver.language import rendering
from stormriver.language.clauses import Count, Name, Part, Text, listed
from stormriver.language.message import put


class Spoken(Protocol):
    """Whatever has a language: a view, or the reader of the command line."""

    @property
    def language(self) -> str:
        """The code of the language."""


Said = Part | str | int | Path
"""What may stand in a slot; a text, number or path is the same in every language."""


def tell(to: Spoken, key: str, /, **parts: Said) -> str:
    """Return a message of the terminal, with a capital."""
    return rendering.language(to.language).message(f"terminal.{key}", **_parts(parts))


def words(to: Spoken, key: str, /, **parts: Said) -> str:
    """Return words of the terminal that are but a part of a line."""
    return rendering.language(to.language).fragment(f"terminal.words.{key}", **_parts(parts))


def worded(to: Spoken, text: str, /, **parts: object) -> str:
    """Return a text of the code, or a template with its parts, in the words of the reader; see `Translatable`."""
    return put(text, to.language, **parts)


def echo(text: str, /, **parts: object) -> None:
    """Print a text of the code, or a template with its parts, in the reader's language; see `Translatable`."""
    streams.say(worded(READER, text, **parts))


def say(to: Spoken, part: Part) -> str:
    """Return a part in the words of the reader."""
    return rendering.language(to.language).say(part)


def counted(noun: str, number: int) -> Part:
    """Return so many of something that only the command line counts: `2 titles`."""
    return Count(Name("counted", noun, noun), number)


def listed_words(to: Spoken, texts: list[str], joined: str = "and") -> str:
    """Return texts as a list: `a, b and c`."""
    return say(to, listed([Text(one) for one in texts], joined)) if texts else ""


def _parts(parts: dict[str, Said]) -> dict[str, Part]:
    return {name: part if isinstance(part, Part) else Text(str(part)) for name, part in parts.items()}
