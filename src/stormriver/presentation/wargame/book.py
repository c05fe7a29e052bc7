"""The book of a wargame: map, chits, phases, rules and settings in words, all that never changes during a game."""

from __future__ import annotations

from stormriver.kernel.table import once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, listed, phrase
from stormriver.language.message import note_in
from stormriver.presentation.facts import Deck, MarkKind
from stormriver.presentation.game_settings import choices
from stormriver.presentation.names import named_in
from stormriver.presentation.rule_texts import told_rules
from stormriver.presentation.wargame.facts import Phase, Power, WarBook, WarCard, WarSquare
from stormriver.presentation.wargame.pictures import chit_picture, tile_terrain
from stormriver.scenario.explanation import example_in_short
from stormriver.wargame.analysis.under_way import PHASE_IDS
from stormriver.wargame.model.definitions import Chit, Item, Spell, Tile, Unit
from stormriver.wargame.model.nouns import cup, phase, sort_of
from stormriver.wargame.model.table import CUPS, WargameTable
from stormriver.wargame.procedures.grid import beside
from stormriver.wargame.text.spoken import powers


@once_a_table
def book_of(table: WargameTable, language: str = "en") -> WarBook:
    """Return the book of a table in a language."""
    ruleset, say = table.ruleset, rendering.spoken(table, language).say
    return WarBook(
        preset=ruleset.preset,
        name=named_in(language, "preset", ruleset.preset, ruleset.layers[0].mapping()["name"].text()),
        packs=tuple(ruleset.added),
        options=choices(ruleset, language),
        squares={one.id: _square(table, number) for number, one in enumerate(table.spaces)},
        cards={chit.id: _card(table, chit, language) for chit in table.definitions},
        decks={name: Deck(name, _capital(say(cup(name))), True) for name in CUPS},
        marks={
            mark.id: MarkKind(mark.id, table.name_of(mark, language), table.says(mark, language))
            for mark in table.marks
        },
        rules=told_rules(table, language),
        phases=tuple(Phase(name, say(phase(name))) for name in PHASE_IDS),
        power=tuple(Power(points, grants) for points, grants in table.magic_power),
        goals=tuple(tuple(goals) for goals in table.goals),
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _square(table: WargameTable, number: int) -> WarSquare:
    square, near = table.spaces[number], (table.spaces[other].id for other in beside(number))
    return WarSquare(square.id, square.name, square.side, (square.row, square.column), tuple(near))


def _card(table: WargameTable, chit: Chit, language: str) -> WarCard:
    return WarCard(
        id=chit.id,
        name=table.name_of(chit, language),
        kind=chit.group,
        kind_name=_capital(rendering.spoken(table, language).say(_kind(chit))),
        deck=chit.deck,
        side=_side(chit),
        type=_type(chit),
        text=powers(table, chit, language) if isinstance(chit, Unit) else table.says(chit, language),
        strength=chit.strength if isinstance(chit, Unit) else 0,
        points=(chit.points or int("magic_user" in chit.is_)) if isinstance(chit, Unit) else 0,
        copies=chit.copies,
        tags=chit.is_ if isinstance(chit, Unit) else (),
        picture=chit_picture(chit),
        terrain=tile_terrain(chit) if isinstance(chit, Tile) and chit.copies > 1 else "",
        provenance=chit.provenance,
        note=note_in(language, chit.note),
        examples=tuple(example_in_short(node, language) for node in chit.examples),
    )


def _side(chit: Chit) -> str:
    return str(chit.side) if isinstance(chit, Tile | Unit | Spell) else ""


def _type(chit: Chit) -> str:
    if isinstance(chit, Unit):
        return str(chit.type)
    return str(chit.slot) if isinstance(chit, Item) else str(chit.lasts) if isinstance(chit, Spell) else ""


def _kind(chit: Chit) -> Part:
    """Return what a chit is, for people: `Good Character`, `Neutral tile`, `Weapon`, `Curse`."""
    if isinstance(chit, Unit):
        classes = [sort_of(name) for name in chit.is_]
        parts = {"classes": listed(classes, "and") if classes else Text(""), "type": phrase(f"type_{chit.type}")}
        return phrase(f"kind_{chit.side}", **parts)
    if isinstance(chit, Tile):
        return phrase(f"tile_{chit.side}")
    if isinstance(chit, Item) and chit.slot:
        return phrase(f"slot_{chit.slot}")
    if isinstance(chit, Spell) and chit.lasts:
        return phrase(f"lasts_{chit.lasts}")
    return phrase(f"group_{chit.group}")
