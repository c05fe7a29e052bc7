"""The book of a wargame: map, chits, phases, rules and settings in words, all that never changes during a game."""

from __future__ import annotations

from stormriver.kernel.table import once_a_table
from stormriver.language.clauses import phrase
from stormriver.language.english import listed, named
from stormriver.language.rendering import language
from stormriver.presentation.facts import Deck, MarkKind, Rule
from stormriver.presentation.rulebook import chapter, rules
from stormriver.presentation.settings import choices
from stormriver.presentation.wargame.facts import Phase, Power, WarBook, WarCard, WarSquare
from stormriver.scenario.explanation import example_in_short
from stormriver.wargame.analysis.under_way import PHASE_IDS
from stormriver.wargame.model.definitions import Chit, Item, Spell, Tile, Unit
from stormriver.wargame.model.nouns import CUPS
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.english import powers
from stormriver.wargame.text.wording import PHASES as PHASE_NAMES


@once_a_table
def book_of(table: WargameTable) -> WarBook:
    """Return the book of a table."""
    ruleset = table.ruleset
    return WarBook(
        preset=ruleset.preset,
        name=ruleset.layers[0].mapping()["name"].text(),
        packs=tuple(ruleset.added),
        options=choices(ruleset),
        squares={one.id: WarSquare(one.id, one.name, one.side, (one.row, one.column)) for one in table.spaces},
        cards={chit.id: _card(table, chit) for chit in table.definitions},
        decks={cup: Deck(cup, named(name.removeprefix("the ")), True) for cup, name in CUPS.items()},
        marks={mark.id: MarkKind(mark.id, mark.name, table.says(mark)) for mark in table.marks},
        rules={rule.id: Rule(rule.id, rule.title, rule.text, chapter(rule)) for rule in rules(table).values()},
        phases=tuple(Phase(phase, name) for phase, name in zip(PHASE_IDS, PHASE_NAMES, strict=True)),
        power=tuple(Power(points, grants) for points, grants in table.magic_power),
        goals=tuple(tuple(goals) for goals in table.goals),
    )


def _card(table: WargameTable, chit: Chit) -> WarCard:
    return WarCard(
        id=chit.id,
        name=chit.name,
        kind=chit.group,
        kind_name=_kind(chit),
        deck=chit.deck,
        side=_side(chit),
        type=_type(chit),
        text=powers(table, chit) if isinstance(chit, Unit) else table.says(chit),
        strength=chit.strength if isinstance(chit, Unit) else 0,
        points=(chit.points or int("magic_user" in chit.is_)) if isinstance(chit, Unit) else 0,
        copies=chit.copies,
        tags=chit.is_ if isinstance(chit, Unit) else (),
        provenance=chit.provenance,
        note=chit.note,
        examples=tuple(example_in_short(node) for node in chit.examples),
    )


def _side(chit: Chit) -> str:
    return str(chit.side) if isinstance(chit, Tile | Unit | Spell) else ""


def _type(chit: Chit) -> str:
    if isinstance(chit, Unit):
        return str(chit.type)
    return str(chit.slot) if isinstance(chit, Item) else str(chit.lasts) if isinstance(chit, Spell) else ""


def _kind(chit: Chit) -> str:
    """Return what a chit is, for people: `Good Character`, `Neutral tile`, `Weapon`, `Curse`."""
    if isinstance(chit, Unit):
        classes = [language("en").say(phrase(f"sort_{name}")) for name in chit.is_]
        return f"{named(chit.side)} {listed(classes, 'and')} {chit.type}".replace("  ", " ")
    if isinstance(chit, Tile):
        return f"{named(chit.side)} tile"
    return named(_type(chit) or chit.group)
