"""The story of a game: what each event of the log tells, for somebody who may not know everything."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.clauses import count, incantation, noun_of, things
from stormriver.adventure.model.columns import ALIGNMENTS, COLUMNS
from stormriver.adventure.text import says
from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event
from stormriver.kernel.state import NONE
from stormriver.kernel.view import OMNISCIENT as OMNISCIENT
from stormriver.kernel.view import knows
from stormriver.language.clauses import Count, Name, Noun, Part, Text, dice_shown, phrase, seat_name
from stormriver.language.rendering import spoken
from stormriver.language.shared_events import carrier_id, cut_short, winners

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

ROLES = {**events.ROLES, kinds.TURN: ("number",), kinds.LEARNED: ("card",)}
"""The roles of the numbers of each kind of event, as messages name them."""

TOLD_ELSEWHERE = {("play", "take"), ("space", "draw"), ("space", "ditch")}
"""Zones and procedures for which a move there is reported by another event."""
OWN_MARKS = frozenset(
    {"ally", "aside_craft", "aside_strength", "bound", "held_gold", "held_craft", "held_life", "held_strength"}
    | {"lingering", "loose_gold", "rounds", "sheathed"}
)
"""The marks of the rules that messages of their own tell; all others are told by their names."""
UNTOLD_MARKS = frozenset({"cast", "ditched", "summit_reached", "turned_back", "used", "wielded"})
"""The marks that are not told, as they are seen, or as another event tells of them."""
UNKNOWN: dict[str, Part] = {"spells": Noun("adventure_spell", "a"), "characters": Noun("character", "a")}
"""What a card is called for those who may not know which it is, by its deck."""

Said = tuple[str, dict[str, Part]]
"""The key of a message among those of the adventure games, and its parts."""
UNTOLD: Said = ("", {})


def event_text(table: AdventureTable, event: Event, viewer: int | None = None, code: str = "en") -> str:
    """Return an event in one sentence; the empty text for one that people need not read.

    Args:
        table: the table of the game.
        event: an event of its log.
        viewer: the seat that reads it; None for an onlooker, who knows what is public; OMNISCIENT for all.
        code: the language.
    """
    special = _SPECIAL.get(event.kind)
    return _usual_text(table, event, code) if special is None else _message(table, special(table, event, viewer), code)


def fight_text(table: AdventureTable, event: Event, foe: Part, code: str = "en") -> str:
    """Return an event of a fight in one sentence that names whom it is against; the empty text where none does.

    Args:
        table: the table of the game.
        event: an event of its log.
        foe: whom the seat of the event fights.
        code: the language.
    """
    rolled = event.kind == kinds.ROLLED
    parts = (_rolled(table, event, None) if rolled else _usual(table, event))[1]
    if "other" in parts or (rolled and event.seat != NONE):
        return ""  # it names both sides, or is about one alone
    speaker = spoken(table, code)
    found = speaker.known(f"adventure.event.{event.kind}/foe")
    return speaker.message(found, **parts, foe=foe) if found else ""


@lru_cache(maxsize=256)
def _usual_text(table: AdventureTable, event: Event, code: str) -> str:
    """Return an event that all viewers read alike, one after the other."""
    return _message(table, _usual(table, event), code)


def _message(table: AdventureTable, said: Said, code: str) -> str:
    key, parts = said
    speaker = spoken(table, code)
    found = speaker.known(f"adventure.{key}") or speaker.known(f"adventure.{key.partition('/')[0]}")
    return speaker.message(found, **parts) if found else ""


def _usual(table: AdventureTable, event: Event) -> Said:
    parts: dict[str, Part] = {"seat": seat(table, event.seat)}
    if table.summit != NONE:
        parts["space"] = things(table).space(table.summit)
    for role, number in zip(ROLES.get(event.kind, ()), event.data, strict=False):
        parts |= _part(table, role, number, event)
    trophy = event.kind == events.ENEMY_KILLED.name and table.trophies_kept
    return f"event.{event.kind}{'/trophy' if trophy else '/other' if 'other' in parts else ''}", parts


def seat(table: AdventureTable, number: int) -> Part:
    """Return the name of a seat."""
    return seat_name(table.seats[number]) if number != NONE else phrase("somebody")


def _part(table: AdventureTable, role: str, number: int, event: Event) -> dict[str, Part]:
    """Return what one of the numbers of an event stands for."""
    if role == "other":
        return {role: seat(table, number)} if number != NONE else {}
    if role == "card":
        return {role: things(table).card(number)} if number != NONE else {}
    if role == "incantation":  # a Spell that is no card
        return {"card": incantation(table.words[number].name)} if number != NONE else {}
    if role == "space":
        return {role: things(table).space(number)}
    if role == "source":
        return {"name": ability_name(table, number, event.data[1])}
    if role == "mark":
        return {"name": things(table).mark(number, "a")}
    if role == "turns":
        return {"name": Count("turn", number) if number > 0 else phrase("rest_of_turn")}
    if role == "column":
        return {"name": count(noun_of(table, number), event.data[2])}
    return {role: Text(str(number))}


def ability_name(table: AdventureTable, source: int, index: int) -> Part:
    """Return the name of an act: of the ability it belongs to, or of the card, space or mark that carries it."""
    of_card = source < table.space_source
    for ability in table.cards[source].abilities if of_card else table.rules:
        if any(act.index == index for act in (*ability.act, *ability.respond)):
            if not ability.name:
                return Text(ability.id)
            return (
                says.ability_name(table.cards[source], ability) if of_card else Name("rule", ability.id, ability.name)
            )
    return carrier(table, source)


def carrier(table: AdventureTable, source: int) -> Part:
    """Return the name of what carries a hook: a card, a character, a space, a mark, or the rules."""
    if source < table.space_source:
        return things(table).card(source)
    if source < table.mark_source:
        return things(table).space(source - table.space_source)
    return things(table).mark(source - table.mark_source) if source < table.rule_source else phrase("a_rule")


def carrier_called(table: AdventureTable, wanted: str) -> Part:
    """Return the name of the carrier of words that has an id."""
    for number, card in enumerate(table.cards):
        if card.id == wanted:
            return things(table).card(number)
    for number, space in enumerate(table.spaces):
        if space.id == wanted:
            return things(table).space(number)
    known = table.mark_ids.get(wanted)
    if known is not None:
        return things(table).mark(known)
    rules = [rule for rule in table.rules if rule.id == wanted and rule.name]
    return Name("rule", wanted, rules[0].name) if rules else Text(wanted)


def unknown_card(table: AdventureTable, card: int) -> Part:
    """Return the name of a card for those who may not know which it is."""
    back = table.backs[card]
    return UNKNOWN.get(table.decks[back].id) or phrase("card_of_deck", deck=things(table).deck(back))


def zone_name(table: AdventureTable, zone: int) -> Part:
    """Return the name of a deck or discard pile."""
    place, _, name = table.zones[zone].name.partition(".")
    known = [number for number, deck in enumerate(table.decks) if deck.id == name]
    deck = things(table).deck(known[0]) if known else Text(name)
    return phrase("discard_pile", deck=deck) if place == "discard" else deck


# events that change the state


def _moved(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    card, zone = event.data[:2]
    place = table.zones[zone].name.partition(".")[0]
    during = table.procedure_name(event.cause)
    if (place, during) in TOLD_ELSEWHERE or (place == "play" and table.is_enemy[card]):
        return UNTOLD  # an Enemy that is kept is told too
    if place == "deck" and not knows(table, zone, viewer):
        return UNTOLD  # whole piles go back this way; the shuffle is told
    owner = table.zones[zone].owner
    parts = {
        "seat": seat(table, owner if owner != NONE else event.seat),
        "card": things(table).card(card) if knows(table, zone, viewer) else unknown_card(table, card),
        "zone": zone_name(table, zone),
    }
    if place == "space" and table.cards[card].roams:
        place = "space/figure"
    return f"move.{place}", parts | ({"space": things(table).space(zone - table.lying)} if table.is_lying(zone) else {})


def _changed(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    column, difference = event.data
    parts: dict[str, Part] = {"seat": seat(table, event.seat), "number": Text(str(abs(difference)))}
    how = "more" if difference > 0 else "less"
    name = table.columns[column]
    if name not in table.countable:
        return f"change.{name}/{how}", parts
    return f"change.counter/{how}", {**parts, "name": count(noun_of(table, column), abs(difference))}


def _set(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    column, value = event.data
    if COLUMNS[column] != "alignment":
        return UNTOLD
    return "change.alignment", {"seat": seat(table, event.seat), "name": phrase(f"alignment_{ALIGNMENTS[value]}")}


def _marked(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    kind, subject, amount, _, _, left = event.data
    mark = table.marks[kind].id
    if table.marks[kind].cycle:
        return "mark.cycle", {"name": things(table).mark(kind)}
    parts = {**_subject(table, subject), "number": Text(str(amount))}
    if mark in OWN_MARKS:
        return f"mark.{mark}", parts
    if mark in UNTOLD_MARKS or not _shown(table, kind, subject, viewer):
        return UNTOLD
    if table.mark_columns[kind] in table.own_counters:
        return "mark.held_own", {**parts, "name": count(noun_of(table, table.mark_columns[kind]), amount)}
    name: Part = things(table).mark(kind)
    if amount > 1:
        name = phrase("marked_amount", name=name, number=Text(str(amount)))
    if left > 1:
        name = phrase("marked_turns", name=name, turns=Count("turn", left))
    return "mark.usual", {**parts, "name": name}


def _unmarked(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    kind, subject, _, _, _, left = event.data
    if table.mark_columns[kind] in table.own_counters:
        return UNTOLD  # what is gained by it is told, or what is left
    if (
        table.marks[kind].cycle
        or table.marks[kind].id in OWN_MARKS | UNTOLD_MARKS
        or left > 1
        or not _shown(table, kind, subject, viewer)
    ):
        return UNTOLD  # one that has turns left is only being counted down
    return "mark.gone", {**_subject(table, subject), "name": things(table).mark(kind)}


def _shown(table: AdventureTable, kind: int, subject: int, viewer: int | None) -> bool:
    """Tell whether a viewer reads of a mark: forms are told by events of their own, hidden ones to their bearer."""
    return kind not in table.forms and (not table.marks[kind].hidden or viewer in (OMNISCIENT, subject))


def _subject(table: AdventureTable, subject: int) -> dict[str, Part]:
    """Return the name of the seat, card or space that a mark lies on."""
    number = subject - len(table.seats)
    if number < 0:
        return {"seat": seat(table, subject), "subject": seat(table, subject)}
    if number < len(table.cards):
        return {"card": things(table).card(number), "subject": things(table).card(number)}
    space = things(table).space(number - len(table.cards))
    return {"space": space, "subject": space}


def _learned(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    card = event.data[0]
    if event.seat == NONE:
        return f"event.{event.kind}/nobody", {"card": things(table).card(card)}
    known = viewer in (event.seat, OMNISCIENT)
    name = things(table).card(card) if known else unknown_card(table, card)
    return f"event.{event.kind}", {"seat": seat(table, event.seat), "card": name}


def _shuffled(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    return f"event.{event.kind}", {"zone": zone_name(table, event.data[0])}


def _rolled(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    by = "" if event.seat != NONE else "/nobody"
    return f"event.{event.kind}{by}", {"seat": seat(table, event.seat), "name": dice_shown(event.data)}


def _ended(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    found = winners(table.seats, event.data[0])
    return (f"event.{event.kind}/nobody", {}) if found is None else (f"event.{event.kind}", {"name": found})


def _cut_short(table: AdventureTable, event: Event, viewer: int | None) -> Said:
    return cut_short(table, event, carrier_called(table, carrier_id(table, event)))


_SPECIAL: dict[str, Callable[[AdventureTable, Event, int | None], Said]] = {
    kinds.CARD: _moved,
    kinds.CHANGED: _changed,
    kinds.SET: _set,
    kinds.MARKED: _marked,
    kinds.UNMARKED: _unmarked,
    kinds.LEARNED: _learned,
    kinds.SHUFFLED: _shuffled,
    kinds.ROLLED: _rolled,
    kinds.RESULT: _ended,
    kinds.CUT_SHORT: _cut_short,
}
