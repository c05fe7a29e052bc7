"""Events in plain names: what the numbers of each kind of event are, and how it is told."""

from __future__ import annotations

from typing import Any

from stormriver.adventure.columns import COLUMNS
from stormriver.adventure.table import AdventureTable
from stormriver.adventure.wording import EVENTS
from stormriver.kernel import events
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE

PARTS: dict[str, tuple[str, ...]] = {
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
    "AbilityUsed": ("source",),
    "Attacked": ("seat",),
    "CardDrawn": ("card", "space"),
    "CardMet": ("card",),
    "CardPlaced": ("card", "space"),
    "CardTaken": ("card",),
    "CharacterAttacked": ("seat",),
    "CharacterKilled": ("seat",),
    "CharacterTaken": ("card",),
    "Compared": ("number", "number"),
    "Confined": ("space",),
    "Crossed": ("space",),
    "Ditched": ("card",),
    "EndingTurnedUp": ("card",),
    "EnemyKilled": ("card",),
    "EnemyMet": ("card",),
    "Evaded": (),
    "FatePaid": (),
    "FightLost": ("seat",),
    "FightWon": ("seat",),
    "FollowerKilled": ("card",),
    "Moved": ("space",),
    "Recruited": ("card",),
    "Restored": (),
    "SpellCancelled": ("card",),
    "SpellCast": ("card", "seat"),
    "StoodOff": ("seat",),
    "SummitReached": (),
    "Teleported": ("space",),
    "Transformed": ("mark",),
    "TrophiesExchanged": ("column", "number", "number"),
    "TurnEnded": (),
    "TurnLost": ("number",),
    "TurnMissed": (),
    "TurnedBack": (),
}
"""What the first numbers of an event are; those not named here, and those of other kinds, are plain numbers."""

KINDS = frozenset({*PARTS, events.ROLLED, *(name.partition("/")[0] for name in EVENTS)})
"""Every kind of event that a scenario may expect."""

BOOKKEEPING = frozenset({"casts", "aligned", "manner", "status", "space", "character"})
"""Columns of a seat whose changes other events tell."""


def facts(table: AdventureTable, event: Event) -> list[object]:
    """Return the numbers of an event with ids for all that has one, and None for nobody and nothing."""
    parts = PARTS.get(event.kind, ())
    plain = [_fact(table, part, number) for part, number in zip(parts, event.data, strict=False)]
    return plain + (list(event.data[len(parts) :]) if event.kind not in PARTS else [])


def _fact(table: AdventureTable, part: str, number: int) -> object:
    if part == "number":
        return number
    if number == NONE:
        return None
    if part == "column":
        return COLUMNS[number]
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


def line(table: AdventureTable, event: Event) -> str:
    """Return an event in one line, with the ids by which a scenario speaks of it."""
    who = "-" if event.seat == NONE else table.seats[event.seat]
    what = ", ".join(str(fact) for fact in facts(table, event) if fact is not None)
    return f"{event.kind} {who}{': ' if what else ''}{what}"
