"""The events of the adventure games in plain names."""

from __future__ import annotations

from stormriver.adventure.model.events import ROLES
from stormriver.kernel import events
from stormriver.scenario.event_parts import PARTS as COMMON
from stormriver.scenario.event_parts import Parts, parts_of

MEANINGS = {
    "card": "card",
    "column": "column",
    "gained": "number",
    "mark": "mark",
    "number": "number",
    "number2": "number",
    "other": "seat",
    "source": "source",
    "space": "space",
    "turns": "number",
}
"""The kind of thing that the number in each role of an event stands for."""

PARTS: Parts = {**COMMON, **parts_of(ROLES, MEANINGS)}
"""What the numbers of each kind of event are."""

KINDS = frozenset({*PARTS, events.ROLLED, events.LOT})
"""Every kind of event that a scenario may expect."""

BOOKKEEPING = frozenset({"casts", "aligned", "manner", "status", "space", "character"})
"""Columns of a seat whose changes other events tell."""
