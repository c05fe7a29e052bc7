"""The moments at which a spell may be cast or an item used up."""

from __future__ import annotations

from typing import Final, NewType

from stormriver.language.clauses import Part, listed, phrase
from stormriver.language.grammar import Names, register
from stormriver.language.moments import numbered, read_moments
from stormriver.language.source import Node

WARGAME: Final = "wargame"
Moments = NewType("Moments", int)
NO_MOMENTS: Final = Moments(0)

MOMENTS: Final = (
    "phase", "another_phase", "shooting", "move", "another_move", "attack", "another_attack", "rolled", "drawn",
    "spell_cast",
)  # fmt: skip
"""Every moment; what it is called stands in the catalogues under `moment_` and its name."""

GROUPS: Final = {
    "own": ("phase", "move", "attack"),
    "any": ("phase", "another_phase", "move", "another_move", "attack", "another_attack"),
}
PAIRS: Final = (("phase", "another_phase"), ("move", "another_move"), ("attack", "another_attack"))
"""Pairs of moments, in one's own turn and in the opponent's, that count as one for whoever may use both."""
BITS, NAMED = numbered(MOMENTS, GROUPS)
"""The bit of each moment; the bits of each moment and group."""


def at(moments: int) -> Part:
    """Return a bitmask of moments as a phrase: `at any time`, `in your Ranged Attack Phase`."""
    groups = [name for name in GROUPS if moments == NAMED[name]]
    if groups:
        return phrase(f"moment_{groups[0]}")
    told = [name for name, bit in BITS.items() if moments & bit]
    for own, another in PAIRS:
        if own in told and another in told:
            told[told.index(own)] = f"{own}_of_both"
            told.remove(another)
    return listed([phrase(f"moment_{name}") for name in told])


def _moments(names: Names, node: Node) -> int:
    return read_moments(node, NAMED)


register("Moments", _moments, WARGAME)
