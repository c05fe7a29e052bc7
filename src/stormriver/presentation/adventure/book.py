"""The book of a table: maps, cards, rules and settings in words, all that never changes during a game."""

from __future__ import annotations

from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.definitions import Ability as AbilityDefinition
from stormriver.adventure.model.definitions import Card as CardDefinition
from stormriver.adventure.model.definitions import Gate as GateDefinition
from stormriver.adventure.model.definitions import Region as RegionDefinition
from stormriver.adventure.model.definitions import Space as SpaceDefinition
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.says import ability_name
from stormriver.adventure.text.spoken import ability_text, card_text, effect_text, starting_text
from stormriver.adventure.words.movement import Enter
from stormriver.kernel.table import once_a_table
from stormriver.language import rendering
from stormriver.language.clauses import Sentences, phrase
from stormriver.language.message import note_in
from stormriver.presentation.adventure.die_tables import die_tables
from stormriver.presentation.adventure.facts import Book, Card, Gate, Landmark, Map, Region, Space
from stormriver.presentation.adventure.ids import action_of
from stormriver.presentation.adventure.pictures import card_picture, form_picture, space_picture
from stormriver.presentation.adventure.stat_breakdown import rates
from stormriver.presentation.facts import Ability, Deck, MarkKind
from stormriver.presentation.game_settings import choices
from stormriver.presentation.names import named_in, title
from stormriver.presentation.rule_texts import told_rules
from stormriver.scenario.explanation import example_in_short


@once_a_table
def book_of(table: AdventureTable, language: str = "en") -> Book:
    """Return the book of a table in a language."""
    ruleset = table.ruleset
    return Book(
        preset=ruleset.preset,
        name=named_in(language, "preset", ruleset.preset, ruleset.layers[0].mapping()["name"].text()),
        packs=tuple(ruleset.added),
        options=choices(ruleset, language),
        maps=_maps(table, language),
        spaces={space.id: _space(table, space, language) for space in table.spaces},
        cards={card.id: _card(table, card, language) for card in table.definitions},
        decks={deck.id: Deck(deck.id, table.name_of(deck, language), deck.hidden) for deck in table.decks},
        marks={
            mark.id: MarkKind(
                mark.id, table.name_of(mark, language), card_text(table, mark, language), form_picture(mark)
            )
            for mark in table.marks
        },
        rates=rates(table) | _rate_of_trophies(table),
        rules=told_rules(table, language),
    )


def _rate_of_trophies(table: AdventureTable) -> dict[str, int]:
    """Return how many points of trophies buy a point of Strength or Craft, where trophies are kept."""
    return {"trophies": int(table.options["trophy_points"])} if table.trophies_kept else {}


# maps


def _maps(table: AdventureTable, language: str) -> tuple[Map, ...]:
    """Return the maps in the order in which their regions are laid, each with its regions from the outermost in."""
    names = dict.fromkeys(region.map for region in table.regions.values())
    titles = [title(name) for name in names]
    return tuple(_map(table, name, titles.count(title(name)) == 1, language) for name in names)


def _map(table: AdventureTable, name: str, single: bool, language: str) -> Map:
    """Return a map; one of several that packs call alike is named after its outermost Region."""
    regions = sorted((region for region in table.regions.values() if region.map == name), key=lambda one: one.level)
    ids = {region.id for region in regions}
    plan = [space.at for space in table.spaces if space.region in ids and space.at]
    rows, columns = (1 + max((at[axis] for at in plan), default=0) for axis in (0, 1))
    called = title(name) if single else table.name_of(regions[0], language)
    return Map(name, called, rows, columns, tuple(_region(table, region, language) for region in regions))


def _region(table: AdventureTable, region: RegionDefinition, language: str) -> Region:
    landmarks = tuple(Landmark(one.draw, _pair(one.at), _pair(one.size)) for one in region.landmarks)
    return Region(region.id, table.name_of(region, language), region.level, region.ground, landmarks)


def _pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    first, second = numbers
    return first, second


def _space(table: AdventureTable, space: SpaceDefinition, language: str) -> Space:
    row, column = space.at or (0, 0)
    return Space(
        id=space.id,
        name=table.name_of(space, language),
        map=table.regions[space.region].map,
        region=space.region,
        kind=space.kind or space.id,
        at=(row, column),
        text=card_text(table, space, language),
        draw=space.draw,
        next=space.next,
        gates=tuple(_gate(table, gate, language) for gate in space.gates),
        picture=space_picture(space),
        provenance=space.provenance,
        note=note_in(language, space.note),
        tables=die_tables(table, space, language),
    )


def _gate(table: AdventureTable, gate: GateDefinition, language: str) -> Gate:
    say = rendering.spoken(table, language).say
    said = [] if gate.bars.settled() else [say(Sentences((phrase("only_if", condition=gate.bars.clause()),)))]
    said += [] if isinstance(gate.pass_, Enter) else [effect_text(table, gate.pass_, language)]
    return Gate(gate.to, " ".join(said), gate.river)


# cards


def _ability(table: AdventureTable, card: CardDefinition, ability: AbilityDefinition, language: str) -> Ability:
    return Ability(
        rendering.spoken(table, language).say(ability_name(card, ability)), ability_text(table, ability, language)
    )


def _card(table: AdventureTable, card: CardDefinition, language: str) -> Card:
    character = card.kind == "character"
    return Card(
        id=card.id,
        name=table.name_of(card, language),
        kind=card.kind,
        kind_name=table.name_of(table.kinds[card.kind], language),
        deck=card.deck,
        text=(starting_text if character else card_text)(table, card, language),
        strength=card.strength,
        craft=card.craft,
        copies=things(table).copies[card.id],
        order=card.order,
        tags=card.tags,
        action=action_of(table, card),
        picture=card_picture(card),
        provenance=card.provenance,
        note=note_in(language, card.note),
        examples=tuple(example_in_short(node, language) for node in card.examples),
        alignment=card.alignment,
        start=table.spaces[card.start].id if character else "",
        life=card.life,
        fate=card.fate,
        gold=card.gold,
        abilities=tuple(_ability(table, card, ability, language) for ability in card.abilities),
    )
