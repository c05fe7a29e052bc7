"""Presets and packs, which scenario files are about what, and the pieces in which a preset's contents are listed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages.chapters import headings, page_name
from stormriver.kernel import plugins
from stormriver.language import ruleset as rulesets
from stormriver.language.pack_about import read_pack
from stormriver.language.packs import pack_folder
from stormriver.language.ruleset import Ruleset, layers, packs_for, parent, preset_ids, read_preset
from stormriver.language.source import Node, read_file

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = "tests/scenarios"
OWN_SCENARIOS = "src/stormriver/content/*/scenarios"
"""The folders of those scenarios that packs of ours carry themselves."""
WORD = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True)
class Entry:
    """A line about something that a preset or pack brings.

    Attributes:
        id: its id.
        name: its name, as the page shows it.
        built: whether it does or says anything.
        links: the scenario files about it.
        copies: how many there are; None where they are not counted.
        provenance: how sure its facts are; None where packs do not tell.
    """

    id: str
    name: str
    built: bool
    links: list[str]
    copies: int | None = None
    provenance: str | None = None


@dataclass(frozen=True)
class Section:
    """Things of one sort.

    Attributes:
        title: the heading.
        entries: the lines.
        proved: the ids of those that are to have a scenario each: what lies in the box, but not its parts.
    """

    title: str
    entries: list[Entry]
    proved: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Contents:
    """What a preset or pack brings of its own.

    Attributes:
        counts: how many of each sort are built: name and number by key. Of a preset all that its box may hold.
        sections: the things by sort; none of them is empty.
    """

    counts: dict[str, tuple[str, int]]
    sections: list[Section]


def presets(*rulebooks: str) -> list[str]:
    """Return the presets, rulebook by rulebook: those that others extend first, and then the packs for one of them.

    Args:
        rulebooks: those by which they are played; none named: all.
    """
    found: list[str] = []
    for rulebook in rulebooks or plugins.declared(plugins.RULEBOOKS):
        own = sorted(rulesets.presets(rulebook), key=lambda name: (len(layers(name)), name))
        found += [*own, *dict.fromkeys(pack for preset in own for pack in packs_for(preset))]
    return found


def is_pack(name: str) -> bool:
    """Tell whether it is a pack, not a preset."""
    return name not in rulesets.presets()


def rulebook(name: str) -> str:
    """Return the rulebook by which a preset is played, or for which a pack is."""
    return rulesets.rulebook_of(played(name))


def _entries(pack: str) -> dict[str, Node]:
    layer = read_pack(pack_folder(pack))
    assert layer is not None
    return layer.mapping()


def title(name: str) -> str:
    """Return the name of a preset or pack."""
    return (_entries(name) if is_pack(name) else read_preset(name).mapping())["name"].text()


def base(name: str) -> str | None:
    """Return the preset that a preset extends, or to which a pack is added."""
    if is_pack(name):
        return _entries(name)["for"].many()[0].text()
    return parent(name)


def played(name: str) -> str:
    """Return a preset itself; of a pack, the preset to which it is added."""
    return (base(name) or "") if is_pack(name) else name


@cache
def ruleset(name: str) -> Ruleset:
    """Return the rules of a preset or pack, with what each option is and where its value comes from."""
    return Ruleset(played(name), {}, (name,) if is_pack(name) else ())


def rule_page(rules: Ruleset, rule: str) -> str:
    """Return the page below docs/ on which a rule or ruling of a set-up stands."""
    chapter = rule.partition(".")[0]
    for folder in reversed(rules.packs):
        if rule in _ids(folder / "rules.yaml"):
            return f"rules/{folder.name}/{chapter}.md"
        if rule in _ids(folder / "rulings.yaml"):
            return f"rulings/{_ruling_page(folder, rule)}"
    raise ValueError(f"no rule or ruling of {', '.join(folder.name for folder in rules.packs)} is called {rule}")


def _ruling_page(folder: Path, ruling: str) -> str:
    """Return the page below docs/rulings/ on which a ruling of a pack stands: one of all, or that of its chapter."""
    said = read_file(folder / "rulings.yaml").mapping()
    if "chapters" not in said:
        return f"{folder.name}.md"
    begun = {name: heading.text() for name, heading in said["chapters"].mapping().items()}
    ids = [entry.mapping()["id"].text() for entry in said["rulings"].items()]
    return f"{folder.name}/{page_name(headings(ids, begun)[ruling])}"


@cache
def _ids(file: Path) -> frozenset[str]:
    """Return the ids of the rules or rulings in a file, which is named after their sort; none if there is no file."""
    entries = read_file(file).mapping()[file.stem].items() if file.is_file() else []
    return frozenset(entry.mapping()["id"].text() for entry in entries)


@cache
def scenario_files(preset: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the words of what it cites and all words of each scenario file by its path, of those played by a preset
    or by one that extends it."""
    found = {}
    for file in sorted(file for pattern in (SCENARIOS, OWN_SCENARIOS) for file in ROOT.glob(f"{pattern}/**/*.yaml")):
        text = file.read_text(encoding="utf-8")
        played = re.search(r"preset: ([a-z0-9_]+)", text)
        if played is None or preset not in preset_ids(layers(played[1])):
            continue
        cited = "".join(re.findall(r"^cite:.*(?:\n[ -].*)*", text, re.MULTILINE))
        found[file.relative_to(ROOT).as_posix()] = (frozenset(WORD.findall(cited)), frozenset(WORD.findall(text)))
    return found


def scenarios(preset: str, name: str, beside: str = "", home: str = "") -> list[str]:
    """Return the scenario files about an id: those named after it, then those that cite it.

    Without any of these, those in which it merely occurs.

    Args:
        preset: the preset it is of.
        name: the id.
        beside: another id that must occur too, if any.
        home: the folder below that of all scenarios in which those about things of its sort are, if there is one.
    """
    files = {
        path: found
        for path, found in scenario_files(preset).items()
        if scenario_name(path).startswith(home) and (not beside or beside in found[1])
    }
    named = [path for path in files if _named_after(path, name)]
    cited = [path for path, (words, _) in files.items() if name in words and path not in named]
    return named + cited or [path for path, (_, words) in files.items() if name in words]


def scenario_name(path: str) -> str:
    """Return what pages call a scenario file: `city/pets/fez`, or `frontier/flood` of the pack so called."""
    own = re.search(r"/content/(\w+)/scenarios/(.*)\.yaml$", path)
    return f"{own[1]}/{own[2]}" if own else path.removeprefix(f"{SCENARIOS}/").removesuffix(".yaml")


def _named_after(path: str, name: str) -> bool:
    stem = path.rpartition("/")[2].removesuffix(".yaml")
    return stem == name or stem.startswith(f"{name}_") or stem.endswith(f"_{name}")
