"""The pages that say of everything in the box whether it is built, and which scenarios prove it: one for each box."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from pages import adventure, content, wargame
from pages.card_words import place
from pages.content import Contents, Section
from pages.options import anchor
from pages.words import all_words, users

CONTENTS: dict[str, Callable[[str], Contents]] = {"adventure": adventure.contents, "wargame": wargame.contents}
"""The function that lists the contents of a preset or pack, by its rulebook."""

BOX = {
    "revised4": {
        "adventure": 104,
        "spells": 24,
        "purchase": 28,
        "talismans": 4,
        "characters": 14,
        "spaces": 49,
        "toads": 4,
        "alignments": 4,
    },
    "third": {
        "adventure": 129,
        "spells": 30,
        "purchase": 40,
        "talismans": 6,
        "characters": 11,
        "tower": 5,
        "spaces": 41,
        "toads": 6,
        "alignments": 12,
    },
    "city": {
        "city": 82,
        "armoury": 12,
        "pets": 12,
        "emporium": 16,
        "potions": 16,
        "stables": 8,
        "posters": 18,
        "spaces": 26,
    },
    "city_characters": {"characters": 6},
    "city_endings": {"endings": 3},
    "wargame": {
        "tiles": 64,
        "good_units": 30,
        "evil_units": 32,
        "neutral_units": 31,
        "items": 39,
        "spells": 48,
    },
}
"""How many of each the box of an edition holds (rule components.contents; the board: 24, 16, 8 and the Crown).

Of the City's board only a part of the spaces is known (city.2). The lists of the wargame leave its map of 64
tiles one short (wargame.1).
"""

SHOWN = 3
RESULTS = content.ROOT / "docs" / "results"
"""What the long proofs have found, a file each."""

PROOFS = {
    "soak": (
        "Random games",
        "`make soak` plays games by chance, with all presets, packs and options in turn, and looks at each decision:"
        " whether nothing is lost or seen that is secret, the log tells all, and each game can be played again.",
        "games",
    ),
    "fuzz": (
        "Damaged files",
        "`make fuzz` damages content, saves and records by chance: each must be refused in one sentence, or be whole.",
        "damages",
    ),
    "crossing": (
        "Words in every place",
        "`make fuzz` also puts every word wherever words may stand, on a board of six spaces: each is refused with what"
        " it lacks there, or two random games with it go on in good order.",
        "crossings",
    ),
    "packs": (
        "Packs of strangers",
        "`make fuzz` writes packs by chance, by the grammar of the words: each is refused with its place, or three"
        " random games are played in which its cards are met.",
        "packs",
    ),
    "ladder": (
        "Computer players against each other",
        "`make ladder` lets every two kinds of players play against each other under every rulebook.",
        "games",
    ),
}
"""The heading of each long proof, what it does, and what it counts."""


def proved() -> list[str]:
    """Return what the long proofs have found, those that have a result."""
    lines = []
    for name, (heading, does, unit) in PROOFS.items():
        file = RESULTS / f"{name}.json"
        if file.is_file():
            lines += [f"## {heading}", "", does, "", *_result(json.loads(file.read_text(encoding="utf-8")), unit), ""]
    return lines


def _result(told: dict[str, Any], unit: str) -> list[str]:
    stretches = told["stretches"]
    count = sum(stretch["count"] for stretch in stretches)
    sums: Counter[str] = sum((Counter(stretch["sums"]) for stretch in stretches), Counter())
    failed = f"one failed: {told['failures'][0]}" if told["failures"] else "none failed"
    return [
        f"{count:,} of {told['wanted']:,} {unit}, {failed}. "
        + "; ".join(f"{amount:,} {name.replace('_', ' ')}" for name, amount in sorted(sums.items()))
        + ".",
        "",
        "| up to | version | commit | first | " + f"{unit} | hours |",
        "|---|---|---|---:|---:|---:|",
        *(
            f"| {part['date']} | {part['version']} | `{part['commit']}` | {part['first']:,} | {part['count']:,} |"
            f" {part['seconds'] / 3600:.2f} |"
            for part in stretches
        ),
    ]


FOLDER = "docs/coverage"
ROOT_FROM_PAGE = "../../"


def pages() -> dict[str, str]:
    """Return the text of each page by its path below the project's root."""
    boxes = [preset for preset in content.presets() if contents(preset).counts]
    return {
        f"{FOLDER}/README.md": _index(),
        **{f"{FOLDER}/{preset}.md": _box(preset) for preset in boxes},
        f"{FOLDER}/words.md": _words(),
    }


