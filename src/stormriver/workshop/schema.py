"""JSON Schemas of the files of packs, made of what the language tells of its words, for editors.

A schema sees what a file says by itself: words, keys, kinds of values. Ids are only proposed, since a pack may make up
its own; whether they are there, and whether a word is given what it needs, is what `stormriver pack check` finds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from stormriver.language.described import RECORD, described
from stormriver.language.former import LANGUAGE_TODAY
from stormriver.language.pack_about import ID, VERSION
from stormriver.language.pack_keys import NUMBER_KEYS, OPTION_KEYS, PACK_KEYS, RULE_KEYS, Key
from stormriver.language.registry import LANGUAGE
from stormriver.language.ruleset import rulebook_of
from stormriver.workshop.bench import table_of
from stormriver.workshop.schema_types import (
    IMPLIED,
    Schema,
    at,
    definition,
    lists,
    proposals,
    record_keys,
    sections,
    types,
)

SCHEMAS = "schemas"
"""The folder of a pack into which they are written for its author's editor."""
DIALECT = "http://json-schema.org/draft-07/schema#"
"""The dialect that editors understand best."""
FAMILIES = ("effect", "condition", "value")


def schemas(preset: str, counters: Iterable[str] = ()) -> dict[str, Schema]:
    """Return the schemas of the files of a pack by their names: `pack`, `cards` (all that holds them) and `rules`.

    Args:
        preset: the rulebook that the pack is for, whose ids are proposed.
        counters: the ids of those that the pack brings.
    """
    rulebook = rulebook_of(preset)
    table = table_of(preset, {})
    definitions = _definitions(rulebook, proposals(table, counters))
    shown = sections(rulebook)
    cards = {
        "$schema": DIALECT,
        "title": f"Cards of a Stormriver pack for {preset}",
        "type": "object",
        "additionalProperties": False,
        "properties": {key: _section(kind) for key, kind in shown.items()},
        "definitions": definitions,
    }
    return {"pack": _pack(definitions), "cards": cards, "rules": _rules()}


def written(schema: Schema) -> str:
    """Return a schema as the text of a file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _section(kind: str) -> Schema:
    """Return the schema of a section of a file: one name, or a list of records."""
    reference = at(kind)
    return reference if kind == "DeckRef" else {"type": "array", "items": reference}


def _definitions(rulebook: str, known: Mapping[str, Iterable[str]]) -> dict[str, Schema]:
    """Return the schemas of all families, records and types of fields of a rulebook."""
    told = _told(rulebook)
    found = dict(types(rulebook, known))
    for family in FAMILIES:
        found |= _family(family, told.get(family, {}))
    for name, entry in told[RECORD].items():
        found[name] = _record(name, entry, record_keys(rulebook))
    for name, (model, key) in IMPLIED.items():
        if model in found:
            found[name] = _record(model, told[RECORD][model], record_keys(rulebook), implied=key)
    asked = (field["type"] for entries in told.values() for entry in entries.values() for field in entry["fields"])
    return {**{definition(kind): {} for kind in asked}, **found}


def _told(rulebook: str) -> dict[str, dict[str, Any]]:
    """Return what the language tells of its words and a rulebook's, by family and word."""
    parts = [described().get(name, {}) for name in (LANGUAGE, rulebook)]
    families = dict.fromkeys((*FAMILIES, RECORD))
    return {
        family: {word: entry for part in parts for word, entry in part.get(family, {}).items()} for family in families
    }


def _family(family: str, told: Mapping[str, Any]) -> dict[str, Schema]:
    """Return the schemas of a family: any of its words, each by itself, and what stands for one without being one."""
    name = family.capitalize()
    bare = [word for word, entry in told.items() if not any(field["required"] for field in entry["fields"])]
    choices: list[Schema] = [
        {"enum": bare, "enumDescriptions": [told[word]["says"] for word in bare]} if bare else {"enum": []},
        *(at(f"{family}_{word}") for word in told if told[word]["fields"]),
    ]
    if family == "effect":
        choices.append({"type": "array", "minItems": 1, "items": at(name)})
    if family == "value":
        choices.append({"type": "integer", "maximum": 1000, "minimum": -1000})
    found: dict[str, Schema] = {name: {"anyOf": choices}}
    for word, entry in told.items():
        if entry["fields"]:
            found[f"{family}_{word}"] = _word(word, entry)
    return found


