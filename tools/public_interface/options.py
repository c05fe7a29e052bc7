"""The options of rulebooks and their packs, with their values; and the keys by which questions are answered."""

from __future__ import annotations

from collections.abc import Iterator

from pages import content, keys
from stormriver.api import table_for
from stormriver.language.ruleset import OptionSpec, packs_for
from stormriver.scenario.files import rulebook_named
from stormriver.scenario.option_keys import all_asked


def lines() -> Iterator[str]:
    """Tell the rulebooks and packs, their options, and what each may be."""
    for preset in content.presets():
        yield f"{'pack' if content.is_pack(preset) else 'rulebook'} {preset}"
        for name, spec in content.ruleset(preset).options.items():
            yield from (f"{preset} {name}={value}" for value in values(spec))


def values(spec: OptionSpec) -> list[str]:
    """Return what an option may be: its words, or the ends of its range."""
    if isinstance(spec.default, bool):
        return ["true", "false"]
    return list(spec.words) or [f"{spec.least}", f"{spec.most}"]


def answers() -> Iterator[str]:
    """Tell the kinds of asks of each rulebook, and the keys that each may offer."""
    for preset in keys.PAGES:
        table = table_for(preset, packs=list(packs_for(preset)))
        for asked in all_asked(rulebook_named(table.rulebook.name), table):
            yield from (f"{table.rulebook.name} {asked.kind} {form}" for form in (*asked.answers, *asked.free))
