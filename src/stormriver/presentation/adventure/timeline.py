"""How an adventure game went: Strength, Craft and lives by rounds, what became of each seat, and the turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from stormriver.adventure.model import events as declared
from stormriver.adventure.model.columns import LIFE
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.stats import craft, is_playing, strength
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.state import State
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation import timeline
from stormriver.presentation.adventure.event_feed import told
from stormriver.presentation.adventure.event_trail import Trail
from stormriver.presentation.facts import Course, Timeline, Told, TurningPoint

FOES = 4
"""So many of the strongest foes overcome are turning points."""
ALWAYS = frozenset(
    kind.name
    for kind in (
        declared.CHARACTER_KILLED, declared.SUMMIT_REACHED, declared.ENDING_TURNED_UP, declared.TRANSFORMED,
    )
) | {kinds.RESULT}  # fmt: skip
OUTCOMES = {declared.FIGHT_WON.name: (0, 1), declared.FIGHT_LOST.name: (1, 0)}
"""Which side of a fight has won and which has lost, by the kind of event that says so."""
COUNTED = {
    declared.ENEMY_KILLED.name: "foes",
    declared.CHARACTER_KILLED.name: "deaths",
    declared.SPELL_CAST.name: "spells",
}


def timeline_of(
    table: AdventureTable, events: Sequence[Event], first: State | None = None, language: str = "en"
) -> Timeline:
    """Return how a game went, with everything open (see `presentation.timeline`)."""
    everything = told(table, events, 0, OMNISCIENT, Trail(table, first), language)
    curves = timeline.curves(table, events, first, ("strength", "craft", "life"), _numbers)
    courses = tuple(
        _course(timeline.course(table, events, seat), everything, curves[seat]) for seat in range(len(table.seats))
    )
    return Timeline(timeline.rounds(table, events), courses, turning_points(everything))


def _numbers(game: Game, seat: int) -> tuple[int, int, int]:
    """Return Strength, Craft and lives of a seat; a seat without a character has none."""
    if not is_playing(game, seat):
        return 0, 0, 0
    return strength(game, seat), craft(game, seat), game.state.seats[seat][LIFE]


def _course(plain: Course, everything: Sequence[Told], curves: timeline.Curves) -> Course:
    """Return how a game went for a seat."""
    tally: Counter[str] = Counter()
    roles = []
    for one in everything:
        for number, side in enumerate(one.versus.sides if one.versus is not None else ()):
            if side.seat == plain.seat and one.kind in OUTCOMES:
                tally["won" if OUTCOMES[one.kind][0] == number else "lost"] += 1
        if one.seat != plain.seat:
            continue
        if one.kind in COUNTED:
            tally[COUNTED[one.kind]] += 1
        elif one.kind == declared.CHARACTER_TAKEN.name:
            roles.append(one.card)
        elif one.kind == declared.MOVED.name:
            steps = max(0, len(one.path) - 1)
            tally["steps"] += steps
            tally["longest_way"] = max(steps, tally["longest_way"])
        elif one.kind == kinds.CARD and one.target.startswith("trophies."):
            tally["trophies"] += 1
    return replace(plain, roles=tuple(roles), curves=curves, tally=dict(tally))


def turning_points(everything: Sequence[Told]) -> tuple[TurningPoint, ...]:
    """Return the events on which much turned, in order: the strongest foes overcome, and whatever decides a game."""
    fights = [one for one in everything if one.kind in OUTCOMES and one.versus is not None]
    strongest = sorted(fights, key=lambda one: -one.versus.sides[1].total if one.versus is not None else 0)[:FOES]
    numbers = {one.number for one in strongest} | {one.number for one in everything if one.kind in ALWAYS and one.text}
    played: dict[int, str] = {}
    found = []
    for one in everything:
        if one.kind == declared.CHARACTER_TAKEN.name:
            played[one.seat] = one.card
        if one.number in numbers:
            card = one.card or _face(one) or played.get(one.seat, "")
            found.append(TurningPoint(one.number, one.turn, one.kind, one.seat, said(one), card))
    return tuple(found)


def _face(one: Told) -> str:
    """Return the face of whom a fight was against."""
    return one.versus.sides[1].cards[0] if one.versus is not None and one.versus.sides[1].cards else ""


def said(one: Told) -> str:
    """Return what is said of a turning point; of a fight who it was against whom, and how close."""
    if one.versus is None:
        return one.text
    first, second = one.versus.sides
    return f"{first.name} {first.total} : {second.total} {second.name}"
