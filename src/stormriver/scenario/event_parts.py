"""Events in plain names: what the numbers of each kind of event are, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stormriver.kernel import events
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table

Parts = dict[str, tuple[str, ...]]
"""What the first numbers of each kind of event are; of kinds that are not named, all are plain numbers."""

PARTS: Parts = {
    events.TURN: ("number",),
    events.CHANGED: ("column", "number"),
    events.SET: ("column", "number"),
    events.CARD: ("card", "zone"),
    events.SHUFFLED: ("zone",),
    events.MARKED: ("mark", "subject", "number"),
    events.UNMARKED: ("mark", "subject", "number"),
    events.LEARNED: ("card",),
    events.RESULT: (),
    events.ANSWERED: (),
}
"""The kinds of events that all rulebooks have in common; what dice show are plain numbers."""


def parts_of(roles: Mapping[str, tuple[str, ...]], meanings: Mapping[str, str]) -> Parts:
    """Return what the numbers of a rulebook's own kinds of events are.

    Args:
        roles: what each kind of event declares.
        meanings: what a role stands for; what has none here is not told in scenarios.
    """
    return {kind: tuple(meanings[role] for role in own if role in meanings) for kind, own in roles.items()}


def facts(parts: Parts, table: Table, event: Event) -> list[object]:
    """Return the numbers of an event with ids for all that has one, and None for nobody and nothing."""
    named = parts.get(event.kind, ())
    plain = [_fact(table, part, number) for part, number in zip(named, event.data, strict=False)]
    return plain + (list(event.data[len(named) :]) if event.kind not in parts else [])


def _fact(table: Any, part: str, number: int) -> object:
    if part == "number":
        return number
    if number == NONE:
        return None
    if part == "column":
        return table.columns[number]
    if part == "seat":
        return table.seats[number]
    if part == "zone":
        return table.zones[number].name
    if part == "subject":
        return table.subject_name(number)
    if part == "source":
        return table.source_id(number)
    named: dict[str, tuple[Any, ...]] = {"card": table.cards, "space": table.spaces, "mark": table.marks}
    return named[part][number].id


def line(parts: Parts, table: Table, event: Event) -> str:
    """Return an event in one line, with the ids by which a scenario speaks of it."""
    who = "-" if event.seat == NONE else table.seats[event.seat]
    what = ", ".join(str(fact) for fact in facts(parts, table, event) if fact is not None)
    return f"{event.kind} {who}{': ' if what else ''}{what}"
