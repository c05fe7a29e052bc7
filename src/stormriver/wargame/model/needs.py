"""What words of the wargame may need of the place where they stand, and what would do where it is missing."""

from __future__ import annotations

from typing import Final

from stormriver.language.needs import Need

A_UNIT: Final = Need(
    "a unit that it is aimed at", "it may stand in spells whose `target` is a unit, and in `use` of items"
)
A_SQUARE: Final = Need("a square that it is aimed at", "it may stand in spells whose `target` is a unit or a square")
A_SPELL: Final = Need("a spell that it is aimed at", "it may stand in spells with `target: spell`")
A_BEARER: Final = Need("a unit that bears it", "it may stand in gifts, in `for` of items and in `only` of spells")

AIMED_AT: Final = {"none": frozenset[Need](), "square": frozenset({A_SQUARE}), "spell": frozenset({A_SPELL})}
"""By target of a spell, what it gives to its effect; all other targets are units, each on its square."""
AT_UNITS: Final = frozenset({A_UNIT, A_SQUARE})
"""What a spell gives to its effect that is aimed at a unit."""
