"""What seats and lists of things are called, in every game."""

from __future__ import annotations

from typing import Any

from stormriver.language import rendering
from stormriver.language.clauses import Name, Part, Text, listed
from stormriver.language.naming import named


def named_in(language: str, sort: str, id: str, text: str) -> str:
    """Return what a thing is called in a language; what its pack calls it where the language has no name for it.

    Args:
        language: the code of the language.
        sort, id: what it is, and which: `deck`, `spells`.
        text: what its pack calls it.
    """
    return rendering.language(language).say(Name(sort, id, text))


def counted(names: list[str]) -> str:
    """Return names as a list, equal ones counted: `2 Helmets` stays `Helmet ×2`."""
    return ", ".join(
        name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)
    )


def title(name: str) -> str:
    """Return the id of a thing as words: `magic_object` becomes `Magic object`, and so does `old_mill.magic_object`."""
    return name.rpartition(".")[2].replace("_", " ").capitalize()


def initials(view: Any) -> list[str]:
    """Return one sign for each seat: its first letter, or its number where two begin alike."""
    first = [seat.name[0].upper() for seat in view.seats]
    return [sign if first.count(sign) == 1 else str(i + 1) for i, sign in enumerate(first)]


def seat_name(view: Any, seat: int) -> str:
    """Return the name of a seat as sentences have it: `Ann` for `ann`."""
    return named(view.seats[seat].name)


def seat_names(names: list[str]) -> Part:
    """Return the names of seats as a list: `Ann, Ben and Cleo`."""
    return listed([Text(named(name)) for name in names], "and")
