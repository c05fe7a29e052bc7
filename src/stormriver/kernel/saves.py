"""Saves: a game as compact text. `resuming` brings it back."""

from __future__ import annotations

import hashlib
import json
from binascii import hexlify
from typing import Any, Final

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
    lists = _spelt(game.table)
    named = {kind: _stand_in(kind) if kind in lists else found for kind, found in names(game.table).items()}
    data = {
        "format": FORMAT,
        "header": {**game.header, "names": {**named, "causes": causes.names}},
        "state": {**state_values(game.state), "frames": frames},
        "asks": game.state.ask is not None,
        "log": log,
    }
    said, text = json.dumps(data, sort_keys=True), json.dumps(data, separators=(",", ":"))
    for kind, (spaced, dense) in lists.items():
        stand_in = json.dumps(_stand_in(kind))
        said, text = said.replace(stand_in, spaced), text.replace(stand_in, dense)
    return f'{text[:-1]},"digest":"{_hash(said)}"}}'


def _stand_in(kind: str) -> str:
    """Return what stands for the names of a kind of things until they are put in, which no other text contains."""
    return f"\0{kind}"


@once_a_table
def _spelt(table: Table) -> dict[str, tuple[str, str]]:
    """Return lists of names as text, with blanks and without: most of a save, and the same whoever sits there."""
    lists = {kind: found for kind, found in names(table).items() if kind not in ("causes", "zones")}
    return {kind: (json.dumps(found), json.dumps(found, separators=(",", ":"))) for kind, found in lists.items()}


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
        "seats": state.seats,
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
