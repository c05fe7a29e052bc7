"""The story of a wargame: what each event of the log tells, for somebody who may not know everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT, knows
from stormriver.language.english import counted, named
from stormriver.language.rendering import language
from stormriver.language.shared_events import dice, result, said
from stormriver.wargame.model import events
from stormriver.wargame.model.clauses import borne
from stormriver.wargame.model.columns import COLUMNS
from stormriver.wargame.model.nouns import CUPS, ChitName, chit, square
from stormriver.wargame.text import wording

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

ROLES = {**events.ROLES, kinds.TURN: ("number",)}
"""The roles of the numbers of each kind of event, as templates name them."""

TOLD_ELSEWHERE = {("spent", "cast"), ("spent", "equip"), ("spent", "shooting"), ("spent", "window")}
"""Zones and procedures for which a move there is reported by another event."""


def event_text(table: WargameTable, event: Event, viewer: int | None = None) -> str:
    """Return an event in one sentence of plain English; the empty text for one that people need not read.

    Args:
        table: the table of the game.
        event: an event of its log.
        viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
    """
    special = _SPECIAL.get(event.kind)
    if special is not None:
        return special(table, event, viewer)
    kind = _variant(table, event)
    template = wording.EVENTS.get(kind, wording.EVENTS.get(event.kind, ""))
    return said(template, _facts(table, event))


def _variant(table: WargameTable, event: Event) -> str:
    """Return the kind of an event, with what makes it another template."""
    data = event.data
    if event.kind == events.ATTACK_ANNOUNCED.name and data[0] == data[1]:
        return f"{event.kind}/self"  # a spell that covers its own caster
    if event.kind == events.QUEST_ENDED.name:
        return f"{event.kind}/{'won' if data[1] >= data[2] else 'lost'}"
    if event.kind == events.SPELL_CAST.name and data[2] != NONE:
        return f"{event.kind}/at"
    if event.kind == events.STACKED.name:
        return f"{event.kind}/{table.cards[data[1]].group}"
    return event.kind


def _during(table: WargameTable, event: Event) -> str:
    """Return the name of the procedure that brought an event about; `word` if it is a word."""
    return table.cause_name(event.cause).partition("/")[0]


def _seat(table: WargameTable, seat: int) -> str:
    return named(table.seats[seat]) if seat != NONE else "nobody"


def _facts(table: WargameTable, event: Event) -> dict[str, object]:
    """Return the names of all that an event tells of."""
    facts: dict[str, object] = {"seat": _seat(table, event.seat)}
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        facts |= _fact(table, role, number)
    return facts


def _fact(table: WargameTable, role: str, number: int) -> dict[str, object]:
    if role in ("card", "other", "target"):
        return {role: chit(table, number) if number != NONE else ""}
    if role == "space":
        return {role: square(table, number)}
    if role == "phase":
        return {"name": wording.PHASES[number - 1]}
    if role in ("units", "wounds"):
        return {"name": counted(number, role.removesuffix("s"))}
    return {role: number}


# events that change the state


def _moved(table: WargameTable, event: Event, viewer: int | None) -> str:
    card, zone = event.data[:2]
    place = table.zones[zone].name.partition(".")[0]
    during = _during(table, event)
    if (place, during) in TOLD_ELSEWHERE or (place == "spent" and table.cards[card].group == "unit"):
        return ""  # that it is killed, or that another one is kept, is told
    if place == "cup" and event.seat == NONE:
        return ""  # a cup is filled again; the mixing is told
    secret = table.cards[card].group == "spell" and viewer not in (event.seat, OMNISCIENT)
    hidden = secret if place == "cup" else not knows(table, zone, viewer)
    owner = table.zones[zone].owner
    facts: dict[str, object] = {
        "seat": _seat(table, owner if owner != NONE else event.seat),
        "card": ChitName(wording.UNKNOWN) if hidden else chit(table, card),
    }
    return said(wording.MOVES.get(place, ""), facts)


def _changed(table: WargameTable, event: Event, viewer: int | None) -> str:
    column, difference = event.data
    grows, shrinks = wording.CHANGES[COLUMNS[column]]
    facts: dict[str, object] = {"seat": _seat(table, event.seat), "number": abs(difference)}
    return said(grows if difference > 0 else shrinks, facts)


def _marked(table: WargameTable, event: Event, viewer: int | None) -> str:
    kind, subject, amount = event.data[:3]
    mark = table.marks[kind]
    during = _during(table, event)
    if mark.id == "control" and during != "word":
        return ""  # that it is placed is told
    template = wording.MARKED_ALL if subject < len(table.seats) else wording.MARKS.get(mark.id, wording.MARKED)
    facts: dict[str, object] = {"subject": _subject(table, subject), "number": amount, "name": mark.name}
    facts["text"] = language("en").say(borne(table, mark.id)) if template == wording.MARKED_ALL else ""
    return said(template, {**facts, "seat": _seat(table, amount - 1) if mark.id == "control" else ""})


def _unmarked(table: WargameTable, event: Event, viewer: int | None) -> str:
    """Only the last token that is lifted is told: of what ends with the turn the turn tells, of wounds the healing."""
    kind, subject, amount = event.data[:3]
    mark = table.marks[kind]
    during = _during(table, event)
    if mark.id not in ("block", "ruin") or during != "time" or amount > 1:
        return ""
    return said(wording.LIFTED, {"subject": _subject(table, subject), "name": mark.name})


def _subject(table: WargameTable, subject: int) -> ChitName | str:
    """Return the name of the seat, chit or square that a mark lies on."""
    if subject < len(table.seats):
        return _seat(table, subject)
    number = subject - len(table.seats)
    return chit(table, number) if number < len(table.cards) else square(table, number - len(table.cards))


def _shuffled(table: WargameTable, event: Event, viewer: int | None) -> str:
    place, _, name = table.zones[event.data[0]].name.partition(".")
    if place == "hand":
        return ""  # what is taken from it by chance is told
    return said(wording.EVENTS[event.kind], {"name": CUPS[name]})


def _rolled(table: WargameTable, event: Event, viewer: int | None) -> str:
    template = wording.EVENTS[event.kind if event.seat != NONE else f"{event.kind}/nobody"]
    return said(template, {"seat": _seat(table, event.seat), "name": dice(event.data)})


def _ended(table: WargameTable, event: Event, viewer: int | None) -> str:
    return said(wording.EVENTS[event.kind], {"name": result(table.seats, event.data[0])})


_SPECIAL = {
    kinds.CARD: _moved,
    kinds.CHANGED: _changed,
    kinds.MARKED: _marked,
    kinds.UNMARKED: _unmarked,
    kinds.SHUFFLED: _shuffled,
    kinds.ROLLED: _rolled,
    kinds.RESULT: _ended,
}
