"""The book of a table: maps, cards, rules and settings in words, all that never changes during a game."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card as CardDefinition
from stormriver.adventure.model.definitions import Gate as GateDefinition
from stormriver.adventure.model.definitions import Space as SpaceDefinition
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.english import ability_text, card_text
from stormriver.adventure.words.movement import Enter
from stormriver.kernel.table import once_a_table
from stormriver.language.english import sentence
from stormriver.presentation.adventure.facts import Book, Card, Gate, Map, Region, Space
from stormriver.presentation.adventure.ids import action_of, space_name
from stormriver.presentation.adventure.stat_breakdown import rates
from stormriver.presentation.facts import Ability, Deck, MarkKind, Rule
from stormriver.presentation.names import title
from stormriver.presentation.rulebook import chapter, rules
from stormriver.presentation.settings import choices
from stormriver.scenario.explanation import example_in_short


@once_a_table
def book_of(table: AdventureTable) -> Book:
    """Return the book of a table."""
    ruleset = table.ruleset
    return Book(
        preset=ruleset.preset,
        name=ruleset.layers[0].mapping()["name"].text(),
        packs=tuple(ruleset.added),
        options=choices(ruleset),
        maps=_maps(table),
        spaces={space.id: _space(table, space) for space in table.spaces},
        cards={card.id: _card(table, card) for card in table.definitions},
        decks={deck.id: Deck(deck.id, deck.name, deck.hidden) for deck in table.decks},
        marks={mark.id: MarkKind(mark.id, mark.name, card_text(table, mark)) for mark in table.marks},
        rates=rates(table),
        rules={rule.id: Rule(rule.id, rule.title, rule.text, chapter(rule)) for rule in rules(table).values()},
    )


# maps


def _maps(table: AdventureTable) -> tuple[Map, ...]:
    """Return the maps in the order in which their regions are laid, each with its regions from the outermost in."""
    return tuple(_map(table, name) for name in dict.fromkeys(region.map for region in table.regions.values()))


def _map(table: AdventureTable, name: str) -> Map:
    regions = sorted((region for region in table.regions.values() if region.map == name), key=lambda one: one.level)
    ids = {region.id for region in regions}
    plan = [space.at for space in table.spaces if space.region in ids and space.at]
    rows, columns = (1 + max((at[axis] for at in plan), default=0) for axis in (0, 1))
    found = tuple(Region(region.id, region.name, region.level) for region in regions)
    return Map(name, title(name), rows, columns, found)


def _space(table: AdventureTable, space: SpaceDefinition) -> Space:
    row, column = space.at or (0, 0)
    return Space(
        id=space.id,
        name=space_name(space),
        map=table.regions[space.region].map,
        region=space.region,
        kind=space.kind or space.id,
        at=(row, column),
        text=card_text(table, space),
        draw=space.draw,
        next=space.next,
        gates=tuple(_gate(table, gate) for gate in space.gates),
        provenance=space.provenance,
        note=space.note,
    )


def _gate(table: AdventureTable, gate: GateDefinition) -> Gate:
    said = [] if gate.bars.settled() else [sentence(f"only if {gate.bars.english()}")]
    said += [] if isinstance(gate.pass_, Enter) else gate.pass_.sentences()
    return Gate(gate.to, " ".join(said), gate.river)


# cards


def _card(table: AdventureTable, card: CardDefinition) -> Card:
    start = table.spaces[card.start].id if card.kind == "character" else ""
    return Card(
        id=card.id,
        name=card.name,
        kind=card.kind,
        kind_name=table.kinds[card.kind].name,
        deck=card.deck,
        text=card_text(table, card).partition("\n")[0],  # a character's abilities stand by themselves
        strength=card.strength,
        craft=card.craft,
        copies=nouns(table).copies[card.id],
        order=card.order,
        tags=card.tags,
        action=action_of(table, card),
        provenance=card.provenance,
        note=card.note,
        examples=tuple(example_in_short(node) for node in card.examples),
        alignment=card.alignment,
        start=start,
        life=card.life,
        fate=card.fate,
        gold=card.gold,
        abilities=tuple(Ability(ability.name, ability_text(ability)) for ability in card.abilities),
    )
