"""Saves: a game as compact text. `resuming` brings it back."""

from __future__ import annotations

import hashlib
import json
from binascii import hexlify
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from stormriver.kernel.events import Event
from stormriver.kernel.frames import Frame, restored
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import names
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import Table, once_a_table

FORMAT: Final = "stormriver-save-2"


def dump(game: Game, logged: bool = True) -> str:
    """Return a game as text: set-up, names, state and log, and a digest by which a damaged save is recognised.

    Args:
        game: a game that knows its set-up.
        logged: whether its log is to be in it, if it keeps one.
    """
    causes = Causes(game.table)
    frames = [causes.frame(frame) for frame in game.state.frames]
    log = None if game.log is None or not logged else [causes.event(event) for event in game.log]
    data = {
        "format": FORMAT,
        "header": {**game.header, "names": {**names(game.table), "causes": causes.names}},
        "state": {**state_values(game.state), "frames": frames},
        "asks": game.state.ask is not None,
        "log": log,
    }
    dense, digested = [_whole(data, spelt) for spelt in _spelt(game.table)]
    return f'{dense[:-1]},"digest":"{_hash(digested)}"}}'


class _Spelt(NamedTuple):
    """A way to write JSON, with what is the same in all saves of a table written already.

    Attributes:
        separators: between entries, and behind their keys.
        sort: whether the entries of objects stand in the order of their keys.
        encoder: writes a value in this way.
        names: lists of names by kind: most of a save, and the same whoever sits there.
    """

    separators: tuple[str, str]
    sort: bool
    encoder: json.JSONEncoder
    names: Mapping[str, str]

    def dumps(self, value: Any) -> str:
        """Return any value as text."""
        return self.encoder.encode(value)

    def joined(self, entries: Mapping[str, str]) -> str:
        """Return an object of which the values are text already."""
        between, behind = self.separators
        listed = sorted(entries.items()) if self.sort else entries.items()
        return f"{{{between.join(f'{json.dumps(key)}{behind}{text}' for key, text in listed)}}}"


def _whole(data: Mapping[str, Any], spelt: _Spelt) -> str:
    """Return a save without its digest as text."""
    header = data["header"]
    named = {kind: spelt.names.get(kind) or spelt.dumps(found) for kind, found in header["names"].items()}
    told = {key: spelt.joined(named) if key == "names" else spelt.dumps(value) for key, value in header.items()}
    return spelt.joined(
        {key: spelt.joined(told) if key == "header" else spelt.dumps(value) for key, value in data.items()}
    )


@once_a_table
def _spelt(table: Table) -> tuple[_Spelt, _Spelt]:
    """Return how saves of a table are written: in as few letters as can be, and as their digest is made of them."""
    lists = {kind: found for kind, found in names(table).items() if kind not in ("causes", "zones")}
    ways = [
        _Spelt(separators, sort, json.JSONEncoder(separators=separators, sort_keys=sort), {})
        for separators, sort in (((",", ":"), False), ((", ", ": "), True))
    ]
    dense, digested = [one._replace(names={kind: one.dumps(found) for kind, found in lists.items()}) for one in ways]
    return dense, digested


def digest(data: dict[str, Any]) -> str:
    """Return the hash of the data of a save, without its own digest: 64 hexadecimal digits."""
    said = {key: value for key, value in data.items() if key != "digest"}
    return _hash(json.dumps(said, sort_keys=True))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Causes:
    """The causes (steps and words) that a file refers to, each named once and numbered at its first use.

    Attributes:
        names: their names; the index is the number.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names: list[str] = []
        self._all = names(table)["causes"]
        self._numbers = {NONE: NONE}

    def number(self, cause: int) -> int:
        """Return the number in the file of a cause, given as the table numbers it."""
        if cause not in self._numbers:
            self._numbers[cause] = len(self.names)
            self.names.append(self._all[cause])
        return self._numbers[cause]

    def word(self, word: int) -> int:
        """Return the number in the file of a word, given by its number among the words of the table."""
        return NONE if word == NONE else self.number(self.table.first_word + word)

    def event(self, event: Event) -> list[object]:
        """Return an event as a list fit for JSON."""
        data = list(event.data)
        for at, what in enumerate(self.table.rulebook.shapes.get(event.kind, ())):
            if what == "words":
                data[at] = self.word(data[at])
        return [event.kind, event.seat, data, self.number(event.cause), event.card]

    def frame(self, frame: Frame) -> dict[str, Any]:
        """Return a frame as a mapping fit for JSON."""
        values = frame.values()
        for field, what in frame.counts.items():
            if what == "words":
                values[field] = self.word(values[field])
        return {"at": self.number(frame.place), **values}


def state_values(state: State) -> dict[str, Any]:
    """Return a state as plain lists and integers, its frames left out.

    The pending ask is left out too: it is posed again on loading.
    """
    return {
        "turn": state.turn,
        "active": state.active,
        "interrupt": state.interrupt,
        "unsettled": state.unsettled,
        "dice": state.dice,
        "result": state.result,
        "asked": state.asked,
        "returned": list(state.returned),
        "seats": [list(row) for row in state.seats],
        "zones": [list(zone) for zone in state.zones],
        "known": [state.known.get(card, 0) for card in range(len(state.place))],
        "marks": [list(mark.values()) for mark in state.marks],
        **({"key": hexlify(state.key).decode()} if state.key else {}),
    }


FrameValues = tuple[int, dict[str, Any]]
"""A frame as plain data: its next step, and its fields by name."""


def stack_values(state: State) -> list[FrameValues]:
    """Return what is under way as plain data, in the numbers of its table; `restore_stack` brings it back."""
    return [(frame.place, frame.values()) for frame in state.frames]


def restore_stack(state: State, table: Table, stacked: list[FrameValues]) -> None:
    """Put on the stack of a state what `stack_values` returned at a table that numbers everything alike."""
    kinds = table.program.kinds
    state.frames = [restored(kinds[place], place, values) for place, values in stacked]
