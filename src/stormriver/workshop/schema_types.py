"""What may stand in the fields of words, as JSON Schema, by the types by which they are read; and which ids there are.

A type that is not listed here may hold anything, so a rulebook of somebody else's has schemas too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from stormriver.adventure.model.actions import ACTIONS, REPLACED
from stormriver.adventure.model.columns import COUNTERS
from stormriver.adventure.model.definitions import ACTIONS as DEEDS
from stormriver.adventure.model.definitions import MOVES, PROVENANCES
from stormriver.adventure.model.moments import EVENTS
from stormriver.adventure.model.moments import NAMED as MOMENTS
from stormriver.adventure.model.types import ALIGNMENTS, MOST_DICE, WHO
from stormriver.art.vocabulary import GROUNDS, LANDMARKS, vocabulary
from stormriver.language.amounts import MOST
from stormriver.wargame.model import definitions as war
from stormriver.wargame.model.moments import NAMED as WAR_MOMENTS

Schema = dict[str, Any]
RESULTS = "^[0-9]+(-[0-9]+)?$"
"""The results of dice as keys of a table: `4` or `2-3`."""
ADDED_GATE = "AddedGate"
"""What is called a gate that is added to a space of another pack."""
IMPLIED = {"Character": ("Card", "kind")}
"""Records that are another one, of which a key need not be said."""
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST}
WHOLE: Schema = {"type": "integer", "minimum": -MOST, "maximum": MOST}


def definition(kind: str) -> str:
    """Return the name under which the definitions of a schema hold a type."""
    return re.sub(r"\W+", "_", kind).strip("_")


def at(kind: str) -> Schema:
    """Return a reference to a type, family or record."""
    return {"$ref": f"#/definitions/{definition(kind)}"}


def lists(item: Schema) -> Schema:
    """Return the schema of one thing, or a list of them."""
    return {"anyOf": [item, {"type": "array", "items": item}]}


def words(known: Iterable[str]) -> Schema:
    """Return the schema of one of some words and no other."""
    return {"enum": list(known)}


def proposed(known: Iterable[str]) -> Schema:
    """Return the schema of a name that may be any, but that an editor completes to a known one."""
    found = sorted(set(known))
    return {"type": "string", "anyOf": [{"enum": found}, {}]} if found else TEXT


def mapping(keys: Schema, values: Schema, **more: Schema) -> Schema:
    """Return the schema of a mapping: what its keys may be, what stands behind them; and keys of another kind."""
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"anyOf": [keys, words(more)]} if more else keys,
        "properties": more,
        "additionalProperties": values,
    }


def proposals(table: Any, counters: Iterable[str]) -> dict[str, Collection[str]]:
    """Return the ids of a table by what they are called: `thing` is all that words speak of.

    Args:
        table: of the rulebook that a pack is for.
        counters: those that the pack brings.
    """
    ruleset = table.ruleset
    cards = {card.id for card in table.definitions}
    spaces = {space.id for space in table.spaces}
    found = {
        "card": cards,
        "counter": [*COUNTERS, *counters],
        "space": spaces,
        "mark": {mark.id for mark in table.marks},
        "option": set(ruleset.options),
        "deck": {deck.id for deck in getattr(table, "decks", ())},
        "number": set(getattr(table, "number_names", ())),
        "purpose": {name for name in getattr(table, "purposes", ()) if name},
        "region": set(getattr(table, "regions", ())),
        "kind": set(getattr(table, "kinds", ())),
        "ability": set(getattr(table, "abilities", ())),
    }
    named = {name for thing in (*table.definitions, *table.spaces) for name in getattr(thing, "names", ())}
    return {**found, "thing": {"any", *named, *cards, *spaces}}


def types(rulebook: str, known: Mapping[str, Iterable[str]]) -> dict[str, Schema]:
    """Return the schemas of the types of fields of a rulebook by the names of their definitions.

    Args:
        rulebook: its name.
        known: the ids that are proposed, see `proposals`.
    """
    found = {f"an id of a {kind}": proposed(ids) for kind, ids in known.items()}
    found["an id of a counter"] = words(known["counter"])  # a pack has named its own already
    found |= SHARED | {"adventure": ADVENTURE, "wargame": WARGAME}.get(rulebook, {})
    return {definition(kind): schema for kind, schema in found.items()}


def id_of(kind: str, *more: str) -> Schema:
    """Return the schema of an id of something, see `proposals`, or one of further words."""
    own = at(f"an id of a {kind}")
    return {"anyOf": [words(more), own]} if more else own


SHARED: dict[str, Schema] = {
    "str": TEXT,
    "int": COUNT,
    "SignedInt": WHOLE,
    "bool": {"type": "boolean"},
    "Signed": at("Value"),
    "Art": lists(words(vocabulary())),
    "tuple[str, ...]": lists(TEXT),
    "tuple[Node, ...]": {"type": "array", "items": {"type": "object"}},
    "tuple[Condition, ...]": lists(at("Condition")),
    "tuple[Effect, ...]": {"type": "array", "items": at("Effect")},
    "dict[int, Effect]": mapping(TEXT, at("Effect")),
    "OptionRef": id_of("option"),
    "Things": lists(id_of("thing")),
}
"""The types of fields of all rulebooks."""


THINGS = lists(id_of("thing"))
WHEN = {"when": at("Condition")}
DESTINATION: Schema = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {
        "region": id_of("region", "same"),
        "kind": id_of("thing"),
        "opposite": {"type": "boolean"},
        "other": {"type": "boolean"},
        "except": THINGS,
        "along": at("Value"),
        "against": at("Value"),
    },
}
DIE_TABLE: Schema = {
    "type": "object",
    "minProperties": 1,
    "patternProperties": {RESULTS: at("Effect")},
    "additionalProperties": False,
}
DICE: Schema = {
    "allOf": [at("Value"), {"anyOf": [{"type": ["object", "string"]}, {"minimum": 1, "maximum": MOST_DICE}]}]
}
ADVENTURE: dict[str, Schema] = {
    "UpTo": {"anyOf": [words(["all"]), at("Value")]},
    "Who": words(WHO),
    "Moments": lists(words([*MOMENTS, *EVENTS])),
    "Column": at("an id of a counter"),
    "Alignment": words(ALIGNMENTS),
    "AlignmentTable": mapping(words(ALIGNMENTS), at("Effect")),
    "VisitTable": mapping(TEXT, at("Effect")),
    "Amounts": mapping(at("an id of a counter"), at("UpTo")),
    "Counts": mapping(at("an id of a counter"), at("Value")),
    "Dice": DICE,
    "DieTable": DIE_TABLE,
    "TableOrDice": {"anyOf": [at("DieTable"), at("Dice")]},
    "Prices": {"anyOf": [words(["printed"]), mapping(id_of("card"), COUNT)]},
    "Copies": {"anyOf": [COUNT, mapping(words(["option"]), id_of("option"))]},
    "Cards": THINGS,
    "ThingsOrThis": THINGS,
    "ThingsOrAll": THINGS,
    "Around": THINGS,
    "CreatureKinds": THINGS,
    "Gift": {"anyOf": [THINGS, mapping(words(["gold"]), at("Value"))]},
    "SpaceRef": id_of("space"),
    "ChosenSpace": id_of("space", "chosen", "here"),
    "SpaceOrThis": id_of("space", "this"),
    "CardRef": id_of("card"),
    "FetchedCard": id_of("card", "any"),
    "DeckRef": id_of("deck"),
    "DeckRefs": lists(id_of("deck", "any")),
    "MarkRef": id_of("mark"),
    "NumberRef": id_of("number"),
    "Purpose": id_of("purpose"),
    "tuple[int, ...]": {"type": "array", "items": COUNT},
    "tuple[Modify, ...]": lists(
        mapping(id_of("number"), {"anyOf": [at("Value"), mapping(words(["at_most"]), COUNT)]}, **WHEN)
    ),
    "tuple[Permission, ...]": lists(mapping(words(ACTIONS), THINGS, **WHEN)),
    "tuple[Replace, ...]": lists(mapping(words(REPLACED), THINGS, **WHEN, do=at("Effect"))),
    "tuple[Act, ...]": lists(at("Act")),
    "tuple[Trigger, ...]": lists(at("Trigger")),
    "tuple[Gate, ...]": lists(at("Gate")),
    "tuple[Landmark, ...]": lists(at("Landmark")),
    "tuple[Ability, ...]": {"type": "array", "items": at("Ability")},
    "Cast | None": at("Cast"),
    "Destination": {"anyOf": [id_of("space"), DESTINATION]},
    ADDED_GATE: {"type": "object", "required": ["from", "to"]},
}
"""The types of fields of the adventure games."""
WARGAME: dict[str, Schema] = {
    "Moments": lists(words(WAR_MOMENTS)),
    "MarkName": id_of("mark"),
    "tuple[Gift, ...]": lists(at("Gift")),
}
"""The types of fields of the wargame."""


def sections(rulebook: str) -> dict[str, str]:
    """Return what a file of a rulebook's cards may hold: by key the record that stands there in a list."""
    adventure = {
        "deck": "DeckRef",
        "cards": "Card",
        "characters": "Character",
        "spaces": "Space",
        "gates": ADDED_GATE,
        "regions": "Region",
        "marks": "MarkKind",
    }
    chits = {
        "tiles": "Tile",
        "units": "Unit",
        "items": "Item",
        "spells": "Spell",
        "abilities": "Ability",
        "marks": "MarkKind",
    }
    return {"adventure": adventure, "wargame": chits}.get(rulebook, {})


