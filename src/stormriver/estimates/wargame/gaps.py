"""The gaps: words without a reading of their own, as the documentation lists them."""

from __future__ import annotations

from stormriver.estimates.wargame.reader import Reader
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, words

READ, CHOOSE = (vars(Reader)[name].dispatch for name in ("_reading", "_choosing"))


def words_without_reading() -> list[str]:
    """Return the effects that are read as the mean of their parts, as they are written on chits."""
    return sorted(name for name, word in words(Effect, "wargame").items() if not _is_read(word))


def _is_read(word: type[Effect]) -> bool:
    """Tell whether a word has a reading of its own; one that lets somebody choose, of each thing it offers."""
    if issubclass(word, OneOf):
        return bool(CHOOSE(word) is not CHOOSE(object))
    return bool(READ(word) is not READ(object))
