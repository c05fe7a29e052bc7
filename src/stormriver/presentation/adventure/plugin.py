"""How adventure games are shown (see presentation/registry.py)."""

from __future__ import annotations

from stormriver.adventure.checks.maps import odd_places
from stormriver.adventure.model import asks
from stormriver.presentation.adventure import (
    advice,
    attention,
    book,
    build_view,
    event_feed,
    event_trail,
    milestones,
    standing_orders,
    timeline,
)
from stormriver.presentation.registry import Presentation

PRESENTATION = Presentation(
    book_of=book.book_of,
    view_of=build_view.view_of,
    told=event_feed.told,
    trail=event_trail.Trail,
    milestones=milestones.milestones_of,
    advice=advice.advice,
    matter_of=standing_orders.matter_of,
    kind_of_ask=standing_orders.kind_of_ask,
    thing_declined=standing_orders.thing_declined,
    at_first=standing_orders.AT_FIRST,
    roles=build_view.roles,
    role="character",
    concerns=attention.concerns,
    at_hand=attention.at_hand,
    leads_on=attention.leads_on,
    recurring=attention.recurring,
    evident=attention.evident,
    onward=attention.ONWARD,
    hidden=frozenset({asks.WINDOW}),
    timeline=timeline.timeline_of,
    oddities=odd_places,
)
