"""The milestones of a game of any rulebook, by which a replay is found through: its rounds, and what is notable."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from stormriver.kernel import events as kinds
from stormriver.kernel.table import Table
from stormriver.presentation.facts import Milestone, MilestoneKind, Told


def milestones_of(table: Table, told: Sequence[Told]) -> tuple[Milestone, ...]:
    """Return the milestones of a game, in order.

    Args:
        table: the table of the game.
        told: all that a viewer is told of it: a milestone is nothing that they may not know.
    """
    return tuple(notable(table, told, {}, ()))


def notable(
    table: Table, told: Sequence[Told], sorts: Mapping[str, MilestoneKind], turning: Collection[int]
) -> Iterator[Milestone]:
    """Yield the beginnings of rounds and the end of the game, and what a rulebook finds notable.

    Args:
        table, told: as in `milestones_of`.
        sorts: what else is a milestone, by the kind of event, and of which kind.
        turning: the numbers of the events on which much turned.
    """
    for one in told:
        if one.kind == kinds.TURN:
            if (one.turn - 1) % len(table.seats) == 0:
                yield Milestone(one.number, one.turn, "round", round=(one.turn - 1) // len(table.seats) + 1)
        elif one.text and (one.kind == kinds.RESULT or one.kind in sorts or one.number in turning):
            sort: MilestoneKind = "goal" if one.kind == kinds.RESULT else sorts.get(one.kind, "turning")
            yield Milestone(one.number, one.turn, sort, one.seat, one.text, one.number in turning)
