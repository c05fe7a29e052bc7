"""Usage: which words a definition is written in, found by walking through it."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.language.grammar import Effect, Word, fields

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
    elif not isinstance(definition, PLAIN):
        # A compiled word has no dictionary of its own; its fields are what it has been given.
        known = fields(type(definition)) if isinstance(definition, Word) else getattr(definition, "__dict__", {})
        for name in known:
            value = getattr(definition, name, None)
            left_out = value is getattr(type(definition), name, None)
            if not left_out and name not in ("table", "examples"):
                yield from words_in(value)


def certain(effect: Effect) -> Iterator[Effect]:
    """Yield an effect and, if it is a sequence, those that are done one after the other, whatever happens."""
    yield effect
    for part in getattr(effect, "effects", ()):
        if isinstance(part, Effect):
            yield from certain(part)


def parts_of(word: Word) -> list[Effect]:
    """Return the effects directly inside a word, in the order of its fields."""
    return [effect for name, value in vars(word).items() if name != "table" for effect in _effects(value)]


def _effects(value: object) -> Iterator[Effect]:
    if isinstance(value, Effect):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _effects(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _effects(item)
    elif isinstance(value, Word):
        yield from parts_of(value)
