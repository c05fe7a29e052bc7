"""English for generated pages: articles and lists."""

from __future__ import annotations

from collections.abc import Iterable

WITHOUT_ARTICLE = frozenset({"fate", "gold", "Strength", "Craft", "Armour"})


def an(noun: str) -> str:
    """Return a noun with its indefinite article: `an Axe`, `a Sword`, `Armour`."""
    if noun in WITHOUT_ARTICLE:
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' and not noun.lower().startswith('uni') else 'a'} {noun}"


def listed(items: Iterable[str], last: str = "or") -> str:
    """Return items as a list in words: `a, b or c`."""
    texts = list(items)
    return "".join(texts) if len(texts) < 2 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"
