"""One seat as everybody sees it: character, counters, points with their parts, and the cards in front of it."""

from __future__ import annotations

from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.stats import barring, form
from stormriver.adventure.view import View
from stormriver.kernel.state import NONE
from stormriver.presentation.adventure.facts import Points, Seat
from stormriver.presentation.adventure.ids import source_name, tell
from stormriver.presentation.adventure.stat_breakdown import points_of
from stormriver.presentation.facts import UNKNOWN, Held, Mark

Marks = dict[int, tuple[Mark, ...]]
"""Marks by what they lie on."""

NO_POINTS = Points(0)
NO_ONE: frozenset[str] = frozenset()


def seat_of(sight: View, number: int, marks: Marks) -> Seat:
    """Return a seat as the viewer sees it.

    Args:
        sight: what the viewer may know.
        number: which seat.
        marks: the marks that are shown, see `marks_by_subject`.
    """
    table = sight.game.table
    zones = sight.game.state.zones
    found = sight.seats[number]
    spells = tuple(held(table, card, marks) for card in zones[table.hand + number])
    if not found.playing:
        status = "choosing" if found.in_game else "out"
        kept = tuple(held(table, card, marks) for card in zones[table.play + number])  # for the next character
        return Seat(number, found.name, status, gold=found.gold, cards=kept, spells=spells, marks=marks.get(number, ()))
    shape = form(sight.game, number)
    numbers = points_of(sight.game, number, sight.language)
    return Seat(
        number=number,
        name=found.name,
        status="playing",
        character=found.character or "",
        form=table.marks[shape].id if shape != NONE else "",
        space=found.space or "",
        alignment=found.alignment,
        lives=found.lives,
        life_value=found.life_value,
        fate=found.fate,
        fate_value=found.fate_value,
        gold=found.gold,
        strength=numbers["strength"],
        craft=numbers["craft"],
        battle=numbers["battle"],
        psychic=numbers["psychic"],
        cards=tuple(_belonging(sight, table, number, card, marks) for card in zones[table.play + number]),
        spells=spells,
        trophies=tuple(held(table, card, marks) for card in zones[table.trophies + number]),
        trophy_points=found.trophy_points,
        spell_limit=found.spell_limit,
        room=found.room,
        marks=marks.get(number, ()),
        missed_turns=found.missed_turns,
        reserve=tuple(held(table, card, marks) for card in zones[table.reserve + number]),
        counters=found.counters,
    )


def held(table: AdventureTable, card: int, marks: Marks, usable: set[str] | frozenset[str] = NO_ONE) -> Held:
    """Return a card in front of a seat or on the board; of one the viewer may not know nothing else is given."""
    if card < 0:
        return Held(UNKNOWN)
    name = table.cards[card].id
    return Held(name, card, marks.get(table.subject_of_card(card), ()), name in usable)


def _belonging(sight: View, table: AdventureTable, seat: int, card: int, marks: Marks) -> Held:
    bar = barring(sight.game, seat, card)
    note = "" if bar == NONE else tell(sight, "missing.not_now", source=source_name(table, bar))
    return Held(table.cards[card].id, card, marks.get(table.subject_of_card(card), ()), note=note)
