"""What has happened in a wargame: each event as a viewer may know it, with what an animation needs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.presentation import facts
from stormriver.presentation.event_feed import card_moved, everything
from stormriver.presentation.event_trail import Trace
from stormriver.presentation.wargame.event_trail import Trail
from stormriver.presentation.wargame.versus import versus_of
from stormriver.wargame.analysis.bouts import Bout
from stormriver.wargame.model.columns import COLUMNS
from stormriver.wargame.model.events import TURN_ENDED
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.event_text import ROLES


def told(
    table: WargameTable, events: Sequence[Event], start: int, viewer: int, before: Trail, language: str = "en"
) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log, from one event on (see `presentation.event_feed.everything`)."""

    def shown(event: Event, trace: Trace, text: str) -> dict[str, object]:
        return _shown(table, event, trace, viewer)

    found = everything(table, events, start, viewer, before, shown, frozenset({TURN_ENDED.name}), language)
    return tuple(_with_bout(table, one, before.bouts[one.number], language) for one in found)


def _with_bout(table: WargameTable, one: facts.Told, bout: Bout | None, language: str) -> facts.Told:
    """Return what is told of an event with the bout that it is part of; everybody sees all of it."""
    return one if bout is None else replace(one, versus=versus_of(table, bout, language))


def _shown(table: WargameTable, event: Event, trace: Trace, viewer: int) -> dict[str, object]:
    """Return what there is to be seen of an event."""
    if event.kind == kinds.ROLLED:
        return {"dice": event.data}
    if event.kind == kinds.CARD:
        return card_moved(table, event, trace, viewer, "cup.")
    if event.kind == kinds.CHANGED:
        return {"name": COLUMNS[event.data[0]], "amount": event.data[1]}
    if event.kind in (kinds.MARKED, kinds.UNMARKED):
        return _marked(table, event)
    found: dict[str, object] = {}
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        if role == "card" and number != NONE:
            found["card"] = table.cards[number].id
        elif role in ("other", "target") and number != NONE:
            found["target"] = table.cards[number].id
        elif role == "space":
            found["path"] = (table.spaces[number].id,)
        elif role in ("number", "phase", "units", "wounds"):
            found["amount"] = number
    return found


def _marked(table: WargameTable, event: Event) -> dict[str, object]:
    """Return which mark has come or gone, and on which chit or square."""
    kind, subject, amount = event.data[:3]
    sign = 1 if event.kind == kinds.MARKED else -1
    found: dict[str, object] = {"name": table.marks[kind].id, "amount": sign * amount}
    number = subject - len(table.seats)
    if 0 <= number < len(table.cards):
        found["card"] = table.cards[number].id
    elif number >= len(table.cards):
        found["path"] = (table.spaces[number - len(table.cards)].id,)
    return found
