"""The milestones of an adventure game: deaths, fights, what opens the end, and the turning points of its timeline."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.adventure.model import events as declared
from stormriver.adventure.model.table import AdventureTable
from stormriver.presentation.adventure.timeline import OUTCOMES, said, turning_points
from stormriver.presentation.facts import Milestone, MilestoneKind, Told
from stormriver.presentation.milestones import notable

SORTS: dict[str, MilestoneKind] = {
    declared.CHARACTER_KILLED.name: "death",
    declared.SUMMIT_REACHED.name: "goal",
    declared.ENDING_TURNED_UP.name: "goal",
}


def milestones_of(table: AdventureTable, told: Sequence[Told]) -> tuple[Milestone, ...]:
    """Return the milestones of a game, in order (see `presentation.milestones`)."""
    turning = {point.event for point in turning_points(told)}
    fights = {one.number: _fight(one, one.number in turning) for one in told if one.kind in OUTCOMES and one.versus}
    rest = notable(table, told, SORTS, turning - fights.keys())
    return tuple(sorted([*fights.values(), *rest], key=lambda one: one.event))


def _fight(one: Told, great: bool) -> Milestone:
    """Return the end of a fight, as it went for whoever fought it in their turn."""
    assert one.versus is not None
    seat, won = one.versus.sides[0].seat, OUTCOMES[one.kind][0] == 0
    return Milestone(one.number, one.turn, "won" if won else "lost", seat, said(one), great)
