"""The events of the wargame in plain names."""

from __future__ import annotations

from stormriver.kernel import events
from stormriver.scenario.event_parts import PARTS as COMMON
from stormriver.scenario.event_parts import Parts, parts_of
from stormriver.wargame.model.events import ROLES

MEANINGS = {
    "card": "card",
    "number": "number",
    "number2": "number",
    "other": "card",
    "phase": "number",
    "space": "space",
    "target": "card",
    "units": "number",
    "wounds": "number",
}
"""The kind of thing that the number in each role of an event stands for."""

PARTS: Parts = {**COMMON, **parts_of(ROLES, MEANINGS)}
"""What the numbers of each kind of event are."""

KINDS = frozenset({*PARTS, events.ROLLED, events.LOT})
"""Every kind of event that a scenario may expect."""
