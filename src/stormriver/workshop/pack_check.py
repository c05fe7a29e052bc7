"""Checking: whether a pack can be played, what it changes, and whether its scenarios and examples hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stormriver.kernel.errors import BadContent
from stormriver.kernel.translatable import Translatable
from stormriver.language.namesakes import DOT
from stormriver.language.packs import LEFT_OUT
from stormriver.language.source import Node
from stormriver.presentation import rule_texts
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import Scenario, read, read_node
from stormriver.scenario.run import Outcome, run
from stormriver.workshop.bench import OnBench, within_reach


@dataclass(frozen=True)
class Checked:
    """What a check has found in a pack that can be loaded.

    Attributes:
        plain: the table without the pack; `whole` the one with it.
        replaced: the ids of what the pack says it replaces, and of the rules that it tells anew.
        changed: the ids of other cards and spaces that say something else with it, e.g. since a Region is new.
        left_out: the ids of what it leaves out.
        warnings: what may be meant as it is, but hardly is, a sentence each.
        outcomes: how its scenarios and the examples on its cards ended.
    """

    plain: Any
    whole: Any
    replaced: list[str]
    changed: list[str]
    left_out: list[str]
    warnings: list[str]
    outcomes: list[Outcome]

    @property
    def failed(self) -> list[Outcome]:
        """The scenarios and examples that do not hold."""
        return [outcome for outcome in self.outcomes if not outcome.passed]


def check(pack: OnBench) -> Checked:
    """Load a pack, look for what is odd, and run its scenarios and examples.

    Raises:
        BadContent: for all faults that keep it from being loaded.
    """
    plain = pack.table(bare=True)
    with within_reach(pack):
        whole = pack.table()
        old, new = said(plain), said(whole)
        others = [name for name in old if name in new and old[name] != new[name]]
        named = {*given_up(pack), *rule_texts.rules(whole)}
        return Checked(
            plain,
            whole,
            [name for name in others if name in named],
            [name for name in others if name not in named],
            [name for name in old if name not in new],
            oddities(pack, plain, whole),
            [outcome_of(one) for one in trials(pack, whole)],
        )


def given_up(pack: OnBench) -> Iterator[str]:
    """Yield the ids of what a pack says it replaces or leaves out, with the ids of their packs and without."""
    said = [pack.about.entries[key] for key in LEFT_OUT if key in pack.about.entries]
    for item in (item for node in said for item in node.many()):
        yield from (item.text(), item.text().rpartition(DOT)[2])


def trials(pack: OnBench, table: Any) -> Iterator[Path | Node]:
    """Yield what a pack brings to be tried out: its scenario files, and the examples on its cards."""
    yield from pack.scenarios()
    for card in table.definitions:
        yield from (node for node in getattr(card, "examples", ()) if pack.holds(node.file))


def read_trial(trial: Path | Node) -> Scenario:
    """Return the scenario of a file or example; BadContent for whatever is wrong in it."""
    return read(trial) if isinstance(trial, Path) else read_node(trial)


def outcome_of(trial: Path | Node) -> Outcome:
    """Return how a scenario or example ended; one that is wrong itself has failed, with the sentence that says why."""
    try:
        return run(read_trial(trial))
    except BadContent as wrong:
        return Outcome(str(trial) if isinstance(trial, Path) else trial.file, "", False, wrong.args[0])


def oddities(pack: OnBench, plain: Any, whole: Any) -> list[str]:
    """Return what is odd about a pack, and not about what it is laid on, a sentence each."""
    find = presentation_of(whole).oddities
    before = set(find(plain))
    return [*namesakes(pack, whole), *(odd for odd in find(whole) if odd not in before)]


def namesakes(pack: OnBench, table: Any) -> Iterator[str]:
    """Yield a sentence for each card and space of a pack whose id is that of something else, perhaps by mistake."""
    for thing in (*table.definitions, *table.spaces):
        giver, _, name = thing.id.rpartition(".")
        if giver == pack.about.id and pack.holds(thing.stands.file):
            told = "{name!r} is something else already, so to others this is {full!r}; `replaces:` would take its place"
            problem = Translatable(told, name=name, full=thing.id)
            place = {"file": thing.stands.file, "line": thing.stands.line}
            yield Translatable("{file}, line {line}: {problem}", problem=problem, **place)


def said(table: Any) -> dict[str, object]:
    """Return what each card, space and rule of a table says, by its id."""
    book = presentation_of(table).book_of(table)
    spaces = {space.id: (table.says(space), getattr(space, "provenance", "")) for space in table.spaces}
    rules = {rule.id: (rule.title, rule.text) for rule in rule_texts.rules(table).values()}
    return {**book.cards, **spaces, **rules}
