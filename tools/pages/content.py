"""What each preset and pack brings of its own, and which scenario files are about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stormriver.adventure.definitions import Card, MarkKind, Space
from stormriver.adventure.loader import load_table
from stormriver.adventure.table import AdventureTable
from stormriver.language import ruleset as rulesets
from stormriver.language.ruleset import (
    Ruleset,
    layers,
    pack_files,
    pack_folder,
    packs_for,
    parent,
    preset_ids,
    read_pack,
    read_preset,
)
from stormriver.language.source import Node, read_file

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = "tests/scenarios"
WORD = re.compile(r"[a-z0-9_]+")
SEATS = ("ann", "ben", "cleo", "dan")

Definition = Card | Space | MarkKind


def presets() -> list[str]:
    """Return the presets of the adventure games, those that others extend first, and then the packs for one of them."""
    own = sorted(rulesets.presets("adventure"), key=lambda name: (len(layers(name)), name))
    return own + list(dict.fromkeys(pack for preset in own for pack in packs_for(preset)))


def is_pack(name: str) -> bool:
    """Tell whether it is a pack, not a preset."""
    return name not in rulesets.presets("adventure")


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


@cache
def table(name: str) -> AdventureTable:
    """Return the table of a preset with its own options; of a pack, that of its preset with all packs for it.

    So what a pack leaves out where another one is missing is there too.
    """
    if not is_pack(name):
        return load_table(name, SEATS)
    preset = base(name) or ""
    return load_table(preset, SEATS, (), tuple(packs_for(preset)))


@cache
def own(pack: str) -> frozenset[str]:
    """Return the ids of the cards, spaces and marks that the files of a pack hold."""
    return frozenset(
        record.mapping()["id"].text()
        for node in pack_files(pack_folder(pack))
        for section in ("cards", "characters", "spaces", "marks")
        for record in (node.mapping()[section].items() if section in node.mapping() else ())
    )


def _is_own(name: str, thing: Definition, known: set[str]) -> bool:
    """Tell whether a preset brings something that the one it extends has not, or a pack has it in its files."""
    return thing.id in own(name) if is_pack(name) else thing.id not in known


@cache
def ruleset(name: str) -> Ruleset:
    """Return the rules of a preset or pack, with what each option is and where its value comes from."""
    return Ruleset(base(name) or "", {}, (name,)) if is_pack(name) else Ruleset(name, {}, ())


@dataclass(frozen=True)
class Deck:
    """The cards of one deck that a preset or pack brings of its own.

    Attributes:
        id: the id of the deck.
        name: its name.
        cards: a definition of each title.
        copies: how many cards there are, by id.
    """

    id: str
    name: str
    cards: list[Card]
    copies: dict[str, int]

    @property
    def count(self) -> int:
        """How many cards it has, all copies counted."""
        return sum(self.copies.values())


def decks(preset: str) -> list[Deck]:
    """Return the decks of a preset, with those of its cards that the preset it extends does not have."""
    whole = table(preset)
    found = []
    for number, deck in enumerate(whole.decks):
        known = _ids(base(preset), deck.id)
        cards: dict[str, Card] = {}
        copies: dict[str, int] = {}
        for card, back in zip(whole.cards, whole.backs, strict=True):
            if back == number and card.id not in known and _is_own(preset, card, known):
                cards.setdefault(card.id, card)
                copies[card.id] = copies.get(card.id, 0) + 1
        found.append(Deck(deck.id, deck.name, list(cards.values()), copies))
    return found


def _ids(preset: str | None, deck: str) -> set[str]:
    if preset is None:
        return set()
    return {card.id for card in table(preset).cards if card.deck == deck}


def spaces(preset: str) -> list[Space]:
    """Return the spaces that a preset brings of its own."""
    parent = base(preset)
    known = {space.id for space in table(parent).spaces} if parent else set()
    return [space for space in table(preset).spaces if _is_own(preset, space, known)]


def marks(preset: str) -> list[MarkKind]:
    """Return the kinds of marks that a preset brings of its own."""
    parent = base(preset)
    known = {kind.id for kind in table(parent).marks} if parent else set()
    return [kind for kind in table(preset).marks if _is_own(preset, kind, known)]


def rule_page(rules: Ruleset, rule: str) -> str:
    """Return the page below docs/ on which a rule or ruling of a set-up stands."""
    for folder in reversed(rules.packs):
        file = folder / "rules.yaml"
        known = read_file(file).mapping()["rules"].items() if file.is_file() else []
        if any(entry.mapping()["id"].text() == rule for entry in known):
            return f"rules/{folder.name}/{rule.partition('.')[0]}.md"
    return "rulings.md"


@cache
def scenario_files(preset: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the words of what it cites and all words of each scenario file by its path, of those played by a preset
    or by one that extends it."""
    found = {}
    for file in sorted((ROOT / SCENARIOS).rglob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        played = re.search(r"preset: ([a-z0-9_]+)", text)
        if played is None or preset not in preset_ids(layers(played[1])):
            continue
        cited = "".join(re.findall(r"^cite:.*(?:\n[ -].*)*", text, re.MULTILINE))
        found[file.relative_to(ROOT).as_posix()] = (frozenset(WORD.findall(cited)), frozenset(WORD.findall(text)))
    return found


def scenarios(preset: str, name: str, beside: str = "") -> list[str]:
    """Return the scenario files about an id: those named after it, then those that cite it.

    Without any of these, those in which it merely occurs.

    Args:
        preset: the preset it is of.
        name: the id.
        beside: another id that must occur too, if any.
    """
    files = {path: found for path, found in scenario_files(preset).items() if not beside or beside in found[1]}
    named = [path for path in files if _named_after(path, name)]
    cited = [path for path, (words, _) in files.items() if name in words and path not in named]
    return named + cited or [path for path, (_, words) in files.items() if name in words]


def _named_after(path: str, name: str) -> bool:
    stem = Path(path).stem
    return stem == name or stem.startswith(f"{name}_") or stem.endswith(f"_{name}")
