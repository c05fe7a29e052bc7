"""`stormriver rules`: the value of every option and the file it comes from, and the text of rules and rulings."""

from __future__ import annotations

from dataclasses import asdict, replace
from textwrap import fill
from typing import Annotated, Any

import typer

from stormriver.cli import completions
from stormriver.cli.game_setup import AsJson, Options, Packs, Preset, may_be, options_of, packs_of, print_json, table_of
from stormriver.cli.hints import near
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell, words
from stormriver.kernel.errors import StormriverError
from stormriver.language.ruleset import Setting
from stormriver.presentation import rule_texts
from stormriver.presentation.game_settings import choices
from stormriver.presentation.rule_texts import Rule


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("rules")(rules)


def rules(
    search: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[OPTION|RULE|WORDS]",
            help="What to look up; all options if nothing.",
            autocompletion=completions.options_and_rules,
        ),
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
    texts = {choice.id: choice.text for choice in choices(table.ruleset, READER.language)}
    if as_json:
        told = [facts(setting, texts[setting.spec.name]) for setting in chosen]
        print_json({"options": told, "rules": [asdict(rule) for rule in found]})
    else:
        told_settings = [_setting_text(setting, texts[setting.spec.name]) for setting in chosen]
        typer.echo("\n\n".join([*told_settings, *map(_rule_text, found)]))


def find(table: Any, wanted: str) -> list[Rule]:
    """Return the rules meant by an id, the beginning of one, words of a title, or else words of the text.

    Raises:
        StormriverError: if there are none.
    """
    typed = wanted.lower().split()
    known = {rule.id: rule for rule in _all(table)}
    found = [known[rule.id] for rule in rule_texts.matching(table, wanted)]
    found = found or [rule for rule in known.values() if wanted.lower() in rule.title.lower()]
    if not found:
        found = [rule for rule in known.values() if all(word in f"{rule.title} {rule.text}".lower() for word in typed)]
    if not found:
        ending = near(wanted, [*table.ruleset.settings, *known])
        raise StormriverError(tell(READER, "no_rule_speaks", preset=table.ruleset.preset, words=repr(wanted)) + ending)
    return found


def _all(table: Any) -> list[Rule]:
    """Return all rules of a table in the reader's language."""
    said = rule_texts.told_rules(table, READER.language)
    return [replace(rule, title=said[id].title, text=said[id].text) for id, rule in rule_texts.rules(table).items()]


def facts(setting: Setting, text: str) -> dict[str, Any]:
    """Return an option as plain data: its value, where that comes from, what it may be and what it does.

    Args:
        setting: the option with its value.
        text: what it does, in the reader's language.
    """
    spec = setting.spec
    return {
        "option": spec.name,
        "value": setting.value,
        "from": setting.source,
        "default": spec.default,
        "may_be": may_be(setting),
        "text": text,
        "rule": spec.rule,
    }


def _setting_text(setting: Setting, text: str) -> str:
    value = str(setting.value).lower() if isinstance(setting.value, bool) else setting.value
    rule = f" {tell(READER, 'of_rule', rule=setting.spec.rule)}" if setting.spec.rule else ""
    where = words(READER, "set_in", values=may_be(setting), file=setting.source)
    return f"{setting.spec.name} = {value}  ({where})\n  {text}{rule}"


def _rule_text(rule: Rule) -> str:
    page = words(READER, "page", page=rule.page) if rule.page else ""
    return f"{rule.id}: {rule.title}{page}\n{fill(rule.text, 100, initial_indent='  ', subsequent_indent='  ')}"
