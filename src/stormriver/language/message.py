"""Messages: what people are told, as the key of a message and its parts; the catalogues hold the messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from stormriver.kernel.errors import EngineError, StormriverError
from stormriver.kernel.spelling import nearest
from stormriver.kernel.translatable import Translatable, translatable
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase
from stormriver.language.source import MOST_KNOWN


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


def message(key: str, /, **parts: Part | Exception | str | int) -> Message:
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
        parts: what stands in the slots of the message; another error, or what is translatable, in that language too.
    """

    def __init__(self, key: str, where: str = "", /, **parts: Part | Exception | str | int) -> None:
        super().__init__(key)
        self.parts = parts
        self.where = where

    def __str__(self) -> str:
        return sentence_of(self)

    def message(self, language: str) -> Message:
        """Return the message, with all that is English in it put into a language."""
        return message(self.args[0], **{slot: translated(part, language) for slot, part in self.parts.items()})


def sentence_of(error: StormriverError | EngineError, language: str = rendering.MODEL) -> str:
    """Return what an error says in a language, by its code."""
    if isinstance(error, MessageError):
        return error.message(language).told(language)
    return str(translated(error.args[0], language))


def note_in(language: str, note: str) -> str:
    """Return what content says in English, such as what of a card is sure or what its example shows, in a language.

    Args:
        language: the code of the language; what it does not have stays English.
        note: as the content has it; the catalogues have it under these words.
    """
    return str(rendering.language(language).catalogue.sections["notes"].get(note, note))


def put(text: str, language: str, /, **parts: object) -> str:
    """Return a text of the code, or a template with its parts, in a language, by its code."""
    return str(translated(translatable(text, **parts), language))


T = TypeVar("T")


def translated(text: T, language: str) -> T | str:
    """Return a text in a language, if it is an error or translatable; in English where the catalogue has none."""
    if isinstance(text, StormriverError | EngineError):
        return sentence_of(text, language)
    if not isinstance(text, Translatable):
        return text
    template: str = rendering.language(language).catalogue.sections["translations"].get(text.template, text.template)
    if not text.parts:
        return template
    return template.format(**{slot: translated(part, language) for slot, part in text.parts.items()})
