"""The rules in words: the text behind a rule's id, as asks and log lines cite it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from stormriver.language import rendering
from stormriver.language.catalogue import Own
from stormriver.language.message import put
from stormriver.language.packs import stamp
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Node, read_file
from stormriver.presentation import facts

RULINGS = "rulings"
"""The chapter of what the rulebook leaves open."""
HOUSE = "house"
"""The chapter of the rules that packs lay on the table (`rules:` in their `pack.yaml`)."""


class Ruled(Protocol):
    """The part of a table that its rules are looked up in."""

    ruleset: Ruleset

    def says(self, thing: Any, language: str = "en") -> str:
        """Return the full text of a rule in a language."""


@dataclass(frozen=True)
class Rule:
    """One rule or ruling.

    Attributes:
        id: as cited, e.g. `battle.fate`.
        title: its heading.
        text: what it says, one paragraph.
        page: the page of the printed rulebook, 0 if it has none.
        ruling: whether it settles what the rulebook leaves open.
        folder: the folder of the preset or pack that brings it.
    """

    id: str
    title: str
    text: str
    page: int
    ruling: bool
    folder: str = ""


def rules(table: Ruled) -> dict[str, Rule]:
    """Return the rules and rulings of a table, by id; of two alike the later pack's.

    A rule may say with which values of an option it holds; with others it is not there.
    """
    packs, settings = table.ruleset.packs, table.ruleset.settings
    values = {name: str(settings[name].value) for name in sorted(settings)}
    given = [(folder, table.ruleset.namesakes.renamed(folder.name)) for folder in packs]
    own = tuple(Own(at, tuple(one for one in renamed if one.kind == "option"), stamp(at)) for at, renamed in given)
    said = _rules(own, tuple(values.items()))
    return said | {rule.id: rule for rule in house_rules(table)}


def house_rules(table: Ruled, language: str = "en") -> list[Rule]:
    """Return the rules that packs lay on the table, in the words that are generated from what they do."""
    folders = {f"{folder.name}/pack.yaml": folder.name for folder in table.ruleset.packs}
    laid = [rule for rule in getattr(table, "rules", ()) if rule.stands.file in folders]
    return [
        Rule(
            f"{HOUSE}.{rule.id}",
            rule.name or rule.id,
            rule.text or table.says(rule, language),
            0,
            ruling=False,
            folder=folders[rule.stands.file],
        )
        for rule in laid
    ]


@lru_cache(maxsize=16)
def _rules(packs: tuple[Own, ...], options: tuple[tuple[str, str], ...]) -> dict[str, Rule]:
    """Return the rules of some packs, read anew when the files of one that did not come with the program change."""
    found: dict[str, Rule] = {}
    values = dict(options)
    for pack in packs:
        own = {one.own: values[one.full] for one in pack.renamed}
        for name in ("rules", "rulings"):
            found.update(_read(pack.folder / f"{name}.yaml", name, values | own))
    return found


def _read(path: Path, section: str, options: dict[str, str]) -> dict[str, Rule]:
    if not path.is_file():
        return {}
    found = {}
    said = read_file(path, f"{path.parent.name}/{path.name}").only("chapters", "preface", section)
    for node in said[section].items():
        entries = node.mapping()
        if not _holds(entries, options):
            continue
        page = entries["page"].value if "page" in entries else 0
        rule = Rule(
            entries["id"].text(),
            entries["title"].text(),
            entries["text"].text(),
            page if isinstance(page, int) else 0,
            section == "rulings",
            path.parent.name,
        )
        found[rule.id] = rule
    return found


def _holds(entries: dict[str, Node], options: dict[str, str]) -> bool:
    """Tell whether a rule holds with the options there are."""
    for name, values in entries["holds_with"].mapping().items() if "holds_with" in entries else ():
        if name not in options:
            values.misspelt("no option is called {name!r}", name, options)
        if options[name] not in [value.text() for value in values.many()]:
            return False
    return True


def matching(table: Ruled, words: str) -> list[Rule]:
    """Return the rules meant by an id, the beginning of one, or words of a title; an exact id alone."""
    book = rules(table)
    wanted = words.strip().lower()
    if wanted in book:
        return [book[wanted]]
    begun = [rule for rule in book.values() if rule.id.startswith(wanted)]
    return begun or [rule for rule in book.values() if wanted in rule.title.lower()]


def chapter(rule: Rule) -> str:
    """Return the chapter a rule stands in; rulings stand together."""
    return RULINGS if rule.ruling else rule.id.partition(".")[0]


def told_rules(table: Ruled, language: str = "en") -> dict[str, facts.Rule]:
    """Return the rules and rulings of a table as facts, by id, in a language; in English those that it has not."""
    said = rendering.language(language).catalogue.sections["rules"]
    told = {rule.id: _told(rule, said) for rule in rules(table).values()}
    for rule in house_rules(table, language):
        told[rule.id] = facts.Rule(rule.id, rule.title, rule.text, HOUSE, put("House rules", language))
    return told


def _told(rule: Rule, said: Mapping[str, Any]) -> facts.Rule:
    own = said.get(f"{rule.folder}/{rule.id}", {"title": rule.title, "text": rule.text})
    where = chapter(rule)
    return facts.Rule(rule.id, own["title"], own["text"], where, said.get(f"{rule.folder}/chapter.{where}", ""))
