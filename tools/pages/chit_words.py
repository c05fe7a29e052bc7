"""The generated part of the page on every word of chits, and on the keys that these are made of."""

from __future__ import annotations

import inspect

from pages import wargame
from pages.english import an, listed
from pages.markers import between
from pages.words import FAMILIES, comments, counts, entry, left_out, stands
from stormriver.language.clauses import phrase
from stormriver.language.grammar import Word, fields, key_of, words
from stormriver.language.rendering import language
from stormriver.wargame.model import definitions as chits
from stormriver.wargame.model import moments
from stormriver.wargame.text.spoken import card_text

RECORDS: dict[str, type[Word]] = {
    "tile": chits.Tile,
    "unit": chits.Unit,
    "item": chits.Item,
    "spell": chits.Spell,
    "gift": chits.Gift,
    "ability": chits.Ability,
    "mark": chits.MarkKind,
}
"""What a file of a pack of chits holds, and what these give."""


def replaced(page: str) -> str:
    """Return the page with its generated part anew; ValueError if the markers are missing."""
    lines = ["", counts("wargame"), ""]
    for family, heading in FAMILIES:
        lines += [f"## {heading}", ""]
        for _, cls in sorted(words(family, "wargame").items()):
            lines += entry(cls, "wargame")
    return between(page, "words", [*lines, *_made_of()])


def _made_of() -> list[str]:
    """Return of what chits are made: their keys, the moments, and the abilities and marks that they may name."""
    lines = ["## What chits are made of", ""]
    for name, cls in RECORDS.items():
        told = comments(cls)
        lines += [f"### Keys of {an(name)}", ""]
        lines += [inspect.cleandoc(cls.__doc__ or ""), ""]
        lines += ["| Key | What stands there | Left out | What it says |", "|---|---|---|---|"]
        lines += [
            f"| `{key_of(field)}` | {stands(kind)} | {left_out(cls, field)} | {told[field]} |"
            for field, kind in fields(cls).items()
        ]
        lines.append("")
    lines += ["## What chits speak of", "", "**Moments** (`at:`):", ""]
    lines += [f"- `{name}`: {language('en').say(phrase(f'moment_{name}'))}" for name in moments.MOMENTS]
    lines += [f"- `{name}`: {listed((f'`{part}`' for part in parts), 'and')}" for name, parts in moments.GROUPS.items()]
    table = wargame.table("wargame")
    lines += ["", "**Abilities** of the box (`abilities:`, and as things):", ""]
    lines += [f"- `{ability.id}`: {card_text(table, ability)}" for ability in table.abilities.values()]
    lines += ["", "**Marks** (`{mark: ...}`, `{lay: ...}`, `{darken: ...}`):", ""]
    lines += [f"- `{mark.id}`: {card_text(table, mark) or mark.name}" for mark in table.marks]
    return [*lines, ""]
