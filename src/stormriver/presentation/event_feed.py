"""The event feed that all rulebooks share: the rule of an event, its cause, cards that move, events by turns."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table
from stormriver.kernel.view import ONLOOKER, knows
from stormriver.presentation import facts
from stormriver.presentation.event_trail import Trace, Trail
from stormriver.presentation.facts import UNKNOWN

Shown = Callable[[Event, Trace, str], dict[str, object]]
"""Callback from an event, its trace and its sentence to further fields of `Told`, such as what an animation needs."""


def everything(
    table: Table,
    events: Sequence[Event],
    start: int,
    viewer: int,
    before: Trail,
    shown: Shown,
    silent: Container[str] = (),
    language: str = "en",
) -> tuple[facts.Told, ...]:
    """Return what a viewer is told of a log, from one event on.

    Args:
        table: the table of the game.
        events: its whole log.
        start: the number of the first event to tell, counted from 0.
        viewer: a seat, ONLOOKER, or OMNISCIENT.
        before: the trail of this game, which is followed to the end of the log.
        shown: gives what there is to be seen of an event, as far as this viewer may see it.
        silent: the kinds of events that nobody is told of.
        language: the viewer's.
    """
    before.follow(events)
    told = (number for number in range(max(start, 0), len(events)) if not _is_silent(events[number].kind, silent))
    found = (_one(table, number, events[number], before.traces[number], viewer, shown, language) for number in told)
    return tuple(one for one in found if one is not None)


def _is_silent(kind: str, silent: Container[str]) -> bool:
    """Tell whether nobody is told of such events; the number of the option chosen would reveal how many there were."""
    return kind == kinds.ANSWERED or kind in silent


def _one(
    table: Table, number: int, event: Event, trace: Trace, viewer: int, shown: Shown, language: str
) -> facts.Told | None:
    """Return one event; None if there is nothing to say or see of it."""
    text = table.told(event, None if viewer == ONLOOKER else viewer, language)
    seen = shown(event, trace, text)
    if not text and not seen:
        return None
    walked: dict[str, object] = {"path": tuple(table.spaces[space].id for space in trace.path)}
    return facts.Told(
        number=number,
        turn=trace.turn,
        kind=event.kind,
        seat=seat_of(table, event),
        text=text,
        rule=table.rule(event.cause),
        by=cause_of(table, event, trace, viewer),
        **walked | seen,  # type: ignore[arg-type]
    )


def seat_of(table: Table, event: Event) -> int:
    """Return the seat an event is about: of a mark the one that bears it, of a card the one it comes to."""
    if event.kind in (kinds.MARKED, kinds.UNMARKED):
        return event.data[1] if event.data[1] < len(table.seats) else NONE
    return event.seat


def cause_of(table: Table, event: Event, trace: Trace, viewer: int) -> str:
    """Return the card that brought an event about, if the viewer may know which it is."""
    if event.card == NONE or trace.cause == NONE or not knows(table, trace.cause, viewer):
        return ""
    return str(table.cards[event.card].id)


def card_moved(table: Table, event: Event, trace: Trace, viewer: int, stock: str) -> dict[str, object]:
    """Return which card goes from where to where; a card that goes back unseen to its stock is left out.

    Args:
        table: the table of the game.
        event: of a card that is moved.
        trace: what the event does not say.
        viewer: a seat, ONLOOKER, or OMNISCIENT.
        stock: the prefix of the zones that cards are drawn from.
    """
    card, zone = event.data[:2]
    known = knows(table, zone, viewer)
    name = table.zones[zone].name
    if name.startswith(stock) and not known:
        return {}
    source = table.zones[trace.source].name if trace.source != NONE else ""
    return {"card": table.cards[card].id if known else UNKNOWN, "source": source, "target": name}


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
