"""What the options of movement are expected to change: rolling, where to go, which gate to try."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import steps_left
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.movement import reachable
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.dice import spread
from stormriver.estimates.adventure.movement import arrival, staying, tried
from stormriver.estimates.adventure.prizes import ditched
from stormriver.estimates.adventure.reader import Reader
from stormriver.kernel.ask import verb_of
from stormriver.kernel.state import NONE


def usual(reader: Reader) -> Changes:
    """Return what moving as usual changes: by the die, one space, or not at all."""
    ask = reader.state.ask
    assert ask is not None
    name = verb_of(ask.codes[0])[0]
    if name == "roll":
        return {f"steps:{side}": 1 / 6 for side in range(1, 7)}
    if name == "try":
        return staying(reader, reader.row[SPACE])
    return {"steps:1": 1.0} if name == "walk" else stayed(reader)


def stayed(reader: Reader) -> Changes:
    """Return what staying on the space and encountering it changes."""
    return {f"at:{reader.table.spaces[reader.row[SPACE]].id}": 1.0}


def set_out(reader: Reader, name: str, argument: int) -> Changes:
    """Return what beginning the move changes."""
    if name == "roll_two":
        return mixed([(chance, {f"steps:{min(total, 6)}": 1.0}) for total, chance in spread(2).items()])
    return ditched(reader, usual(reader)) if name == "ditch" else usual(reader)


def moved(reader: Reader, name: str, argument: int) -> Changes:
    """Return what one of the ways of a move changes."""
    if name == "to":
        return {f"at:{reader.table.spaces[argument].id}": 1.0}
    if name == "cross":
        return crossed(reader, argument)
    if name == "turn_back":
        return {"back": 1.0}
    return stayed(reader)


def carried(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a space to be carried to changes."""
    return arrival(reader, argument)


def crossed(reader: Reader, beyond: int) -> Changes:
    """Return what trying the gate to a space changes, with the best way on from there."""
    found = gate_on_the_way(reader, reader.row[SPACE], steps_left(reader.game), beyond)
    if found is None:
        return {}
    space, left = found
    gate = next(gate for gate in reader.table.gates[space] if gate.beyond == beyond)
    changes = dict(tried(reader, gate, space))
    chance = changes.pop("enter", 0.0)
    changes.pop("end", None)
    ids = reader.table.spaces
    if gate.ends_move:
        add(changes, {f"stop:{ids[beyond].id}": chance})
    else:
        add(changes, reader.best(ways_on(reader, beyond, 0 if gate.last else left, space)), chance)
    add(changes, {f"stop:{ids[space].id}": 1 - chance})
    return changes


def gate_on_the_way(reader: Reader, here: int, count: int, beyond: int) -> tuple[int, int] | None:
    """Return the space before a gate and how much of the move is left beyond it, by the way that a move takes."""
    table = reader.table
    for walk in table.walks(here, count):
        for at in walk.gates:
            if any(gate.beyond == beyond for gate in table.gates[walk.passed[at]]):
                return walk.passed[at], count - at - 1
    return None


def ways_on(reader: Reader, start: int, left: int, came_from: int) -> list[Changes]:
    """Return the spaces where a move may end beyond a gate."""
    table = reader.table
    if left == 0:
        return [{f"at:{table.spaces[start].id}": 1.0}]
    ways = []
    for code in reachable(reader.game, reader.seat, start, left, came_from):
        name, _, argument = verb_of(code)
        if name == "to":
            ways.append({f"at:{table.spaces[argument].id}": 1.0})
    return ways


__all__ = ["NONE", "carried", "moved", "set_out", "usual"]
