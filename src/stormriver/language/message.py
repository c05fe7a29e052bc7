"""Messages: what people are told, as the key of a message and its parts; the catalogues hold the messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stormriver.kernel.errors import StormriverError
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase
from stormriver.language.source import MOST_KNOWN, nearest


class Message(NamedTuple):
    """A message that is not yet put into a language.

    Attributes:
        key: its key in the catalogues, or among the options of the rulebook.
        parts: what stands in its slots: names, numbers, what effects do.
    """

    key: str
    parts: Mapping[str, Part]

    def told(self, language: str = rendering.MODEL) -> str:
        """Return the message in a language, by its code."""
        return rendering.language(language).message(self.key, **self.parts)


def message(key: str, /, **parts: Part | str | int) -> Message:
    """Return a message; texts and numbers among its parts read the same in all languages."""
    return Message(key, {slot: part if isinstance(part, Part) else Text(str(part)) for slot, part in parts.items()})


def ending_hint(word: str, known: Iterable[str]) -> Part:
    """Return the end of a message about a misspelt word, its full stop included: what it may have meant, or be."""
    words = list(known)
    near = nearest(word, words)
    if near:
        return phrase("hint_did_you_mean", name=Text(repr(near)))
    return phrase("hint_known_here", names=Text(", ".join(sorted(words)[:MOST_KNOWN]))) if words else Text(".")


class MessageError(StormriverError):
    """An error whose sentence is a message, so that each reader has it in their own language; `str` has it in English.

    Args:
        key: the key of the message.
        where: the field to blame, empty for none.
        parts: what stands in the slots of the message.
    """

    def __init__(self, key: str, where: str = "", /, **parts: Part | str | int) -> None:
        super().__init__(key)
        self.message = message(key, **parts)
        self.where = where

    def __str__(self) -> str:
        return self.told()

    def told(self, language: str = rendering.MODEL) -> str:
        """Return the sentence in a language, by its code."""
        return self.message.told(language)
