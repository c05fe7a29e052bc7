"""How a wargame went: units, their strength and magic points by rounds, and what became of each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, State
from stormriver.presentation import timeline
from stormriver.presentation.facts import Course, Timeline
from stormriver.wargame.model import events as declared
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.forces import units_of
from stormriver.wargame.procedures.strength import magic_points, strength

CURVES = ("units", "strength", "points")
COUNTED = {
    declared.UNIT_KILLED.name: "deaths",
    declared.SPELL_CAST.name: "spells",
    declared.UNIT_MOVED.name: "moves",
}
"""What is counted for the seat of an event, by its kind."""


def timeline_of(
    table: WargameTable, events: Sequence[Event], first: State | None = None, language: str = "en"
) -> Timeline:
    """Return how a game went (see `presentation.timeline`)."""
    curves = timeline.curves(table, events, first, CURVES, _numbers)
    courses = tuple(
        _course(timeline.course(table, events, seat), events, curves[seat]) for seat in range(len(table.seats))
    )
    return Timeline(timeline.rounds(table, events), courses)


def _numbers(game: Game, seat: int) -> tuple[int, int, int]:
    """Return how many units a seat has, how strong they are in all, and its magic points."""
    units = units_of(game, seat)
    return len(units), sum(max(0, strength(game, unit)) for unit in units), magic_points(game, seat)


def _course(plain: Course, events: Sequence[Event], curves: timeline.Curves) -> Course:
    """Return how a game went for a seat."""
    tally: Counter[str] = Counter()
    for event in events:
        if event.kind == declared.UNIT_KILLED.name and event.seat not in (plain.seat, NONE):
            tally["foes"] += 1
        if event.seat != plain.seat:
            continue
        if event.kind in COUNTED:
            tally[COUNTED[event.kind]] += 1
        elif event.kind == declared.QUEST_ENDED.name and event.data[1] >= event.data[2]:
            tally["quests"] += 1
    return replace(plain, curves=curves, tally=dict(tally))
