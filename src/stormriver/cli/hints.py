"""Hints: the end of a sentence about a word that there is not, with a known one like it."""

from __future__ import annotations

from collections.abc import Iterable

from stormriver.cli.reader import READER
from stormriver.cli.wording import words
from stormriver.language.source import nearest

MOST = 40
"""How many known words are listed at most."""


def near(word: str, known: Iterable[str], otherwise: str = ".") -> str:
    """Return the end of a sentence: whether a known word was meant that is like this one, or what is said otherwise."""
    found = nearest(word, known)
    return words(READER, "did_you_mean", word=repr(found)) if found else otherwise


def hint(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence: whether a known word was meant that is like this one, else all that are known."""
    found = sorted(known)
    return near(word, found, words(READER, "known_here", words=", ".join(found[:MOST])) if found else ".")
