"""`stormriver rules`: the value of every option and the file it comes from, and the text of rules and rulings."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import fill
from typing import Annotated, Any

import typer

from stormriver.cli.setup import AsJson, Options, Packs, Preset, near, options_of, packs_of, print_json, table_of
from stormriver.kernel.errors import StormriverError
from stormriver.language.ruleset import Setting
from stormriver.presentation import rulebook
from stormriver.presentation.rulebook import Rule


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("rules")(rules)


def rules(
    search: Annotated[
        list[str] | None, typer.Argument(metavar="[OPTION|RULE|WORDS]", help="What to look up; all options if nothing.")
    ] = None,
    preset: Preset = "revised4",
    option: Options = None,
    packs: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Show the options of a preset with their values, or one of them, a rule, or the rules that speak of something."""
    table = table_of(preset, options_of(option), packs_of(packs))
    settings = table.ruleset.settings
    wanted = " ".join(search or [])
    if not wanted:
        chosen, found = list(settings.values()), []
    elif wanted in settings:
        chosen, found = [settings[wanted]], [r for r in _all(table) if r.id == settings[wanted].spec.rule]
    else:
        chosen, found = [], find(table, wanted)
    if as_json:
        print_json({"options": [facts(setting) for setting in chosen], "rules": [asdict(rule) for rule in found]})
    else:
        typer.echo("\n\n".join([*map(_setting_text, chosen), *map(_rule_text, found)]))


def find(table: Any, wanted: str) -> list[Rule]:
    """Return the rules meant by an id, the beginning of one, words of a title, or else words of the text.

    Raises:
        StormriverError: if there are none.
    """
    words = wanted.lower().split()
    found = rulebook.matching(table, wanted)
    if not found:
        found = [rule for rule in _all(table) if all(word in f"{rule.title} {rule.text}".lower() for word in words)]
    if not found:
        hint = near(wanted, [*table.ruleset.settings, *rulebook.rules(table)])
        raise StormriverError(f"No option, rule or ruling of {table.ruleset.preset} speaks of {wanted!r}{hint}")
    return found


def _all(table: Any) -> list[Rule]:
    return list(rulebook.rules(table).values())


def facts(setting: Setting) -> dict[str, Any]:
    """Return an option as plain data: its value, where that comes from, what it may be and what it does."""
    spec = setting.spec
    return {
        "option": spec.name,
        "value": setting.value,
        "from": setting.source,
        "default": spec.default,
        "may_be": may_be(setting),
        "text": spec.text,
        "rule": spec.rule,
    }


def may_be(setting: Setting) -> str:
    """Return in words which values an option can take."""
    spec = setting.spec
    if isinstance(spec.default, bool):
        return "true or false"
    return ", ".join(spec.words) if spec.words else f"{spec.least} to {spec.most}"


def _setting_text(setting: Setting) -> str:
    value = str(setting.value).lower() if isinstance(setting.value, bool) else setting.value
    rule = f" Rule {setting.spec.rule}." if setting.spec.rule else ""
    return f"{setting.spec.name} = {value}  ({may_be(setting)}; from {setting.source})\n  {setting.spec.text}{rule}"


def _rule_text(rule: Rule) -> str:
    page = f", page {rule.page}" if rule.page else ""
    return f"{rule.id}: {rule.title}{page}\n{fill(rule.text, 100, initial_indent='  ', subsequent_indent='  ')}"