def _index() -> str:
    lines = [
        "# Coverage",
        "",
        "What the boxes hold, whether it is built, and which [scenarios](../scenarios.md) prove it: a page for each",
        "box, and one for the [words](words.md) in which cards are written. Built means that it is loaded and its text",
        "is generated from what it does. Provenance says how sure its facts are. A scenario is named there if its file",
        "is named after the id or cites it; without any such, if the id occurs in it. Of the wargame's chits and",
        "abilities, only those in the folder of their sort are named.",
        "",
        "| Box | Ids | With a scenario |",
        "|---|---:|---:|",
    ]
    for preset in content.presets():
        own = contents(preset)
        if own.counts:
            ids, with_scenario = _proof(own)
            lines.append(f"| [{content.title(preset)}]({preset}.md) | {ids} | {with_scenario} |")
        else:
            parent = content.base(preset) or ""
            told = f"everything of the {content.title(parent)}, with other [options](../options.md)"
            lines.append(f"| {content.title(preset)}: {told} | | |")
    lines += ["", *proved()]
    return "\n".join(lines).rstrip() + "\n"


def _box(preset: str) -> str:
    """Return the page of a preset or pack that brings something of its own."""
    own = contents(preset)
    sort = "the pack" if content.is_pack(preset) else "the preset"
    ids, with_scenario = _proof(own)
    lines = [
        f"# Coverage: {content.title(preset)}",
        "",
        f"What {sort} `{preset}` holds; how to read this is told [here](README.md).",
        "",
        *_counts(BOX.get(preset, {}), own.counts),
        f"Ids: {ids}; with at least one scenario: {with_scenario}.",
        "",
    ]
    for section in own.sections:
        lines += _section(section)
    lines += _options(preset)
    return "\n".join(lines).rstrip() + "\n"


@cache
def contents(preset: str) -> Contents:
    """Return what a preset or pack brings of its own."""
    return CONTENTS[content.rulebook(preset)](preset)


def missing() -> list[str]:
    """Return what a box holds and the content does not, one line for each."""
    found = []
    for preset, box in BOX.items():
        for key, wanted in box.items():
            _, built = contents(preset).counts.get(key, (key, 0))
            if built != wanted:
                found.append(f"{preset}: {wanted} {key} in the box, {built} built")
    return found


def _counts(box: dict[str, int], counts: dict[str, tuple[str, int]]) -> list[str]:
    lines = ["| | In the box | Built | Missing |", "|---|---:|---:|---:|"]
    for key, (name, built) in counts.items():
        wanted = box.get(key)
        known = ("", "") if wanted is None else (wanted, max(0, wanted - built))
        lines.append(f"| {name} | {known[0]} | {built} | {known[1]} |")
    return [*lines, ""]


def _proof(own: Contents) -> tuple[int, int]:
    """Return how many things are to have a scenario, and how many have one; what two sections show counts once."""
    found = {(entry.id, tuple(entry.links)) for s in own.sections for entry in s.entries if entry.id in s.proved}
    return len(found), sum(bool(links) for _, links in found)


def _section(section: Section) -> list[str]:
    """Return a table with the columns for which its entries have something to say."""
    counted = any(entry.copies is not None for entry in section.entries)
    sourced = any(entry.provenance is not None for entry in section.entries)
    columns = ["Id", "Name", *["Copies"] * counted, "Built", "Scenarios", *["Provenance"] * sourced]
    lines = [f"## {section.title}", "", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for entry in section.entries:
        built = "yes" if entry.built else "no"
        row = [f"`{entry.id}`", entry.name, *[str(entry.copies)] * counted, built, _links(entry.links)]
        lines.append(f"| {' | '.join([*row, *[str(entry.provenance)] * sourced])} |")
    return [*lines, ""]


def _options(preset: str) -> list[str]:
    parent = content.base(preset)
    known = content.ruleset(parent).options if parent else {}
    own = [name for name in content.ruleset(preset).options if name not in known]
    if not own:
        return []
    lines = ["## Options", "", "| Id | Built | Scenarios |", "|---|---|---|"]
    for name in own:
        links = _links(content.scenarios(content.played(preset), name))
        lines.append(f"| [`{name}`](../options.md#{anchor(preset, name)}) | yes | {links} |")
    return [*lines, ""]


def _links(paths: list[str]) -> str:
    """Return links to the first of some scenarios."""
    names = map(content.scenario_name, paths[:SHOWN])
    said = [f"[{name}]({ROOT_FROM_PAGE}{path})" for name, path in zip(names, paths, strict=False)]
    more = [f"{len(paths) - SHOWN} more"] * (len(paths) > SHOWN)
    return ", ".join(said + more) or "none yet"


def _words() -> str:
    lines = ["# Coverage: words of the language", ""]
    lines += ["| Word | Family | Built | Cards, spaces and characters that use it |", "|---|---|---|---:|"]
    for cls in all_words():
        link = f"[`{cls.word}`](../words/{place(cls)})"
        lines.append(f"| {link} | {cls.family} | yes | {len(users(cls))} |")
    return "\n".join(lines) + "\n"
