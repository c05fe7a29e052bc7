"""Write language.json, which tells of every word of the packs; `--check` says whether it is stale.

python tools/build_language.py           src/stormriver/language/language.json
python tools/build_language.py --check   exit 1 if it is not what the classes of the words say

By rulebook (`language`: what all of them share) and family (effect, condition, value; record: cards, spaces, hooks and
what else is read by its keys) it tells of each word its fields and the first line of its docstring with its examples:

    key        how the field is written in YAML; the first one of a word stands behind the word itself
    attribute  its name in Python
    type       the name of its type, by which its decoder is registered
    required   whether it must be given
    default    what holds if it is left out, in words
    says       what it is for, where the source says so behind it
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from pathlib import Path
from typing import Any

from pages.words import comments, left_out
from stormriver.language.described import RECORD, family_of
from stormriver.language.grammar import LANGUAGE, Condition, Effect, Value, Word, fields, key_of, rulebook_of

TOLD = Path(__file__).resolve().parent.parent / "src" / "stormriver" / "language" / "language.json"
RULEBOOKS = (LANGUAGE, "adventure", "wargame")
FAMILIES = (Effect.family, Condition.family, Value.family, RECORD)


def classes() -> list[type[Word]]:
    """Return every word, and every record that has fields."""
    found: list[type[Word]] = []
    waiting: list[type[Word]] = [Word]
    while waiting:
        cls = waiting.pop()
        waiting.extend(cls.__subclasses__())
        if cls.word or fields(cls):
            found.append(cls)
    return sorted(found, key=name_of)


def name_of(cls: type[Word]) -> str:
    """Return the key of a word: how it is written; of a record its class."""
    return cls.word or cls.__name__


def entry(cls: type[Word]) -> dict[str, Any]:
    """Return the entry of a word or record."""
    says = inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
    told = comments(cls)
    return {"says": says, "fields": [field(cls, name, kind, told[name]) for name, kind in fields(cls).items()]}


def field(cls: type[Word], name: str, kind: str, says: str) -> dict[str, Any]:
    """Return the entry of a field."""
    required = not hasattr(cls, name)
    default = "" if required else left_out(cls, name).strip("`")
    return {
        "key": key_of(name),
        "attribute": name,
        "type": kind,
        "required": required,
        "default": default,
        "says": says,
    }


def language() -> dict[str, dict[str, dict[str, Any]]]:
    """Return all entries, by rulebook, family and word."""
    found: dict[str, dict[str, dict[str, Any]]] = {rulebook: {} for rulebook in RULEBOOKS}
    for rulebook in RULEBOOKS:
        for family in FAMILIES:
            known = [
                cls for cls in classes() if rulebook_of(cls) == rulebook and family_of(cls.family, cls.word) == family
            ]
            found[rulebook][family] = {name_of(cls): entry(cls) for cls in known}
    return found


def written(told: Any, depth: int = 0) -> str:
    """Return JSON with a line for each word and each field."""
    if not isinstance(told, dict | list) or not told or (isinstance(told, dict) and "key" in told):
        return json.dumps(told, ensure_ascii=False)
    margin = " " * (depth + 1)
    if isinstance(told, list):
        parts = [f"{margin}{written(item, depth + 1)}" for item in told]
    else:
        parts = [f"{margin}{json.dumps(key)}: {written(item, depth + 1)}" for key, item in told.items()]
    opening, closing = "[]" if isinstance(told, list) else "{}"
    return "\n".join([opening, ",\n".join(parts), " " * depth + closing])


def main() -> int:
    """Write the file, or with `--check` say whether it is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file is stale")
    text = written(language()) + "\n"
    if not parser.parse_args().check:
        TOLD.write_text(text, encoding="utf-8")
        return 0
    if TOLD.exists() and TOLD.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TOLD.name} is stale; run python tools/build_language.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
