"""The story of a wargame: what each event of the log tells, for somebody who may not know everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT, knows
from stormriver.language.clauses import Count, Noun, Part, Text, dice_shown
from stormriver.language.rendering import spoken
from stormriver.language.shared_events import carrier_id, cut_short, winners
from stormriver.wargame.analysis.under_way import PHASE_IDS
from stormriver.wargame.model import events
from stormriver.wargame.model.clauses import borne
from stormriver.wargame.model.columns import COLUMNS
from stormriver.wargame.model.nouns import chit, cup, mark_name, phase, seat, square

if TYPE_CHECKING:
    from stormriver.wargame.model.table import WargameTable

ROLES = {**events.ROLES, kinds.TURN: ("number",)}
"""The roles of the numbers of each kind of event, as messages name them."""

TOLD_ELSEWHERE = {("spent", "cast"), ("spent", "equip"), ("spent", "shooting"), ("spent", "window")}
"""Zones and procedures for which a move there is reported by another event."""
UNTOLD_MARKS = frozenset({"acted", "disease", "fading", "fated", "moved", "wound"})
"""The marks that are not told, as they are seen, or as another event tells of them."""

Said = tuple[str, dict[str, Part]]
"""The key of a message among those of the wargame, and its parts."""
UNTOLD: Said = ("", {})


def event_text(table: WargameTable, event: Event, viewer: int | None = None, code: str = "en") -> str:
    """Return an event in one sentence; the empty text for one that people need not read.

    Args:
        table: the table of the game.
        event: an event of its log.
        viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
        code: the language.
    """
    key, parts = _SPECIAL.get(event.kind, _usual)(table, event, viewer)
    speaker = spoken(table, code)
    return speaker.message(speaker.known(f"wargame.{key}", f"wargame.{key.partition('/')[0]}"), **parts)


def _usual(table: WargameTable, event: Event, viewer: int | None) -> Said:
    parts: dict[str, Part] = {"seat": seat(table, event.seat)}
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        parts |= _part(table, role, number)
    return f"event.{_variant(table, event)}", parts


def _variant(table: WargameTable, event: Event) -> str:
    """Return the kind of an event, with what makes it another message."""
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


def _part(table: WargameTable, role: str, number: int) -> dict[str, Part]:
    """Return what one of the numbers of an event stands for."""
    if role in ("card", "other", "target"):
        return {role: chit(table, number)} if number != NONE else {}
    if role == "space":
        return {role: square(table, number)}
    if role == "phase":
        return {"name": phase(PHASE_IDS[number - 1])}
    if role in ("units", "wounds"):
        return {"name": Count(role.removesuffix("s"), number)}
    return {role: Text(str(number))}


# events that change the state


def _moved(table: WargameTable, event: Event, viewer: int | None) -> Said:
    card, zone = event.data[:2]
    place = table.zones[zone].name.partition(".")[0]
    if (place, _during(table, event)) in TOLD_ELSEWHERE or (place == "spent" and table.cards[card].group == "unit"):
        return UNTOLD  # that it is killed, or that another one is kept, is told
    if place == "cup" and event.seat == NONE:
        return UNTOLD  # a cup is filled again; the mixing is told
    secret = table.cards[card].group == "spell" and viewer not in (event.seat, OMNISCIENT)
    hidden = secret if place == "cup" else not knows(table, zone, viewer)
    owner = table.zones[zone].owner
    who = seat(table, owner if owner != NONE else event.seat)
    return f"move.{place}", {"seat": who, "card": unknown() if hidden else chit(table, card)}


def unknown() -> Part:
    """Return the name of a spell for those who may not know which it is; all other chits lie open."""
    return Noun("spell", "a")


def _changed(table: WargameTable, event: Event, viewer: int | None) -> Said:
    column, difference = event.data
    parts: dict[str, Part] = {"seat": seat(table, event.seat), "number": Text(str(abs(difference)))}
    return f"change.{COLUMNS[column]}/{'more' if difference > 0 else 'less'}", parts


def _marked(table: WargameTable, event: Event, viewer: int | None) -> Said:
    kind, subject, amount = event.data[:3]
    mark = table.marks[kind]
    if mark.id in UNTOLD_MARKS:
        return UNTOLD
    name = mark_name(table, mark.id)
    if subject < len(table.seats):
        return "mark.on_side", {"name": name, "text": borne(table, mark.id)}
    if mark.id != "control":
        parts = {"subject": _subject(table, subject), "number": Text(str(amount)), "name": name}
        return f"mark.{mark.id if mark.id in ('block', 'ruin') else 'usual'}", parts
    if _during(table, event) != "word":
        return UNTOLD  # that it is placed is told
    return "mark.control", {"seat": seat(table, amount - 1), "subject": _subject(table, subject)}


def _unmarked(table: WargameTable, event: Event, viewer: int | None) -> Said:
    """Only the last token that is lifted is told: of what ends with the turn the turn tells, of wounds the healing."""
    kind, subject, amount = event.data[:3]
    mark = table.marks[kind]
    if mark.id not in ("block", "ruin") or _during(table, event) != "time" or amount > 1:
        return UNTOLD
    return "mark.lifted", {"subject": _subject(table, subject), "name": mark_name(table, mark.id)}


def _subject(table: WargameTable, subject: int) -> Part:
    """Return the name of the seat, chit or square that a mark lies on."""
    if subject < len(table.seats):
        return seat(table, subject)
    number = subject - len(table.seats)
    return chit(table, number) if number < len(table.cards) else square(table, number - len(table.cards))


def _shuffled(table: WargameTable, event: Event, viewer: int | None) -> Said:
    place, _, name = table.zones[event.data[0]].name.partition(".")
    if place == "hand":
        return UNTOLD  # what is taken from it by chance is told
    return f"event.{event.kind}", {"name": cup(name, "the")}


def _rolled(table: WargameTable, event: Event, viewer: int | None) -> Said:
    by = "" if event.seat != NONE else "/nobody"
    return f"event.{event.kind}{by}", {"seat": seat(table, event.seat), "name": dice_shown(event.data)}


def _ended(table: WargameTable, event: Event, viewer: int | None) -> Said:
    found = winners(table.seats, event.data[0])
    return (f"event.{event.kind}/nobody", {}) if found is None else (f"event.{event.kind}", {"name": found})


def _cut_short(table: WargameTable, event: Event, viewer: int | None) -> Said:
    wanted = carrier_id(table, event)
    of_id = [number for number, card in enumerate(table.cards) if card.id == wanted]
    return cut_short(table, event, chit(table, of_id[0]) if of_id else Text(wanted))


_SPECIAL: dict[str, Callable[[WargameTable, Event, int | None], Said]] = {
    kinds.CARD: _moved,
    kinds.CHANGED: _changed,
    kinds.MARKED: _marked,
    kinds.UNMARKED: _unmarked,
    kinds.SHUFFLED: _shuffled,
    kinds.ROLLED: _rolled,
    kinds.RESULT: _ended,
    kinds.CUT_SHORT: _cut_short,
}
