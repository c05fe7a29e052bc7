"""How games are shown whose rulebook brings no presentation (see presentation/registry.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stormriver.kernel import events as kinds
from stormriver.kernel.ask import Ask
from stormriver.kernel.events import Event
from stormriver.kernel.table import Table, once_a_table
from stormriver.language.clauses import Text
from stormriver.presentation import event_feed, facts
from stormriver.presentation.event_trail import Trace, Trail
from stormriver.presentation.game_settings import choices
from stormriver.presentation.generic.build_view import roles, view_of
from stormriver.presentation.generic.facts import GenericBook
from stormriver.presentation.names import named_in
from stormriver.presentation.registry import Presentation
from stormriver.presentation.rule_texts import told_rules
from stormriver.presentation.standing_orders import Matter, as_saved


@once_a_table
def book_of(table: Any, language: str = "en") -> GenericBook:
    """Return the book of a table: its cards and rules in words of a language."""
    ruleset = table.ruleset
    return GenericBook(
        preset=ruleset.preset,
        name=named_in(language, "preset", ruleset.preset, ruleset.layers[0].mapping()["name"].text()),
        packs=tuple(ruleset.added),
        options=choices(ruleset, language),
        decks={},
        marks={mark.id: _mark(table, mark, language) for mark in table.marks},
        rules=told_rules(table, language),
        cards={card.id: _card(table, card, language) for card in table.definitions},
    )


def _mark(table: Any, mark: Any, language: str) -> facts.MarkKind:
    return facts.MarkKind(mark.id, table.name_of(mark, language), table.says(mark, language))


def _card(table: Any, card: Any, language: str) -> facts.CommonCard:
    name, text = table.name_of(card, language), table.says(card, language)
    kind_name = named_in(language, "fact", "card", "Card")
    return facts.CommonCard(id=card.id, name=name, kind="card", kind_name=kind_name, deck="", text=text)


def told(
    table: Table, events: Sequence[Event], start: int, viewer: int, before: Trail, language: str = "en"
) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log: the sentences of its rulebook, and dice."""

    def shown(event: Event, trace: Trace, text: str) -> dict[str, object]:
        return {"dice": event.data} if event.kind == kinds.ROLLED else {}

    return event_feed.everything(table, events, start, viewer, before, shown, language=language)


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
    kind_of_ask=lambda table, kind: as_saved(kind),
    thing_declined=lambda table, key: Text(key),
    at_first={},
    roles=roles,
)
