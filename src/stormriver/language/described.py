"""What language.json tells of the words: compiled classes know no annotations, so their fields are read from there.

It is written by tools/build_language.py from the sources, and the schema of the editor is made from it too.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

RECORD = "record"
"""What stands for the family of a class that is no word of its own: a card, a space, a hook."""


@cache
def described() -> dict[str, Any]:
    """Return all that is told: by rulebook, family and word."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("language.json").read_text(encoding="utf-8"))
    return found


def told_fields(rulebook: str, family: str, word: str) -> dict[str, str]:
    """Return the fields of a word, or of a record by the name of its class, and the names of their types."""
    fields = described()[rulebook][family or RECORD][word]["fields"]
    return {field["attribute"]: field["type"] for field in fields}
