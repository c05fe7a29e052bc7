"""The description of all words in language.json: compiled classes have no annotations, so it lists their fields.

It is written by tools/build_language.py from the sources, and the schema of the editor is made from it too.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

RECORD = "record"
"""The family, in language.json, of the classes that are no words: a card, a space, a hook."""


@cache
def described() -> dict[str, Any]:
    """Return the content of language.json, by rulebook, family and word; it is read once."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("language.json").read_text(encoding="utf-8"))
    return found


def told_fields(rulebook: str, family: str, word: str) -> dict[str, str]:
    """Return the fields of a word, or of a record by the name of its class, and the names of their types."""
    fields = described()[rulebook][family or RECORD][word]["fields"]
    return {field["attribute"]: field["type"] for field in fields}
