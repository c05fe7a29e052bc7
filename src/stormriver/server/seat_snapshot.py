"""Snapshots of what a seat may know, as plain data for another process: nothing that its view hides is in them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stormriver.api import table_for
from stormriver.kernel import ask as asks
from stormriver.kernel.ask import Posed
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.pickles import numbering_of
from stormriver.kernel.saves import FrameValues, restore_stack, stack_values, state_values
from stormriver.kernel.state import NONE, Mark, State, marks_of
from stormriver.kernel.table import Table
from stormriver.kernel.view import mask


class Choices(Struct, array_like=True):
    """An ask; each option as the name of its verb, the kind of its argument, and the argument (a name in words)."""

    kind: str
    options: list[tuple[str, int, int | str]]
    cause: int
    card: int


class Position(Struct, array_like=True):
    """A masked state, see `kernel.saves.state_values`."""

    turn: int
    active: int
    interrupt: int
    unsettled: int
    dice: int
    result: int
    asked: int
    returned: list[int]
    seats: list[tuple[int, ...]]
    zones: list[list[int]]
    known: list[int]
    marks: list[list[int]]
    stack: list[FrameValues]


class SeatSnapshot(Struct, array_like=True):
    """What the seat that is asked sees, and how its table was set up.

    Attributes:
        numbering: the order in which its things are numbered, empty if that in which they are read.
    """

    preset: str
    names: list[str]
    options: dict[str, bool | int | str]
    packs: list[str]
    seat: int
    position: Position
    ask: Choices
    numbering: dict[str, list[str]]


def snapshot_of(game: Game) -> SeatSnapshot:
    """Return what the seat that is asked sees; there must be one."""
    table, ask = game.table, game.ask
    assert ask is not None
    facts = table.facts()
    state = mask(table, game.state, ask.seat)
    position = Position(**state_values(state), stack=stack_values(state))
    choices = Choices(ask.kind, [_spelt(table, code) for code in ask.codes], ask.cause, ask.card)
    return SeatSnapshot(
        facts["preset"], list(table.seats), facts["options"], list(table.added_packs()), ask.seat, position, choices,
        numbering_of(table),
    )  # fmt: skip


def _spelt(table: Table, code: int) -> tuple[str, int, int | str]:
    name, kind, number = asks.verb_of(code)
    return name, kind, table.names[number] if kind == asks.NAME else number


def view_from(snapshot: SeatSnapshot) -> Any:
    """Return the view that the seat had."""
    numbering = Numbering(snapshot.numbering) if snapshot.numbering else AS_READ
    table = table_for(snapshot.preset, snapshot.names, snapshot.options, snapshot.packs, numbering)
    state = _state(table, snapshot.position)
    asked = snapshot.ask
    codes = [
        asks.verb(name, kind) | (argument if isinstance(argument, int) else table.name(argument))
        for name, kind, argument in asked.options
    ]
    state.ask = Posed(snapshot.seat, asked.kind, codes, asked.cause, asked.card)
    return table.rulebook.view(Game(table, state), snapshot.seat)


def _state(table: Table, position: Position) -> State:
    zones = [tuple(zone) for zone in position.zones]
    place = places_of([NONE] * len(position.known))
    for number, zone in enumerate(zones):
        for card in zone:
            if card >= 0:
                place[card] = number
    known = {card: seats for card, seats in enumerate(position.known) if seats}
    marks = marks_of(Mark(*values) for values in position.marks)
    state = State(
        [row_of(row) for row in position.seats], zones, place, known, marks, [], returned=tuple(position.returned)
    )
    for name in ("turn", "active", "interrupt", "result"):
        setattr(state, name, getattr(position, name))
    restore_stack(state, table, position.stack)
    return state
