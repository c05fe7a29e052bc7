"""The words and keys that packs and scenario files are written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stormriver.language.described import described
from stormriver.language.former import LANGUAGE_TODAY
from stormriver.language.pack_keys import NUMBER_KEYS, OPTION_KEYS, PACK_KEYS, RULE_KEYS
from stormriver.scenario.files import KEYS, rulebook_named
from stormriver.workshop.schema_types import sections

RULEBOOKS = ("adventure", "wargame")
FILES = {"pack.yaml": PACK_KEYS, "options": OPTION_KEYS, "numbers": NUMBER_KEYS, "rules.yaml": RULE_KEYS}


def lines() -> Iterator[str]:
    """Tell all words and keys."""
    yield f"language: {LANGUAGE_TODAY}"
    for file, keys in FILES.items():
        yield from (f"{file}: {key}" for key in keys)
    yield from (f"scenario: {key}" for key in KEYS)
    for rulebook in RULEBOOKS:
        yield from (f"{rulebook} scenario: {key}" for key in rulebook_named(rulebook).keys)
        yield from (f"{rulebook} section {section}" for section in sections(rulebook))
    for rulebook, families in described().items():
        for family, told in families.items():
            for word, entry in told.items():
                yield from of_word(f"{rulebook} {family} {word}", entry["fields"])


def of_word(name: str, fields: list[Mapping[str, Any]]) -> Iterator[str]:
    """Tell a word or record: the keys that have to be given in one line, then each other with what it is left out."""
    yield " ".join([f"{name}:", *(field["key"] for field in fields if field["required"])])
    yield from (f"{name}, {field['key']}: else {field['default']}" for field in fields if not field["required"])
