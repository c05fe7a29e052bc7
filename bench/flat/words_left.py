"""Counts the words of the language by what flat code would need for each, and the hooks beside them.

PYTHONPATH=src:bench .venv/bin/python -m flat.words_left
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from flat.compiler import WORDS
from stormriver.adventure.model.table import AdventureTable
from stormriver.api import table_for
from stormriver.language.grammar import Condition, Effect, Nothing, Value, words

SETUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "revised4": ("revised4", ()),
    "revised4 + city": ("revised4", ("city",)),
    "third": ("third", ()),
}
KNOWN = "in the study"
STRAIGHT = "straight: a few opcodes"
FRAME = "a frame: asks, rolls or fights under way"
TESTED = "a condition: a test and a jump"
COUNTED = "a value: a number on the way"
PYTHON = "Python of a pack"
ROWS = (KNOWN, STRAIGHT, FRAME, TESTED, COUNTED, PYTHON)


def needs(kind: type) -> str:
    """Return what flat code would need for a class of words."""
    if kind in WORDS or kind is Nothing:
        return KNOWN
    if not kind.__module__.startswith("stormriver."):
        return PYTHON
    if issubclass(kind, Condition):
        return TESTED
    if issubclass(kind, Value):
        return COUNTED
    return STRAIGHT if kind.step is Effect.step else FRAME  # type: ignore[attr-defined]


def classes() -> Counter[str]:
    """Return how many words of the adventure games need what."""
    families: list[dict[str, type[Any]]] = [words(family, "adventure") for family in (Effect, Condition, Value)]
    return Counter(needs(kind) for family in families for kind in family.values())


def spoken(table: AdventureTable) -> Counter[str]:
    """Return how often words of each need stand on the cards, spaces, marks and rules of a table."""
    known = (Effect, Condition, Value)
    return Counter(needs(type(word)) for word in table.words if isinstance(word, known))


def hooks(table: AdventureTable) -> Counter[str]:
    """Return how many hooks of each kind lie on cards, spaces, marks and rules of a table."""
    found: Counter[str] = Counter()
    found["numbers that change"] = sum(len(clauses) for rows in table.modifies for clauses in rows.clauses.values())
    for name, family in (
        ("permissions", [*table.allows.values(), *table.forbids.values()]),
        ("replacements", list(table.replaces.values())),
        ("triggers", list(table.triggers.values())),
    ):
        found[name] = sum(len(clauses) for rows in family for clauses in rows.clauses.values())
    found["acts and answers"] = sum(len(acts) for acts in table.acts.values())
    return found


def main() -> None:
    """Print both tables."""
    tables = {name: table_for(preset, 4, packs=packs) for name, (preset, packs) in SETUPS.items()}
    counted = {name: spoken(table) for name, table in tables.items() if isinstance(table, AdventureTable)}
    of_classes = classes()
    print(f"| a word needs | words | {' | '.join(f'said in {name}' for name in counted)} |")
    print("|---|---:|" + "---:|" * len(counted))
    for row in ROWS:
        print(f"| {row} | {of_classes[row]} | {' | '.join(str(found[row]) for found in counted.values())} |")
    hooked = {name: hooks(table) for name, table in tables.items() if isinstance(table, AdventureTable)}
    print(f"\n| hooks | {' | '.join(hooked)} |")
    print("|---|" + "---:|" * len(hooked))
    for row in next(iter(hooked.values())):
        print(f"| {row} | {' | '.join(str(found[row]) for found in hooked.values())} |")


if __name__ == "__main__":
    main()
