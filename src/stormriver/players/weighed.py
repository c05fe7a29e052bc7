"""The value that a player gives to an option, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass


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
