"""The page of the options, by preset."""

from __future__ import annotations

from pages import content
from stormriver.language.ruleset import OptionSpec, Ruleset


def page() -> str:
    """Return the whole page."""
    lines = [
        "# Options",
        "",
        "What a preset leaves to the table. Set them in Python with `new_game(options={...})`, on the command line",
        "with `--option NAME=VALUE`.",
        "",
    ]
    for preset in content.presets():
        lines += _preset(preset)
    return "\n".join(lines).rstrip() + "\n"


def _preset(preset: str) -> list[str]:
    rules = content.ruleset(preset)
    parent = content.base(preset)
    known = content.ruleset(parent).settings if parent else {}
    lines = [f"## {content.title(preset)} ({'pack ' if content.is_pack(preset) else ''}`{preset}`)", ""]
    if parent:
        changed = {
            name: setting
            for name, setting in rules.settings.items()
            if name in known and setting.value != known[name].value
        }
        with_values = ", with these values:" if changed else "."
        lines += [f"The options of [`{parent}`](#{_heading(parent)}){with_values}", ""]
        lines += ["| Option | Here | There |", "|---|---|---|"] if changed else []
        lines += [
            f"| [`{name}`](#{anchor(parent, name)}) | {_shown(setting.value)} | {_shown(known[name].value)} |"
            for name, setting in changed.items()
        ]
        lines += [""] if changed else []
    own = [spec for name, spec in rules.options.items() if name not in known]
    if own:
        lines += ["| Option | Values | Default | What it does | Rule |", "|---|---|---|---|---|"]
        lines += [_row(rules, preset, spec) for spec in own]
        lines.append("")
    return lines


def anchor(preset: str, option: str) -> str:
    """Return the anchor of an option in the part of the page on the preset or pack that brings it."""
    return f"{preset}.{option}"


def _heading(preset: str) -> str:
    return "".join(c for c in f"{content.title(preset)} {preset}".lower().replace(" ", "-") if c.isalnum() or c == "-")


def _row(rules: Ruleset, preset: str, spec: OptionSpec) -> str:
    value = rules.settings[spec.name].value
    rule = f"[`{spec.rule}`]({content.rule_page(rules, spec.rule)}#{spec.rule})" if spec.rule else ""
    place = f'<a id="{anchor(preset, spec.name)}"></a>'
    return f"| {place}`{spec.name}` | {_values(spec)} | {_shown(value)} | {spec.text} | {rule} |"


def _values(spec: OptionSpec) -> str:
    if isinstance(spec.default, bool):
        return "`true`, `false`"
    if spec.words:
        return ", ".join(f"`{word}`" for word in spec.words)
    return f"{spec.least} to {spec.most}"


def _shown(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
