"""Usage: which words a definition is written in, found by walking through it."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.language.grammar import Word

PLAIN = (str, int, bool, frozenset, type(None))


def words_in(definition: object) -> Iterator[Word]:
    """Yield every word of a card, space, character or kind of mark, also those inside other words."""
    if isinstance(definition, Word) and definition.word:
        yield definition
    if isinstance(definition, (list, tuple)):
        for item in definition:
            yield from words_in(item)
    elif isinstance(definition, dict):
        for item in definition.values():
            yield from words_in(item)
    elif not isinstance(definition, PLAIN) and hasattr(definition, "__dict__"):
        for name, value in vars(definition).items():
            left_out = value is getattr(type(definition), name, None)
            if not left_out and name not in ("table", "examples"):
                yield from words_in(value)