def _word(word: str, entry: Mapping[str, Any]) -> Schema:
    """Return the schema of a word in a mapping: its main field stands behind it, the others beside it."""
    main, *others = entry["fields"]
    properties = {word: _field(main, entry["says"]), **{field["key"]: _field(field) for field in others}}
    required = [word, *(field["key"] for field in others if field["required"])]
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _record(name: str, entry: Mapping[str, Any], keys: Mapping[tuple[str, str], Schema], implied: str = "") -> Schema:
    """Return the schema of a record, e.g. a card; one that is `like` another need not say what is required."""
    properties = {field["key"]: keys.get((name, field["key"])) or _field(field) for field in entry["fields"]}
    required = [field["key"] for field in entry["fields"] if field["required"] and field["key"] != implied]
    found: Schema = {"type": "object", "additionalProperties": False, "description": entry["says"]}
    if (name, "like") in keys:
        properties["like"] = keys[name, "like"]
        found |= {"required": ["id"], "anyOf": [{"required": ["like"]}, {"required": required}]}
    elif required:
        found["required"] = required
    return found | {"properties": properties}


def _field(field: Mapping[str, Any], says: str = "") -> Schema:
    """Return the schema of a field: what may stand there, what it is for and what holds if it is left out."""
    told = says or _sentence(field["says"])
    told = told if field["required"] else f"{told} Left out: {field['default']}.".strip()
    reference = at(field["type"])
    return {"description": told, "allOf": [reference]} if told else reference


def _sentence(says: str) -> str:
    """Return what is said of a key in the sources as a sentence for whoever points at it."""
    return f"{says[:1].upper()}{says[1:]}." if says else ""


def _keyed(keys: Mapping[str, Key], known: Mapping[str, Schema], *required: str) -> Schema:
    """Return the schema of a mapping by its keys: each a text with its description, or what is known of it."""
    properties = {
        key: {**known.get(key, {"type": "string"}), "description": _sentence(told.says)} for key, told in keys.items()
    }
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": properties}


def _pack(definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema of `pack.yaml`."""
    names: Schema = {"type": "array", "items": {"type": "string"}}
    ids = lists({"type": "string"})
    known: dict[str, Schema] = {
        "language": {"const": LANGUAGE_TODAY},
        "id": {"type": "string", "pattern": f"^{ID.pattern}$"},
        "version": {"type": "string", "pattern": f"^{VERSION.pattern}$"},
        **dict.fromkeys(("languages", "for", "with", "needs", "conflicts", "without", "replaces"), ids),
        "tags": names,
        "purposes": names,
        "options": {"type": "object", "additionalProperties": _option()},
        "numbers": {"type": "object", "additionalProperties": _number()},
    }
    rule = "HouseRule" if "HouseRule" in definitions else "Ability"
    for key, kind in (("kinds", "Kind"), ("decks", "Deck"), ("rules", rule)):
        known[key] = {"type": "array", "items": at(kind) if kind in definitions else {}}
    counter = {"anyOf": [{"type": "integer"}, at("Counter")]} if "Counter" in definitions else {}
    known["components"] = {"type": "object", "additionalProperties": counter}
    return {
        "$schema": DIALECT,
        "title": "What a Stormriver pack says of itself",
        **_keyed(PACK_KEYS, known, "language"),
        "definitions": dict(definitions),
    }


def _option() -> Schema:
    """Return the schema of an option of a pack."""
    known: dict[str, Schema] = {
        "default": {"type": ["boolean", "integer", "string"]},
        "least": {"type": "integer"},
        "most": {"type": "integer"},
        "words": {"type": "array", "items": {"type": "string"}},
        "steps": {"type": "object", "additionalProperties": {"type": "string"}},
    }
    return _keyed(OPTION_KEYS, known, "default", "text")


def _number() -> Schema:
    """Return the schema of a number of a pack."""
    known: dict[str, Schema] = {"default": {"type": "integer", "minimum": 0}, "stat": {"type": "boolean"}}
    return _keyed(NUMBER_KEYS, known, "default", "text")


def _rules() -> Schema:
    """Return the schema of `rules.yaml`."""
    known: dict[str, Schema] = {"page": {"type": "integer"}, "holds_with": {"type": "object"}}
    rule = {**_keyed(RULE_KEYS, known, "id", "title", "text"), "additionalProperties": True}  # ours say what tests need
    return {
        "$schema": DIALECT,
        "title": "Rules of a Stormriver pack in words",
        "type": "object",
        "required": ["rules"],
        "properties": {"rules": {"type": "array", "items": rule}},
    }
