"""Errors in German: whether all that an error says in English is there in the other language too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

from stormriver.kernel.errors import StormriverError
from stormriver.kernel.translatable import Translatable
from stormriver.language.message import MessageError, sentence_of
from stormriver.language.rendering import language
from stormriver.language.translations import has_words

PROSE = re.compile(r"\b(?:the|are|of|and|which|there|with)\b")
"""Words that give English away; ids, keys and names hold none of them."""
NAMES = re.compile(r"[\w./]+(, [\w./]+)*")
"""Names with commas between them, which are the same in all languages."""
QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\{[^}]*\}")


def assert_german(error: Exception) -> None:
    """Fail if a part of an error has no German, or if English was put together before it was said."""
    assert isinstance(error, StormriverError)
    if not isinstance(error, MessageError):
        lacking = [
            one for one in _english(error.args[0]) if one not in language("de").catalogue.sections["translations"]
        ]
        assert not lacking, lacking
    assert sentence_of(error, "de") != str(error)


def _english(said: object) -> Iterator[str]:
    """Yield the templates and the plain English in what an error says."""
    if isinstance(said, Translatable):
        if has_words(said.template):
            yield said.template
        quoted = {slot for _, slot, _, conversion in Formatter().parse(said.template) if conversion}
        for slot in said.parts.keys() - quoted:  # what is quoted is the user's own
            yield from _english(said.parts[slot])
    elif isinstance(said, str) and " " in said and not NAMES.fullmatch(said) and PROSE.search(QUOTED.sub("", said)):
        yield said