def record_keys(rulebook: str) -> dict[tuple[str, str], Schema]:
    """Return what may stand behind keys of records where their types say less, by record and key."""
    provenance = words(PROVENANCES)
    sides = words(("good", "evil", "neutral"))
    if rulebook == "wargame":
        chits = ("Tile", "Unit", "Item", "Spell")
        return {
            **{(chit, "provenance"): provenance for chit in chits},
            ("Tile", "side"): sides,
            ("Unit", "side"): sides,
            ("Unit", "type"): words(("character", "monster")),
            ("Item", "slot"): words(war.SLOTS),
            ("Spell", "target"): words(war.TARGETS),
            ("Spell", "lasts"): words(("", "curse", "boon")),
            ("Gift", "to"): words(war.REACHES),
            ("MarkKind", "forbids"): lists(words(war.FORBIDDEN)),
        }
    if rulebook != "adventure":
        return {}
    return {
        ("Card", "like"): {
            "type": "string",
            "description": "The id of a card that it takes over what it does not say.",
        },
        ("Card", "provenance"): provenance,
        ("Card", "action"): words(DEEDS),
        ("Card", "alignment"): words(ALIGNMENTS),
        ("Card", "not_for"): lists(words(ALIGNMENTS)),
        ("Space", "provenance"): provenance,
        ("Region", "moves"): words(MOVES),
        ("Region", "ground"): words(GROUNDS),
        ("Landmark", "draw"): words(LANDMARKS),
    }
