"""The description of all words in language.json: compiled classes have no annotations, so it lists their fields.

It is written by tools/build_language.py from the sources, and the schema of the editor is made from it too.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

RECORD = "record"
"""The family, in language.json, of the classes that no key of a word stands for: a card, a space, a hook, a list."""


@cache
def described() -> dict[str, Any]:
    """Return the content of language.json, by rulebook, family and word; it is read once."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("language.json").read_text(encoding="utf-8"))
    return found


def told_fields(rulebook: str, family: str, word: str) -> dict[str, str]:
    """Return the fields of a word, or of a record by the name of its class, and the names of their types.

    A class without a word and without fields (a plain number, a condition that always holds) is not listed.
    """
    listed = described()[rulebook][family]
    if family == RECORD and word not in listed:
        return {}
    return {field["attribute"]: field["type"] for field in listed[word]["fields"]}


def family_of(family: str, word: str) -> str:
    """Return the family under which language.json lists a class of the family and word it has, if any."""
    return family if word else RECORD
