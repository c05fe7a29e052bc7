"""Loading: from a save back to its game. A broken text is refused whole, with one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from stormriver.kernel.dice import GENERATORS, fits
from stormriver.kernel.errors import BadRecord, StormriverError
from stormriver.kernel.events import RULES, Event, shape_of
from stormriver.kernel.frames import NONE, Frame, restored
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import FOLLOWED, ORDERED, Numbering, Translation, names
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.played_with import missed, set_up
from stormriver.kernel.saves import FORMAT, digest
from stormriver.kernel.state import Mark, State, marks_of
from stormriver.kernel.table import Table


def load(text: str, table_for: Callable[..., Table]) -> Game:
    """Return the game that a text describes.

    Args:
        text: what `saves.dump` wrote.
        table_for: finds the table for preset, seats, options and packs.
    """
    data = _read(text)
    facts = data["header"]
    told = names_in(facts)
    try:
        table = laid_out(facts, told, table_for)
    except StormriverError as error:
        raise BadRecord("The save cannot be set up again: {error}", error=error) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRecord("The save does not say how its game was set up.") from None
    if facts.get("dice") not in GENERATORS:
        known = " or ".join(GENERATORS)
        raise BadRecord("The save was made with another generator of dice than {generator}.", generator=known)
    try:
        game = _rebuild(table, data)
    except BadRecord as gone:
        raise missed(gone, facts, table.facts()) from None
    except Exception as error:  # whatever a broken save leads to, it is the save that is wrong
        raise BadRecord("The state in the save is broken ({error}).", error=type(error).__name__) from None
    if table.facts()["hashes"] != facts.get("hashes"):
        tell_of_other_rules(game)
    return game


def tell_of_other_rules(game: Game) -> None:
    """Note in a game's log that other rules or packs apply from here on, and let its header name the current ones."""
    if game.log is not None:
        game.log.append(Event(RULES, NONE, (), NONE, NONE))
    kept = {name: value for name, value in game.header.items() if name != "versions"}  # which not all packs say
    game.header = {**kept, **game.table.facts()}


def laid_out(facts: dict[str, Any], told: dict[str, list[str]], table_for: Callable[..., Table]) -> Table:
    """Return the table of a set-up, numbered as in a file: in the order of the file's names if it differs from today's.

    Args:
        facts: preset, seats, options and packs.
        told: the names in the file, see `numbering.names`.
        table_for: finds the table for a set-up.

    Raises:
        StormriverError: if it cannot be set up again.
    """
    table = set_up(facts, table_for)
    today = names(table)
    ordered = {kind: told[kind] for kind in ORDERED if kind in today and kind in told}
    if all(today[kind] == told for kind, told in ordered.items()):
        return table
    try:
        return set_up(facts, table_for, Numbering(ordered))
    except BadRecord as gone:
        raise missed(gone, facts, table.facts()) from None


def names_in(facts: dict[str, Any]) -> dict[str, list[str]]:
    """Return the lists of names in the header of a save.

    Raises:
        BadRecord: if they are no lists of words.
    """
    told = facts.get("names")
    lists = told.values() if isinstance(told, dict) else ()
    whole = all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in lists)
    if not isinstance(told, dict) or not whole or not {*FOLLOWED, "cards", "spaces"} <= told.keys():
        raise BadRecord("The save does not say what its numbers stand for.")
    return told


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("This is no save: it is not JSON.") from None
    if isinstance(data, dict) and data.get("format") == "stormriver-save-1":
        raise BadRecord(
            "This save is of an earlier version, whose saves cannot go on; a record of the game can be read."
        )
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord("This is no save in the format {format}.", format=FORMAT)
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
    values, facts = data["state"], data["header"]
    today = Translation(facts["names"], table)
    state = state_of(table, values, today)
    lines = None if data.get("log") is None else [renumbered(_event(line), today) for line in data["log"]]
    log = None if lines is None else [event for event in lines if event is not None]
    if not fits(facts["dice"], state.key):
        raise BadRecord("The save does not have the key of its generator of dice.")
    game = Game(table, state, log, bool(data["header"].get("skip_forced", True)))
    kept = {key: value for key, value in facts.items() if key != "names"}
    game.header = {**kept, "packs": table.facts()["packs"]}  # which older saves name by their folders
    if data["asks"]:
        if not state.frames:
            raise BadRecord("The save waits for an answer but has nothing under way.")
        before = len(log) if log is not None else 0
        dice = state.dice
        state.frames[-1].step_back()
        game.skip_forced = False
        game.run()
        game.skip_forced = bool(data["header"].get("skip_forced", True))
        if state.ask is None or state.dice != dice or (log is not None and len(log) != before):
            raise BadRecord("The save does not lead to the ask it was made at.")
    elif state.frames:
        raise BadRecord("The save has something under way but waits for no answer.")
    return game


