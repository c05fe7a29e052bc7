"""The milestones of a wargame: units that fall, and Quests that end."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.presentation.facts import Milestone, MilestoneKind, Told
from stormriver.presentation.milestones import notable
from stormriver.wargame.model import events as declared
from stormriver.wargame.model.table import WargameTable

SORTS: dict[str, MilestoneKind] = {declared.UNIT_KILLED.name: "death", declared.QUEST_ENDED.name: "goal"}


def milestones_of(table: WargameTable, told: Sequence[Told]) -> tuple[Milestone, ...]:
    """Return the milestones of a game, in order (see `presentation.milestones`)."""
    return tuple(notable(table, told, SORTS, ()))
