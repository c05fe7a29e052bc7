"""What a seat may know, as plain data for another process: nothing that its view hides is in it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stormriver.api import table_for
from stormriver.kernel import ask as asks
from stormriver.kernel.ask import Ask
from stormriver.kernel.game import Game
from stormriver.kernel.saves import state_values
from stormriver.kernel.state import NONE, Frame, Mark, Marks, State
from stormriver.kernel.table import Table
from stormriver.kernel.view import mask


class Choices(Struct, array_like=True):
    """An ask; its options as name of the verb, what its argument is, and that argument (a name in words)."""

    kind: str
    options: list[tuple[str, int, int | str]]
    procedure: int
    step: int
    card: int
    word: int


class Position(Struct, array_like=True):
    """A masked state, see `kernel.saves.state_values`."""

    turn: int
    active: int
    interrupt: int
    unsettled: int
    dice: int
    answer: int
    result: int
    frames: list[list[int]]
    seats: list[list[int]]
    zones: list[list[int]]
    known: list[int]
    marks: list[list[int]]


class Sight(Struct, array_like=True):
    """What the seat that is asked sees, and how its table was set up."""

    preset: str
    names: list[str]
    options: dict[str, bool | int | str]
    packs: list[str]
    seat: int
    position: Position
    ask: Choices


def sight_of(game: Game) -> Sight:
    """Return what the seat that is asked sees; there must be one."""
    table, ask = game.table, game.ask
    assert ask is not None
    facts = table.facts()
    position = Position(**state_values(mask(table, game.state, ask.seat)))
    choices = Choices(
        ask.kind, [_spelt(table, code) for code in ask.codes], ask.procedure, ask.step, ask.card, ask.word
    )
    return Sight(
        facts["preset"], list(table.seats), facts["options"], list(facts["packs"]), ask.seat, position, choices
    )


def _spelt(table: Table, code: int) -> tuple[str, int, int | str]:
    name, kind, number = asks.verb_of(code)
    return name, kind, table.names[number] if kind == asks.NAME else number


def view_from(sight: Sight) -> Any:
    """Return the view that the seat had."""
    table = table_for(sight.preset, sight.names, sight.options, sight.packs)
    state = _state(sight.position)
    asked = sight.ask
    codes = [
        asks.verb(name, kind) | (argument if isinstance(argument, int) else table.name(argument))
        for name, kind, argument in asked.options
    ]
    state.ask = Ask(table, sight.seat, asked.kind, codes, asked.procedure, asked.step, asked.card, asked.word)
    return table.rulebook.view(Game(table, state), sight.seat)


def _state(position: Position) -> State:
    state = State()
    for name in ("turn", "active", "interrupt", "result"):
        setattr(state, name, getattr(position, name))
    state.frames = [Frame.of(values) for values in position.frames]
    state.seats = position.seats
    state.zones = [tuple(zone) for zone in position.zones]
    state.known = position.known
    state.marks = Marks(Mark(*values) for values in position.marks)
    state.place = [NONE] * len(state.known)
    for number, zone in enumerate(state.zones):
        for card in zone:
            if card >= 0:
                state.place[card] = number
    return state