def state_of(table: Table, values: dict[str, Any], today: Translation) -> State:
    """Return the state in a save.

    Args:
        table: the table, numbered as the save numbers its cards.
        values: what `saves.state_values` returned.
        today: translates the numbers that have changed since.

    Raises:
        BadRecord: if it is broken, or something in it no longer exists.
    """
    fresh = table.new_state(0)
    state = State([], [], places_of([]), {}, marks_of([]), [])
    state.turn = _integer(values["turn"], "turn")
    state.active = _integer(values["active"], "active")
    state.interrupt = _integer(values["interrupt"], "interrupt")
    state.unsettled = _integer(values["unsettled"], "unsettled")
    state.dice = _integer(values["dice"], "dice")
    state.key = bytes.fromhex(values.get("key", ""))
    state.result = _integer(values["result"], "result")
    state.asked = _integer(values.get("asked", 0), "asked")  # which older saves do not say
    if not 0 <= state.active < len(table.seats):
        raise BadRecord("The save names a seat that the game has not.")
    state.seats = _seats(fresh, values["seats"], today)
    _place_cards(state, fresh, values["zones"], today)
    known = [_integer(n, "known") for n in values["known"]]
    if len(known) != len(today.old["cards"]):
        raise BadRecord("The save knows other cards than the packs hold.")
    state.known = {card: seats for card, seats in enumerate(known) if seats}
    state.marks = marks_of([_mark(mark, today) for mark in values["marks"]])
    state.returned = tuple(_integer(n, "results") for n in values["returned"])
    state.frames = [frame_of(table, frame, today) for frame in values["frames"]]
    return state


def _seats(fresh: State, rows: list[list[int]], today: Translation) -> list[vec[i64]]:
    """Return the rows of the seats: new columns as in a new game, those no longer there fall away."""
    if len(rows) != len(fresh.seats) or any(len(row) != len(today.old["columns"]) for row in rows):
        raise BadRecord("The save has other seats than its header says.")
    found = []
    for row, begun in zip(rows, fresh.seats, strict=True):
        new = list(begun)
        for number, value in enumerate(row):
            if today.is_there("columns", number):
                new[today("columns", number)] = _integer(value, "seat")
        found.append(row_of(new))
    return found


def _mark(values: list[int], today: Translation) -> Mark:
    kind, subject, *rest = [_integer(n, "mark") for n in values]
    return Mark(today("marks", kind), today("subjects", subject), *rest)


def _integer(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord("The save has something else than a whole number in its {key}.", key=what)
    return value


def _place_cards(state: State, fresh: State, zones: list[list[int]], today: Translation) -> None:
    """Lay the cards where they lay; those that are new lie where they do in a new game, at the bottom."""
    if len(zones) != len(today.old["zones"]):
        raise BadRecord("The save has other zones than the game.")
    told = len(today.old["cards"])
    lying = [tuple(card for card in zone if card >= told) for zone in fresh.zones]
    for number, zone in enumerate(zones):
        if zone:
            cards = tuple(_integer(card, "zones") for card in zone)
            lying[today("zones", number)] = (*lying[today("zones", number)], *cards)
    if sorted(card for zone in lying for card in zone) != list(range(len(fresh.place))):
        raise BadRecord("In the save a card is missing or lies in two places.")
    state.zones = lying
    state.place = places_of([0] * len(fresh.place))
    for number, cards in enumerate(lying):
        for card in cards:
            state.place[card] = number


def frame_of(table: Table, facts: dict[str, Any], today: Translation) -> Frame:
    """Return a frame from a save: the step where it stands, and its fields.

    Raises:
        BadRecord: if the table has no such step or word.
        TypeError, ValueError: if they are not the fields of such a frame.
    """
    values = dict(facts)
    place = today("causes", _integer(values.pop("at"), "frames"))
    if place >= table.first_word:
        raise BadRecord("The save has a procedure under way that the game has not.")
    for value in values.values():
        for number in value if isinstance(value, list) else [value]:
            if not isinstance(number, int):
                raise BadRecord("The save has something else than a whole number in its frames.")
    kind = table.program.kinds[place]
    for field, what in kind.counts.items():
        values[field] = today(what, values[field])
    return restored(kind, place, values)


def renumbered(event: Event, today: Translation) -> Event | None:
    """Return an event of a file in the numbers of the table; None if it refers to something that no longer exists."""
    shape = today.table.rulebook.shapes.get(event.kind) or shape_of(event.kind, event.data)
    try:
        data = tuple(today(what, number) for what, number in zip(shape, event.data, strict=True))
    except BadRecord:
        return None
    cause = today("causes", event.cause) if today.is_there("causes", event.cause) else NONE
    return Event(event.kind, event.seat, data, cause, event.card)


def _event(line: list[Any]) -> Event:
    kind, seat, data, cause, card = line
    return Event(str(kind), seat, tuple(data), cause, card)
