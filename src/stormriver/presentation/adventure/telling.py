"""What has happened: each event as a viewer may know it, with its sentence and what an animation needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stormriver.adventure.columns import ALIGNMENT, COLUMNS, COUNTERS
from stormriver.adventure.english import event_text
from stormriver.adventure.story import ROLES
from stormriver.adventure.table import AdventureTable
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT, ONLOOKER, knows
from stormriver.presentation import facts
from stormriver.presentation.adventure.trail import Trace, Trail
from stormriver.presentation.facts import UNKNOWN

SILENT = frozenset({kinds.ANSWERED, "CardPlaced", "TurnEnded"})
"""Events that nobody is told of; which of the options was chosen would tell how many there were."""

COUNTED = frozenset(COUNTERS.values())


def told(
    table: AdventureTable, events: Sequence[Event], start: int, viewer: int, before: Trail
) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log, from one event on.

    Args:
        table: the table of the game.
        events: its whole log.
        start: the number of the first event to tell, counted from 0.
        viewer: a seat, ONLOOKER, or OMNISCIENT.
        before: the trail of this game, which is followed to the end of the log.
    """
    before.follow(events)
    numbers = range(max(start, 0), len(events))
    found = (_told(table, number, events[number], before.traces[number], viewer) for number in numbers)
    return tuple(one for one in found if one is not None)


def _told(table: AdventureTable, number: int, event: Event, trace: Trace, viewer: int) -> facts.Told | None:
    """Return one event; None if the viewer need not or may not know of it."""
    if event.kind in SILENT:
        return None
    text = event_text(table, event, None if viewer == ONLOOKER else viewer)
    shown = _shown(table, event, trace, viewer, text)
    if not text and not shown:
        return None
    return facts.Told(
        number=number,
        turn=trace.turn,
        kind=event.kind,
        seat=_seat(table, event),
        text=text,
        rule=rule_of(table, event),
        by=_cause(table, event, trace, viewer),
        path=tuple(table.spaces[space].id for space in trace.path),
        **shown,  # type: ignore[arg-type]
    )


def _seat(table: AdventureTable, event: Event) -> int:
    """Return the seat an event is about: of a mark the one that bears it, of a card the one it comes to."""
    if event.kind in (kinds.MARKED, kinds.UNMARKED):
        return event.data[1] if event.data[1] < len(table.seats) else NONE
    return event.seat


def rule_of(table: AdventureTable, event: Event) -> str:
    """Return the id of the rule that brought an event about, or nothing if it came about by none."""
    if event.procedure == NONE:
        return ""
    if event.procedure == 0:
        return str(table.words[event.step].rule) if event.step < len(table.words) else ""
    rules = table.procedures[event.procedure].rules
    return rules[event.step] if event.step < len(rules) else ""


def _cause(table: AdventureTable, event: Event, trace: Trace, viewer: int) -> str:
    """Return the card that brought an event about, if the viewer may know which it is."""
    if event.card == NONE or trace.cause == NONE or not knows(table, trace.cause, viewer):
        return ""
    return table.cards[event.card].id


# what an animation needs


def _shown(table: AdventureTable, event: Event, trace: Trace, viewer: int, text: str) -> dict[str, object]:
    """Return what there is to be seen of an event; a mark is seen by those who are told of it."""
    if event.kind == kinds.ROLLED:
        return {"dice": event.data}
    if event.kind == kinds.CARD:
        return _card_moved(table, event, trace, viewer)
    if event.kind == kinds.CHANGED and event.data[0] in COUNTED:
        return {"name": COLUMNS[event.data[0]], "amount": event.data[1]}
    if event.kind == kinds.SET and event.data[0] == ALIGNMENT:
        return {"name": COLUMNS[ALIGNMENT], "amount": event.data[1]}
    if event.kind == kinds.LEARNED:
        known = event.seat == NONE or viewer in (event.seat, OMNISCIENT)
        return {"card": table.cards[event.data[0]].id if known else UNKNOWN}
    if event.kind in (kinds.MARKED, kinds.UNMARKED):
        return _marked(table, event) if text else {}
    return dict(_roles(table, event))


def _card_moved(table: AdventureTable, event: Event, trace: Trace, viewer: int) -> dict[str, object]:
    """Return which card goes from where to where; cards that go back into a hidden deck do so unseen."""
    card, zone = event.data[:2]
    known = knows(table, zone, viewer)
    name = table.zones[zone].name
    if name.startswith("deck.") and not known:
        return {}
    source = table.zones[trace.source].name if trace.source != NONE else ""
    return {"card": table.cards[card].id if known else UNKNOWN, "source": source, "target": name}


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


# by turns


@dataclass(frozen=True)
class Turn:
    """The events of one turn.

    Attributes:
        number: which turn of the game; 0 for what came before the first.
        seat: whose turn it was, NONE before the first.
        lines: what happened, in order; each has a sentence.
    """

    number: int
    seat: int
    lines: tuple[facts.Told, ...]


def turns(found: Iterable[facts.Told], trail: Trail) -> list[Turn]:
    """Return what was told, grouped by turn; what has no sentence, and the beginning of a turn itself, is left out."""
    lines: dict[int, list[facts.Told]] = {}
    for one in found:
        if one.text and one.kind != kinds.TURN:
            lines.setdefault(one.turn, []).append(one)
    return [Turn(number, trail.seat_of(number), tuple(told)) for number, told in lines.items()]


__all__ = ["Trail", "Turn", "rule_of", "told", "turns"]
