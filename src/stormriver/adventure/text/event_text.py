"""The story of a game: what each event of the log tells, for somebody who may not know everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import ALIGNMENTS, COLUMNS, COUNTERS
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, nouns
from stormriver.adventure.text import wording
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT as OMNISCIENT
from stormriver.kernel.view import knows
from stormriver.language.english import an, counted, named
from stormriver.language.shared_events import dice, result, said

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

ROLES = {**events.ROLES, kinds.TURN: ("number",), kinds.LEARNED: ("card",)}
"""The roles of the numbers of each kind of event, as templates name them."""


def event_text(table: AdventureTable, event: Event, viewer: int | None = None) -> str:
    """Return an event in one sentence of plain English; the empty text for one that people need not read.

    Args:
        table: the table of the game.
        event: an event of its log.
        viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
    """
    special = _SPECIAL.get(event.kind)
    if special is not None:
        return special(table, event, viewer)
    facts = _facts(table, event)
    template = wording.EVENTS.get(event.kind, "")
    if event.kind == events.ENEMY_KILLED.name and table.trophies_kept:
        template = wording.EVENTS["EnemyKilled/trophy"]
    if facts.get("other"):
        template = wording.EVENTS.get(f"{event.kind}/other", template)
    return said(template, facts)


def _seat(table: AdventureTable, seat: int) -> str:
    return named(table.seats[seat]) if seat != NONE else "somebody"


def _card(table: AdventureTable, card: int) -> str:
    return nouns(table).card(card)


def _facts(table: AdventureTable, event: Event) -> dict[str, object]:
    """Return the names of all that an event tells of."""
    facts: dict[str, object] = {"seat": _seat(table, event.seat), "other": "", "name": "", "space": ""}
    if table.summit != NONE:
        facts["space"] = nouns(table).space(table.summit)
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        facts |= _fact(table, role, number, event)
    return facts


def _fact(table: AdventureTable, role: str, number: int, event: Event) -> dict[str, object]:
    if role == "other":
        return {"other": named(table.seats[number]) if number != NONE else ""}
    if role == "card":
        return {"card": _card(table, number)} if number != NONE else {}
    if role == "incantation":  # a Spell that is no card
        return {"card": f"the {table.words[number].name}"} if number != NONE else {}
    if role == "space":
        return {"space": nouns(table).space(number)}
    if role == "source":
        return {"name": ability_name(table, number, event.data[1])}
    if role == "mark":
        return {"name": an(table.marks[number].name)}
    if role == "turns":
        return {"name": counted(number, "turn") if number > 0 else wording.REST_OF_TURN}
    if role == "column":
        return {"name": counted(event.data[2], COLUMN_ENGLISH[number])}
    return {role: number}


def ability_name(table: AdventureTable, source: int, index: int) -> str:
    """Return the name of an act: of the ability it belongs to, or of the card, space or mark that carries it."""
    carriers = table.rules
    if source < table.space_source:
        carriers = table.cards[source].abilities
    for ability in carriers:
        if any(act.index == index for act in (*ability.act, *ability.respond)):
            return str(ability.name or ability.id)
    if source < table.space_source:
        return _card(table, source)
    if source < table.mark_source:
        return nouns(table).space(source - table.space_source)
    return str(table.marks[source - table.mark_source].name) if source < table.rule_source else "a rule"


def unknown_card(table: AdventureTable, card: int) -> str:
    """Return the name of a card for those who may not know which it is."""
    deck = table.decks[table.backs[card]]
    return wording.UNKNOWN.get(deck.id, f"a card of the {deck.name}")


def zone_name(table: AdventureTable, zone: int) -> str:
    """Return the name of a deck or discard pile."""
    place, _, name = table.zones[zone].name.partition(".")
    deck = next((deck.name for deck in table.decks if deck.id == name), name)
    return f"the discard pile of the {deck}" if place == "discard" else f"the {deck}"


# events that change the state


def _moved(table: AdventureTable, event: Event, viewer: int | None) -> str:
    card, zone = event.data[:2]
    place = table.zones[zone].name.partition(".")[0]
    during = table.procedure_name(event.cause)
    if (place, during) in wording.TOLD_ELSEWHERE or (place == "play" and table.is_enemy[card]):
        return ""  # an Enemy that is kept is told too
    if place == "deck" and not knows(table, zone, viewer):
        return ""  # whole piles go back this way; the shuffle is told
    owner = table.zones[zone].owner
    facts: dict[str, object] = {
        "seat": _seat(table, owner if owner != NONE else event.seat),
        "card": _card(table, card) if knows(table, zone, viewer) else unknown_card(table, card),
        "zone": zone_name(table, zone),
        "space": nouns(table).space(zone - table.lying) if place == "space" else "",
    }
    return said(wording.MOVES.get(place, ""), facts)


def _changed(table: AdventureTable, event: Event, viewer: int | None) -> str:
    column, difference = event.data
    name = COLUMNS[column]
    grows, shrinks = wording.COUNTERS if name in COUNTERS else wording.CHANGES.get(name, ("", ""))
    counter = counted(abs(difference), COLUMN_ENGLISH[column]) if name in COUNTERS else ""
    facts: dict[str, object] = {"seat": _seat(table, event.seat), "number": abs(difference), "name": counter}
    return said(grows if difference > 0 else shrinks, facts)


def _set(table: AdventureTable, event: Event, viewer: int | None) -> str:
    column, value = event.data
    if COLUMNS[column] == "alignment":
        return said(wording.BECOMES, {"seat": _seat(table, event.seat), "name": ALIGNMENTS[value]})
    return ""


def _marked(table: AdventureTable, event: Event, viewer: int | None) -> str:
    kind, subject, amount, _, _, left = event.data
    own = wording.MARKS.get(table.marks[kind].id)
    if own is not None:
        return said(own, {**_subject(table, subject), "number": amount})
    if not _shown(table, kind, subject, viewer):
        return ""
    name = table.marks[kind].name + (f" {amount}" if amount > 1 else "") + (f", {left} turns" if left > 1 else "")
    return said(wording.MARKED, {**_subject(table, subject), "name": name})


def _unmarked(table: AdventureTable, event: Event, viewer: int | None) -> str:
    kind, subject, _, _, _, left = event.data
    if table.marks[kind].id in wording.MARKS or left > 1 or not _shown(table, kind, subject, viewer):
        return ""  # one that has turns left is only being counted down
    return said(wording.UNMARKED, {**_subject(table, subject), "name": table.marks[kind].name})


def _shown(table: AdventureTable, kind: int, subject: int, viewer: int | None) -> bool:
    """Tell whether a viewer reads of a mark: forms are told by events of their own, hidden ones to their bearer."""
    return kind not in table.forms and (not table.marks[kind].hidden or viewer in (OMNISCIENT, subject))


def _subject(table: AdventureTable, subject: int) -> dict[str, object]:
    """Return the name of the seat, card or space that a mark lies on."""
    if subject < len(table.seats):
        return {"seat": _seat(table, subject), "subject": _seat(table, subject)}
    number = subject - len(table.seats)
    if number < len(table.cards):
        return {"card": _card(table, number), "subject": _card(table, number)}
    space = nouns(table).space(number - len(table.cards))
    return {"space": space, "subject": space}


def _learned(table: AdventureTable, event: Event, viewer: int | None) -> str:
    card = event.data[0]
    if event.seat == NONE:
        return said(wording.EVENTS[f"{event.kind}/nobody"], {"card": _card(table, card)})
    known = viewer in (event.seat, OMNISCIENT)
    facts: dict[str, object] = {
        "seat": _seat(table, event.seat),
        "card": _card(table, card) if known else unknown_card(table, card),
    }
    return said(wording.EVENTS[event.kind], facts)


def _shuffled(table: AdventureTable, event: Event, viewer: int | None) -> str:
    return said(wording.EVENTS[event.kind], {"zone": zone_name(table, event.data[0])})


def _rolled(table: AdventureTable, event: Event, viewer: int | None) -> str:
    template = wording.EVENTS[event.kind if event.seat != NONE else f"{event.kind}/nobody"]
    return said(template, {"seat": _seat(table, event.seat), "name": dice(event.data)})


def _ended(table: AdventureTable, event: Event, viewer: int | None) -> str:
    return said(wording.EVENTS[event.kind], {"name": result(table.seats, event.data[0])})


_SPECIAL = {
    kinds.CARD: _moved,
    kinds.CHANGED: _changed,
    kinds.SET: _set,
    kinds.MARKED: _marked,
    kinds.UNMARKED: _unmarked,
    kinds.LEARNED: _learned,
    kinds.SHUFFLED: _shuffled,
    kinds.ROLLED: _rolled,
    kinds.RESULT: _ended,
}
