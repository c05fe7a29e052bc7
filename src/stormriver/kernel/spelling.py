"""Spelling: which of the known words a misspelt one is like."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most like a misspelt one; empty if none is like it."""
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), 1)), "")
