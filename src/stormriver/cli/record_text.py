"""The events of a record in words: in the sentences of its rulebook, or, without its packs, from its own names."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from stormriver.adventure.model.columns import ALIGNMENTS
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.records import Record
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import Table
from stormriver.kernel.translatable import Translatable
from stormriver.kernel.view import OMNISCIENT
from stormriver.language.message import put
from stormriver.scenario.adventure.event_parts import BOOKKEEPING, PARTS

COLUMN_LISTS = {"space": "spaces", "character": "cards"}
"""Columns of a seat whose numbers are names."""

COUNTERS = {"strength": "strength counters", "craft": "craft counters"}
"""Columns that count what is added to the printed value, and what they are called."""

HELD = {"cards": "play", "spells": "hand"}
"""What a seat has, and the zones where it lies; the first that a game has is told."""

INNER = BOOKKEEPING - COLUMN_LISTS.keys()
"""Columns that only the rules use, and that are not shown."""


def tell(record: Record, at: int, table: Table | None, language: str = "en") -> str:
    """Return event number `at` in one line, or an empty word if people need not read of it.

    Args:
        record: any record.
        at: which of its events.
        table: the table of its game; None if its packs are not there, or are others now.
        language: in which it is told, by its code.
    """
    event = record.events[at]
    who = record.seat(event.seat)
    if event.kind == kinds.ANSWERED:
        return put("{who} answers {key}", language, who=who, key=record.keys[at])
    if event.kind == kinds.TURN:
        return put("--- turn {number}: {who}", language, number=event.data[0], who=who)
    if table is not None:
        with suppress(IndexError, KeyError):  # numbers that no rule gives can stand in a record made by hand
            return table.told(event, OMNISCIENT, language)
    if event.kind in _TELLERS:
        return put(_TELLERS[event.kind](record, event, who), language)
    told = ", ".join(_data(record, event))
    return f"{_spaced(event.kind)}{'' if event.seat == NONE else ' ' + who}{': ' + told if told else ''}"


def facts(record: Record, at: int, table: Table | None) -> dict[str, Any]:
    """Return event number `at` as plain data with names, fit for JSON."""
    event = record.events[at]
    procedure = record.procedure(event) or None
    return {
        "event": event.kind,
        "seat": None if event.seat == NONE else record.seat(event.seat),
        "data": [record.keys[at]] if record.keys[at] else (_data(record, event) or record.words(event)),
        "during": procedure,
        "by": None if event.card == NONE else record.names["cards"][event.card],
        "text": tell(record, at, table),
    }


def standing(record: Record, state: State) -> list[dict[str, Any]]:
    """Return what every seat has and where it is, by the names of the columns and zones."""
    rows = []
    for seat, name in enumerate(record.seats):
        row: dict[str, Any] = {"seat": name}
        for column, value in zip(record.names["columns"], state.seats[seat], strict=True):
            if column not in INNER:
                row[COUNTERS.get(column, column)] = _value(record, column, value)
        held = next((word for word, zone in HELD.items() if f"{zone}.{name}" in record.names["zones"]), None)
        if held is not None:
            row[held] = _cards(record, state, f"{HELD[held]}.{name}")
        rows.append(row)
    return rows


def _cards(record: Record, state: State, zone: str) -> list[str]:
    return [record.names["cards"][card] for card in state.zones[record.names["zones"].index(zone)]]


def _value(record: Record, column: str, value: int) -> object:
    if column == "alignment":
        names = list(ALIGNMENTS)
    elif column in COLUMN_LISTS:
        names = record.names[COLUMN_LISTS[column]]
    else:
        return value
    return names[value] if 0 <= value < len(names) else None


def _spaced(kind: str) -> str:
    """Return the name of a kind of event as words: `CardTaken` is `card taken`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind).strip()


def _data(record: Record, event: Event) -> list[str]:
    """Return what an event tells, with names; nothing for numbers that mean nobody or nothing."""
    parts = PARTS.get(event.kind, ("number",) * len(event.data))
    pairs = zip(parts, event.data, strict=False)
    return [_named(record, part, number) for part, number in pairs if number != NONE or part == "number"]


def _named(record: Record, part: str, number: int) -> str:
    """Return the name of what a number stands for; see scenario/event_parts.py for the kinds of things."""
    names = record.names
    if part == "subject":  # whom marks speak of: seats come first, then cards, then spaces
        known = [*record.seats, *names["cards"], *names["spaces"]]
    elif part == "source":  # what carries an ability
        known = [*names["cards"], *names["spaces"], *names["marks"]]
    else:
        known = {**names, "seats": record.seats}.get(f"{part}s", [])
    if 0 <= number < len(known):
        return known[number]
    return Translatable("the rules") if part == "source" else str(number)


def _rolled(record: Record, event: Event, who: str) -> Translatable:
    roller = Translatable("the creature or the game") if event.seat == NONE else who
    return Translatable("{roller} rolls {dice}", roller=roller, dice=", ".join(map(str, event.data)))


def _changed(record: Record, event: Event, who: str) -> Translatable:
    column = record.names["columns"][event.data[0]]
    if column in BOOKKEEPING:
        return Translatable("")
    return Translatable("{who}: {column} {change:+d}", who=who, column=Translatable(column), change=event.data[1])


def _set(record: Record, event: Event, who: str) -> Translatable:
    column = record.names["columns"][event.data[0]]
    if column in BOOKKEEPING:
        return Translatable("")
    value = _value(record, column, event.data[1])
    found = Translatable("none") if value is None else value
    return Translatable("{who}: {column} is now {value}", who=who, column=Translatable(column), value=found)


def _card(record: Record, event: Event, who: str) -> Translatable:
    card, zone, _ = event.data
    return Translatable("{card} goes to {zone}", card=record.names["cards"][card], zone=record.names["zones"][zone])


def _shuffled(record: Record, event: Event, who: str) -> Translatable:
    return Translatable("{zone} is shuffled", zone=record.names["zones"][event.data[0]])


def _marked(record: Record, event: Event, who: str) -> Translatable:
    mark = record.names["marks"][event.data[0]]
    return Translatable("{subject} is marked {mark}", subject=_named(record, "subject", event.data[1]), mark=mark)


def _unmarked(record: Record, event: Event, who: str) -> Translatable:
    subject, mark = _named(record, "subject", event.data[1]), record.names["marks"][event.data[0]]
    return Translatable("{subject} is no longer marked {mark}", subject=subject, mark=mark)


def _learned(record: Record, event: Event, who: str) -> Translatable:
    card = record.names["cards"][event.data[0]]
    if event.seat == NONE:
        return Translatable("everybody now knows where {card} lies", card=card)
    return Translatable("{who} now knows where {card} lies", who=who, card=card)


def _ended(record: Record, event: Event, who: str) -> Translatable:
    winners = [name for seat, name in enumerate(record.seats) if event.data[0] >> seat & 1]
    if not winners:
        return Translatable("the game is over; won by nobody")
    return Translatable("the game is over; won by {winners}", winners=", ".join(winners))


_TELLERS = {
    kinds.ROLLED: _rolled,
    kinds.CHANGED: _changed,
    kinds.SET: _set,
    kinds.CARD: _card,
    kinds.SHUFFLED: _shuffled,
    kinds.MARKED: _marked,
    kinds.UNMARKED: _unmarked,
    kinds.LEARNED: _learned,
    kinds.RESULT: _ended,
}
