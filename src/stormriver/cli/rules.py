"""`stormriver rules`: the value of every option and where it comes from, and the text of every rule and ruling."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import typer

from stormriver.adventure.ruleset import CONTENT, Ruleset, Setting
from stormriver.cli.setup import AsJson, Options, Preset, options_of, print_json
from stormriver.kernel.errors import StormriverError
from stormriver.language.source import closest, read_file

FILES = {"rules.yaml": "rules", "rulings.yaml": "rulings"}
"""Where the texts of rules stand beside a preset, and under which key."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("rules")(rules)


def rules(
    search: Annotated[list[str] | None, typer.Argument(help="An option, the id of a rule, or words to look for.")] = None,
    preset: Preset = "revised4",
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Show the options of a preset with their values, one option, one rule, or the rules that hold certain words."""
    ruleset = Ruleset(preset, options_of(option), ())
    wanted = " ".join(search or [])
    settings = [ruleset.settings[wanted]] if wanted in ruleset.settings else []
    texts = texts_of(tuple(layer.file for layer in ruleset.layers))
    found = [rule for rule in texts if rule["id"] == wanted] or [r for r in texts if wanted and _speaks_of(r, wanted)]
    if not wanted:
        settings, found = list(ruleset.settings.values()), []
    elif settings:
        found = [rule for rule in texts if rule["id"] == settings[0].spec.rule]
    elif not found:
        known = [*ruleset.settings, *(str(rule["id"]) for rule in texts)]
        raise StormriverError(f"No option, rule or ruling of {preset} speaks of {wanted!r}{_near(wanted, known)}.")
    if as_json:
        print_json({"options": [option_facts(setting) for setting in settings], "rules": found})
        return
    typer.echo("\n\n".join([*map(_option_text, settings), *map(_rule_text, found)]))


def _near(word: str, known: list[str]) -> str:
    hint = closest(word, known)
    return hint if "did you mean" in hint else ""


def option_facts(setting: Setting) -> dict[str, Any]:
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


def _option_text(setting: Setting) -> str:
    value = str(setting.value).lower() if isinstance(setting.value, bool) else setting.value
    rule = f" Rule {setting.spec.rule}." if setting.spec.rule else ""
    return f"{setting.spec.name} = {value}  ({may_be(setting)}; from {setting.source})\n  {setting.spec.text}{rule}"


def _rule_text(rule: dict[str, Any]) -> str:
    page = f", page {rule['page']}" if rule.get("page") else ""
    basis = f", {rule['basis']}" if rule.get("basis") else ""
    return f"{rule['id']}: {rule['title']}{page}{basis}\n  {rule['text'].strip()}"


def _speaks_of(rule: dict[str, Any], wanted: str) -> bool:
    """Tell whether all words stand in a rule, or its id begins with what is wanted."""
    text = f"{rule['id']} {rule['title']} {rule['text']}".lower()
    return str(rule["id"]).startswith(f"{wanted}.") or all(word in text for word in wanted.lower().split())


@lru_cache(maxsize=None)
def texts_of(presets: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the rules and rulings that stand beside preset files (`revised4/preset.yaml`), as plain data."""
    found = []
    for preset in presets:
        for name, key in FILES.items():
            path = (CONTENT / preset).parent / name
            if path.is_file():
                file = read_file(path, f"{path.parent.name}/{name}")
                found += [{**_plain(rule.plain()), "file": file.file} for rule in file.mapping()[key].items()]
    return found


def _plain(value: object) -> dict[str, Any]:
    return dict(value)  # type: ignore[call-overload,no-any-return]
