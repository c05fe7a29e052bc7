"""From a save back to its game. A broken text is refused whole, with one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from stormriver.kernel.errors import BadRecord, StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.saves import FORMAT, digest
from stormriver.kernel.state import Frame, Mark, Marks, State
from stormriver.kernel.table import Table


def load(text: str, table_for: Callable[..., Table]) -> Game:
    """Return the game that a text describes.

    Args:
        text: what `saves.dump` wrote.
        table_for: finds the table for preset, seats, options and packs.
    """
    data = _read(text)
    facts = data["header"]
    try:
        table = table_for(facts["preset"], facts["seats"], dict(facts["options"]), facts["packs"])
    except StormriverError as error:
        raise BadRecord(f"The save cannot be set up again: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRecord("The save does not say how its game was set up.") from None
    if table.facts()["hashes"] != facts.get("hashes"):
        raise BadRecord("The save was made with other packs than the ones that are here now.")
    try:
        game = _rebuild(table, data)
    except BadRecord:
        raise
    except Exception as error:  # whatever a broken save leads to, it is the save that is wrong
        raise BadRecord(f"The state in the save is broken ({type(error).__name__}).") from None
    return game


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("This is no save: it is not JSON.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f"This is no save in the format {FORMAT}.")
    try:
        whole = data.get("digest") == digest(data)
    except RecursionError:
        whole = False
    if not whole:
        raise BadRecord("The save is damaged: its digest does not fit what it says.")
    if not isinstance(data.get("header"), dict) or not isinstance(data.get("state"), dict):
        raise BadRecord("The save lacks its header or its state.")
    return data


def _rebuild(table: Table, data: dict[str, Any]) -> Game:
    values = data["state"]
    fresh = table.new_state(0)
    state = State()
    for name in ("turn", "active", "interrupt", "unsettled", "dice", "result"):
        setattr(state, name, _integer(values[name], name))
    if not 0 <= state.active < len(table.seats):
        raise BadRecord("The save names a seat that the game has not.")
    state.seats = [[_integer(n, "seat") for n in row] for row in values["seats"]]
    if [len(row) for row in state.seats] != [len(row) for row in fresh.seats]:
        raise BadRecord("The save has other seats than its header says.")
    _place_cards(state, fresh, values["zones"])
    state.known = [_integer(n, "known") for n in values["known"]]
    if len(state.known) != len(fresh.known):
        raise BadRecord("The save knows other cards than the packs hold.")
    state.marks = Marks(Mark(*(_integer(n, "mark") for n in mark)) for mark in values["marks"])
    state.frames = [Frame.of([_integer(n, "frame") for n in frame]) for frame in values["frames"]]
    _check_frames(table, state)
    log = None if data.get("log") is None else [_event(line) for line in data["log"]]
    game = Game(table, state, log, bool(data["header"].get("skip_forced", True)))
    game.header = data["header"]
    if data["asks"]:
        if not state.frames:
            raise BadRecord("The save waits for an answer but has nothing under way.")
        before = len(log) if log is not None else 0
        dice = state.dice
        state.frames[-1].step -= 1
        game.skip_forced = False
        game.run()
        game.skip_forced = bool(data["header"].get("skip_forced", True))
        if state.ask is None or state.dice != dice or (log is not None and len(log) != before):
            raise BadRecord("The save does not lead to the ask it was made at.")
    elif state.frames:
        raise BadRecord("The save has something under way but waits for no answer.")
    return game


def _integer(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"The save has something else than a whole number in its {what}.")
    return value


def _place_cards(state: State, fresh: State, zones: list[list[int]]) -> None:
    if len(zones) != len(fresh.zones):
        raise BadRecord("The save has other zones than the game.")
    state.zones = [tuple(_integer(card, "zones") for card in zone) for zone in zones]
    if sorted(card for zone in state.zones for card in zone) != list(range(len(fresh.place))):
        raise BadRecord("In the save a card is missing or lies in two places.")
    state.place = [0] * len(fresh.place)
    for number, zone in enumerate(state.zones):
        for card in zone:
            state.place[card] = number


def _check_frames(table: Table, state: State) -> None:
    for frame in state.frames:
        if not 0 <= frame.procedure < len(table.procedures):
            raise BadRecord("The save has a procedure under way that the game has not.")
        if frame.procedure == 0 and not 0 <= frame.word < len(table.words):
            raise BadRecord("The save has a word under way that the packs have not.")


def _event(line: list[Any]) -> Event:
    kind, seat, data, procedure, step, card = line
    return Event(str(kind), seat, tuple(data), procedure, step, card)
