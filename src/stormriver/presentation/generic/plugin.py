"""How games are shown whose rulebook brings no presentation (see presentation/showing.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stormriver.kernel import events as kinds
from stormriver.kernel.ask import Ask
from stormriver.kernel.events import Event
from stormriver.kernel.table import Table, once_a_table
from stormriver.presentation import event_feed, facts
from stormriver.presentation.event_trail import Trace, Trail
from stormriver.presentation.generic.build_view import roles, view_of
from stormriver.presentation.generic.facts import GenericBook
from stormriver.presentation.rulebook import chapter, rules
from stormriver.presentation.settings import choices
from stormriver.presentation.showing import Presentation
from stormriver.presentation.standing_orders import Matter


@once_a_table
def book_of(table: Any) -> GenericBook:
    """Return the book of a table: its cards and rules in words."""
    ruleset = table.ruleset
    return GenericBook(
        preset=ruleset.preset,
        name=ruleset.layers[0].mapping()["name"].text(),
        packs=tuple(ruleset.added),
        options=choices(ruleset),
        decks={},
        marks={mark.id: facts.MarkKind(mark.id, mark.name, table.says(mark)) for mark in table.marks},
        rules={rule.id: facts.Rule(rule.id, rule.title, rule.text, chapter(rule)) for rule in rules(table).values()},
        cards={
            card.id: facts.CommonCard(
                id=card.id, name=card.name, kind="card", kind_name="Card", deck="", text=table.says(card)
            )
            for card in table.definitions
        },
    )


def told(table: Table, events: Sequence[Event], start: int, viewer: int, before: Trail) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log: the sentences of its rulebook, and dice."""

    def shown(event: Event, trace: Trace, text: str) -> dict[str, object]:
        return {"dice": event.data} if event.kind == kinds.ROLLED else {}

    return event_feed.everything(table, events, start, viewer, before, shown)


def advice(view: Any, ask: Ask, level: str = "") -> tuple[facts.Advice, ...]:
    """Return nothing: the computer players of such games give no reasons."""
    return ()


def matter_of(view: Any) -> Matter | None:
    """Return nothing: no standing orders can be given."""
    return None


PRESENTATION = Presentation(
    book_of=book_of,
    view_of=view_of,
    told=told,
    trail=Trail,
    advice=advice,
    matter_of=matter_of,
    at_first={},
    roles=roles,
)
