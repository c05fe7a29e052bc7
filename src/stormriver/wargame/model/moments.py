"""The moments at which a spell may be cast or an item used up."""

from __future__ import annotations

from typing import Final, NewType

from stormriver.language.english import listed
from stormriver.language.grammar import Names, register
from stormriver.language.moments import numbered, read_moments
from stormriver.language.source import Node

WARGAME = "wargame"
Moments = NewType("Moments", int)
NO_MOMENTS: Final = Moments(0)

MOMENTS = {
    "phase": "at the start of one of your phases",
    "another_phase": "at the start of one of your opponent's phases",
    "shooting": "in your Ranged Attack Phase",
    "move": "when you announce a move",
    "another_move": "when your opponent announces a move",
    "attack": "when you announce an attack",
    "another_attack": "when your opponent announces an attack",
    "rolled": "after dice have been rolled",
    "drawn": "when you have drawn a chit",
    "spell_cast": "when a spell has just been cast",
}
"""Every moment with its plain English."""

GROUPS = {"own": ("phase", "move", "attack"), "any": ("phase", "another_phase", "move", "another_move", "attack",
                                                     "another_attack")}  # fmt: skip
GROUPS_ENGLISH = {"any": "at any time", "own": "in your turn"}
PAIRS = (
    ("phase", "another_phase", "at the start of any phase"),
    ("move", "another_move", "when a move is announced"),
    ("attack", "another_attack", "when an attack is announced"),
)
"""Pairs of moments, in one's own turn and in the opponent's, that count as one for whoever may use both."""
BITS, NAMED = numbered(MOMENTS, GROUPS)
"""The bit of each moment; the bits of each moment and group."""


def english(moments: int) -> str:
    """Return the English of a bitmask of moments: `at any time`, `in your Ranged Attack Phase`."""
    groups = [name for name in GROUPS if moments == NAMED[name]]
    if groups:
        return GROUPS_ENGLISH[groups[0]]
    told = [MOMENTS[name] for name, bit in BITS.items() if moments & bit]
    for own, another, both in PAIRS:
        if MOMENTS[own] in told and MOMENTS[another] in told:
            told[told.index(MOMENTS[own])] = both
            told.remove(MOMENTS[another])
    return listed(told)


def _moments(names: Names, node: Node) -> int:
    return read_moments(node, NAMED)


register("Moments", _moments, WARGAME)
