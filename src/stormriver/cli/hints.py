"""Hints: the end of a sentence about a word that there is not, with a known one like it."""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.cli.reader_language import READER
from stormriver.cli.wording import say
from stormriver.kernel.spelling import nearest
from stormriver.language.clauses import Text, phrase
from stormriver.language.message import ending_hint


def near(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """Return the end of a sentence: whether a known word was meant that is like this one, or what is said otherwise."""
    found = nearest(word, known)
    return did_you_mean(found) if found else otherwise


def did_you_mean(word: str) -> str:
    """Return the end of a sentence that asks whether a word was meant."""
    return say(READER, phrase("hint_did_you_mean", name=Text(repr(word))))


def hint(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence: whether a known word was meant that is like this one, else all that are known."""
    return say(READER, ending_hint(word, known))
