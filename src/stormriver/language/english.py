"""Plain English for messages to authors of packs and at the command line, which have no catalogue."""

from __future__ import annotations

from collections.abc import Iterable

SAME_IN_PLURAL = frozenset({"fate", "gold", "Strength", "Craft", "Armour"})
ODD_PLURALS = {"life": "lives", "die": "dice"}


def an(noun: str) -> str:
    """Return a noun with its indefinite article: `an Axe`, `a Sword`, `Armour`."""
    if noun in SAME_IN_PLURAL:
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' and not noun.lower().startswith('uni') else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun: `lives`, `Followers`, `gold`."""
    if noun in SAME_IN_PLURAL or noun.endswith("s"):
        return noun
    if noun in ODD_PLURALS:
        return ODD_PLURALS[noun]
    if noun.endswith("f"):
        return f"{noun[:-1]}ves"
    if noun.endswith(("sh", "ch", "x")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def counted(number: object, noun: str) -> str:
    """Return a number with its noun: `1 life`, `2 lives`, `all lives`, `lives equal to the roll`."""
    text = str(number)
    if text == "1":
        return f"1 {noun}"
    if text.isdigit() or text == "all":
        return f"{text} {plural(noun)}"
    return f"{plural(noun)} equal to {text}"


def listed(items: Iterable[str], last: str = "or") -> str:
    """Return items as a list in words: `a, b or c`."""
    texts = list(items)
    return "".join(texts) if len(texts) < 2 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def named(name: str) -> str:
    """Return the name of a seat with a capital, to begin a sentence: `Ann` for `ann`."""
    return name[:1].upper() + name[1:]
