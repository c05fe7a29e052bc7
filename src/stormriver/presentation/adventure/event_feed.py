"""What has happened: each event as a viewer may know it, with its sentence and what an animation needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stormriver.adventure.analysis.bouts import Bout
from stormriver.adventure.model import events as declared
from stormriver.adventure.model.columns import ALIGNMENT, COLUMNS
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.event_text import ROLES, fight_text
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation import facts
from stormriver.presentation.adventure.event_trail import Trail
from stormriver.presentation.adventure.foes import foe_of
from stormriver.presentation.adventure.versus import versus_of
from stormriver.presentation.event_feed import Turn, card_moved, everything, turns
from stormriver.presentation.event_trail import Trace
from stormriver.presentation.facts import UNKNOWN

SILENT = frozenset({declared.CARD_PLACED.name, declared.TURN_ENDED.name})
"""Events that nobody is told of."""


def told(
    table: AdventureTable, events: Sequence[Event], start: int, viewer: int, before: Trail, language: str = "en"
) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log, from one event on (see `presentation.event_feed.everything`)."""

    def shown(event: Event, trace: Trace, text: str) -> dict[str, object]:
        return _shown(table, event, trace, viewer, text)

    found = everything(table, events, start, viewer, before, shown, SILENT, language)
    return tuple(_with_fight(table, one, events[one.number], before, language) for one in found)


def _with_fight(table: AdventureTable, one: facts.Told, event: Event, trail: Trail, language: str) -> facts.Told:
    """Return what is told of an event with the fight that it is part of; everybody sees all of a fight."""
    bout = trail.bouts[one.number]
    against = evaded_of(trail, one.number) if event.kind == declared.EVADED.name else bout
    text = one.text
    if against is not None:
        text = fight_text(table, event, foe_of(table, against, event.seat), language) or text
    return replace(one, text=text, versus=None if bout is None else versus_of(table, bout, language))


def evaded_of(trail: Trail, number: int) -> Bout | None:
    """Return the fight before an event with only those of its Enemies that are evaded by it; None if there was none."""
    before, after = trail.bouts[number - 1] if number else None, trail.bouts[number]
    if before is None or after is None:
        return before
    fight = before.fight.copy()
    fight.group &= ~after.fight.group
    return before._replace(fight=fight)


# what an animation needs


def _shown(table: AdventureTable, event: Event, trace: Trace, viewer: int, text: str) -> dict[str, object]:
    """Return what there is to be seen of an event; a mark is seen by those who are told of it."""
    if event.kind == kinds.ROLLED:
        return {"dice": event.data}
    if event.kind == kinds.CARD:
        return card_moved(table, event, trace, viewer, "deck.")
    if event.kind == kinds.CHANGED and event.data[0] in table.countable.values():
        return {"name": table.columns[event.data[0]], "amount": event.data[1]}
    if event.kind == kinds.SET and event.data[0] == ALIGNMENT:
        return {"name": COLUMNS[ALIGNMENT], "amount": event.data[1]}
    if event.kind == kinds.LEARNED:
        known = event.seat == NONE or viewer in (event.seat, OMNISCIENT)
        return {"card": table.cards[event.data[0]].id if known else UNKNOWN}
    if event.kind in (kinds.MARKED, kinds.UNMARKED):
        return _marked(table, event) if text else {}
    return dict(_roles(table, event))


def _marked(table: AdventureTable, event: Event) -> dict[str, object]:
    """Return which mark has come or gone, and on which card if it lies on one; the seat is the one marked."""
    kind, subject, amount = event.data[:3]
    sign = 1 if event.kind == kinds.MARKED else -1
    found: dict[str, object] = {"name": table.marks[kind].id, "amount": sign * amount}
    number = subject - len(table.seats)
    if 0 <= number < len(table.cards):
        found["card"] = table.cards[number].id
    return found


def _roles(table: AdventureTable, event: Event) -> Iterator[tuple[str, object]]:
    """Yield the card, the other seat and the number that a telling event names; all of these are public."""
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        if role == "card" and number != NONE:
            yield "card", table.cards[number].id
        elif role == "other":
            yield "other", number
        elif role == "source":
            yield "name", table.source_id(number)
        elif role == "mark":
            yield "name", table.marks[number].id
        elif role in ("turns", "gained"):
            yield "amount", number


__all__ = ["Trail", "Turn", "told", "turns"]
