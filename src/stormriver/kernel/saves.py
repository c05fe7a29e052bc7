"""Saves: a game as compact text. `resuming` brings it back."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from stormriver.kernel.events import Event
from stormriver.kernel.state import State

FORMAT = "stormriver-save-1"


def commitment(seed: int, salt: str = "") -> str:
    """Return what can be shown of a seed at the start, so that it can be checked at the end.

    Args:
        seed: the seed of a game.
        salt: a random text told with the seed at the end, so that nobody can try seeds until one fits.
    """
    return hashlib.sha256(f"stormriver seed {seed}{salt and f' salt {salt}'}".encode()).hexdigest()


def dump(facts: dict[str, Any], state: State, log: list[Event] | None) -> str:
    """Return a game as text: set-up, state and log, and a digest of them that tells a damaged save.

    Args:
        facts: what the rulebook told of the game's set-up.
        state: how it stands.
        log: its events; None if it keeps none.
    """
    data = {
        "format": FORMAT,
        "header": facts,
        "state": state_values(state),
        "asks": state.ask is not None,
        "log": None if log is None else [event.values() for event in log],
    }
    return json.dumps({**data, "digest": digest(data)}, separators=(",", ":"))


def digest(data: dict[str, Any]) -> str:
    """Return a hash of what a save says, its own digest left out."""
    said = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def state_values(state: State) -> dict[str, Any]:
    """Return a state as plain lists and integers; the pending ask is not in it, it is posed again."""
    return {
        "turn": state.turn,
        "active": state.active,
        "interrupt": state.interrupt,
        "unsettled": state.unsettled,
        "dice": state.dice,
        "answer": 0,
        "result": state.result,
        "frames": [frame.values() for frame in state.frames],
        "seats": state.seats,
        "zones": [list(zone) for zone in state.zones],
        "known": state.known,
        "marks": [list(mark.values()) for mark in state.marks],
    }
