"""How wargames are shown (see presentation/registry.py)."""

from __future__ import annotations

from stormriver.presentation.registry import Presentation
from stormriver.presentation.wargame import (
    advice,
    attention,
    book,
    build_view,
    event_feed,
    milestones,
    standing_orders,
    timeline,
)
from stormriver.presentation.wargame.event_trail import Trail
from stormriver.wargame.model import asks

PRESENTATION = Presentation(
    book_of=book.book_of,
    view_of=build_view.view_of,
    told=event_feed.told,
    trail=Trail,
    milestones=milestones.milestones_of,
    timeline=timeline.timeline_of,
    advice=advice.advice,
    matter_of=standing_orders.matter_of,
    kind_of_ask=standing_orders.kind_of_ask,
    thing_declined=standing_orders.thing_declined,
    at_first={},
    roles=build_view.roles,
    role="side",
    concerns=attention.concerns,
    recurring=attention.recurring,
    evident=attention.evident,
    onward=frozenset({"fate"}),
    at_hand=attention.at_hand,
    hidden=frozenset({asks.WINDOW}),
    entrusted=frozenset({asks.PLACE, asks.EQUIP}),
)
