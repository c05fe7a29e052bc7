"""Sentences: English that knows how it was made, so that each reader can have it in their own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr


@mypyc_attr(native_class=False)  # what derives from a text cannot be one of the compiler's own classes
class Translatable(str):
    """A sentence, or a part of one: a text in English, made from a template with slots.

    Whoever knows nothing of languages takes it as that text; `language.message.translated` puts it into another one.

    Attributes:
        template: the English with its slots, filled as `str.format` does: `no deck is called {name!r}`.
        parts: what stands in the slots; sentences and errors among them are put into the language too.
    """

    template: str
    parts: Mapping[str, object]

    def __new__(cls, sentence: str, /, **parts: object) -> Translatable:
        """Return the sentence; a template without parts is taken as it stands, braces and all."""
        made = str.__new__(cls, sentence.format(**parts) if parts else sentence)
        made.template, made.parts = sentence, parts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, object]]:
        return (self.template,), self.parts


def translatable(sentence: str, /, **parts: object) -> Translatable:
    """Return a template with its parts as a sentence; one that is a sentence already, without parts, as it is."""
    return sentence if isinstance(sentence, Translatable) else Translatable(sentence, **parts)


def plural(number: int, one: str, several: str) -> Translatable:
    """Return one of two templates by a number, which stands in their slot `number`."""
    return Translatable(one if number == 1 else several, number=number)


def joined(parts: Sequence[str], by: str = ", ") -> Translatable:
    """Return sentences or texts as one, with something between them that is the same in all languages."""
    slots = {f"part{number}": part for number, part in enumerate(parts)}
    return Translatable(by.join(f"{{{slot}}}" for slot in slots), **slots)


def alternatives(words: Sequence[str]) -> Translatable:
    """Return words of which one will do: `a, b or c`."""
    if len(words) < 2:
        return joined(words)
    return Translatable("{others} or {last}", others=", ".join(words[:-1]), last=words[-1])
