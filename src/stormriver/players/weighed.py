"""The value that a player gives to an option, and the reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

EQUAL = 1e-9
"""Values that differ by less are equal."""


@dataclass(frozen=True)
class Weighed:
    """The value that a player gives to an option.

    Attributes:
        key: the key of the option.
        worth: what it is worth to them in all.
        changes: what it is expected to change, by name; `beyond` is what may come later from where it leads.
        worths: what each of these changes is worth to them.
    """

    key: str
    worth: float
    changes: dict[str, float]
    worths: dict[str, float]


def promising(options: Iterable[Weighed], leaving: str, least: float = 0.0) -> dict[str, float]:
    """Return how much more some options promise than leaving them, by key without the number of a copy.

    Args:
        options: all options of an ask, weighed.
        leaving: the key of the option that leaves all others.
        least: how much more they must be worth; less than 0 for those that may be worth a little less.
    """
    by_key = {option.key: option for option in options}
    worth = by_key.pop(leaving).worth
    return {
        key.partition("#")[0]: option.worth - worth
        for key, option in by_key.items()
        if option.changes and option.worth > worth + least + EQUAL
    }
