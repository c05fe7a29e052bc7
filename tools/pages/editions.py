"""The table of what the presets differ in, in the page on the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pages import adventure, content
from pages.markers import between
from stormriver.adventure.procedures.programs import PROGRAMS
from stormriver.adventure.text.spoken import card_text
from stormriver.language.ruleset import layers, presets

ABSENT = "–"
SPELL_LIMITS = 7
"""For how many numbers of Craft the limits of Spells are shown, from 0 on."""

Facts = Mapping[str, str]
"""What one preset says under a heading: a value, as it is shown, by its name."""


def replaced(text: str) -> str:
    """Return the page with its table written anew; ValueError if its markers are missing."""
    return between(text, "editions", table())


def table() -> list[str]:
    """Return the lines of the table: under each heading what not all presets have alike."""
    names = sorted(presets("adventure"), key=lambda name: (len(layers(name)), name))
    heads = "".join(f" {content.title(name)} (`{name}`) |" for name in names)
    lines = ["| |" + heads, "|---" * (len(names) + 1) + "|"]
    for heading, facts in HEADINGS.items():
        rows = differences([facts(name) for name in names])
        lines += [f"| **{heading}** |{' |' * len(names)}", *rows] if rows else []
    return lines


def differences(columns: Iterable[Facts]) -> list[str]:
    """Return a row for each name that has not the same value in all columns."""
    found = list(columns)
    names = dict.fromkeys(name for facts in found for name in facts)
    rows = {name: [facts.get(name, ABSENT) for facts in found] for name in names}
    return [f"| {name} | {' | '.join(values)} |" for name, values in rows.items() if len(set(values)) > 1]


def _code(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _options(preset: str) -> Facts:
    return {_code(name): _code(setting.value) for name, setting in content.ruleset(preset).settings.items()}


def _numbers(preset: str) -> Facts:
    whole = adventure.table(preset)
    found = {_code(name): str(default) for name, default in zip(whole.number_names, whole.number_defaults, strict=True)}
    limits = ", ".join(map(str, whole.spell_limits[:SPELL_LIMITS]))
    gold = content.ruleset(preset).entries["start_gold"].integer()
    return found | {"Spells by Craft 0, 1, 2 ...": limits, "Gold at the start": str(gold)}


def _counters(preset: str) -> Facts:
    whole = adventure.table(preset)
    found = {}
    for name, column in whole.counters.items():
        small, large = whole.stock[column]
        found[name.capitalize()] = f"{small} + {large} of 5" if large else str(small)
    forms = {f"{whole.marks[kind].name} cards": str(count) for kind, count in whole.form_cards.items()}
    return found | forms | {"Alignment cards": str(whole.alignment_cards)}


def _programs(preset: str) -> Facts:
    own = content.ruleset(preset).programs(PROGRAMS)
    return {_code(name): _code(own.get(name, name)) for name in PROGRAMS if "." not in name}


def _rules(preset: str) -> Facts:
    whole = adventure.table(preset)
    return {rule.name: card_text(whole, rule) or "nothing" for rule in whole.rules}


def _decks(preset: str) -> Facts:
    whole = adventure.table(preset)
    return {deck.name: str(whole.backs.count(number)) for number, deck in enumerate(whole.decks)}


def _regions(preset: str) -> Facts:
    whole = adventure.table(preset)
    inside = [space.region for space in whole.spaces]
    found = {region.name: str(inside.count(region.id)) for region in whole.regions.values()}
    return found | {"All spaces": str(len(inside))}


HEADINGS = {
    "Options": _options,
    "Numbers": _numbers,
    "Counters and cards in stock": _counters,
    "Lists of steps": _programs,
    "Rules on the table": _rules,
    "Cards in each deck": _decks,
    "Spaces in each Region": _regions,
}
"""What is compared, each by what it is for one preset."""
