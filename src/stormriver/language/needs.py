"""Needs: what a word can only do where it is given, such as the card it stands on or a roll under way.

Words declare what they need. Whatever holds words - a card, a hook, another word - declares what it gives to them, by
field. `language/checking.py` puts both together once everything is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, eq=False)
class Need:
    """One thing that words may need.

    Attributes:
        noun: what it is, as a noun phrase: `a roll under way`.
        remedy: where it is given, as a clause that says what would do: `it may answer to: rolled`.
        sure: whether it must be there at each of several moments; if not, it is enough that it may be there at one.
    """

    noun: str
    remedy: str
    sure: bool = True


NONE_GIVEN: Final[frozenset[Need]] = frozenset()
DOER: Final = Need("somebody who does it", "it may stand wherever a character does something")
"""What every word needs that is not `unattended`; only where a table is laid there is nobody."""

FieldNeed = Callable[[Any], "tuple[Need, str] | None"]
FIELD_NEEDS: dict[tuple[str, str], FieldNeed] = {}
"""The registry of what fields need by their values: by rulebook and type of the field, what tells the need of a value,
and the value as it is written."""


def register_need(kind: str, told: FieldNeed, rulebook: str) -> None:
    """Register what the fields of a type need, by their values."""
    FIELD_NEEDS[rulebook, kind] = told


def at_one_of(gifts: Iterable[frozenset[Need]]) -> frozenset[Need]:
    """Return what is given at one of several moments, whichever it is: what is sure at all, the others at any."""
    each = list(gifts)
    if not each:
        return NONE_GIVEN
    sure = frozenset.intersection(*each)
    return frozenset(need for gift in each for need in gift if not need.sure or need in sure)
