"""The commands of `stormriver`, what each takes, and the variables by which a server is set up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from stormriver.cli.app import DOES_NOT_HOLD, ENGINE_FAULT, WRONG_USE, app
from stormriver.cli.streams import INTERRUPTED
from stormriver.server.settings import all_settings

CODES = {
    0: "well",
    DOES_NOT_HOLD: "does not hold",
    WRONG_USE: "wrong use",
    ENGINE_FAULT: "fault",
    INTERRUPTED: "broken off",
}
ROOT = Path(__file__).resolve().parents[2]
PRINTED = (
    "cards dragon",
    "rules fate.reroll",
    "rules trophy_points",
    "pack list",
    f"pack check {ROOT}/tests/packs/moor",
    "scenario keys",
    f"scenario run {ROOT}/tests/scenarios/examples/wizard_and_giant.yaml",
    "simulate --games 1 --seats 2 --seed 1 -o last_round=1",
)
"""Commands whose JSON is looked at."""
GROUPS = ("pack", "scenario")
BY_ID = ("copies", "numbers", "options", "added")
"""The keys behind which stands a mapping by ids, which are no promise."""


def lines() -> Iterator[str]:
    """Tell all commands, exit codes and variables, and what is printed as JSON."""
    yield from of_command(get_command(app), "stormriver")
    yield from (f"exit code {code}: {told}" for code, told in CODES.items())
    yield from (f"variable {setting.variable}" for setting in all_settings())
    for words in PRINTED:
        said = CliRunner().invoke(app, [*words.split(), "--json"])
        name = " ".join(words.split()[:2] if words.startswith(GROUPS) else words.split()[:1])
        yield from (f"stormriver {name} --json prints {path}" for path in shape(json.loads(said.stdout)))


def of_command(command: Any, name: str) -> Iterator[str]:
    """Tell a command: what has to be given in one line, then each option, then the commands within it."""
    needed = [one for one in command.params if one.required and one.param_type_name == "argument"]
    yield " ".join([name, *(one.name.upper() for one in needed)])
    for one in command.params:
        if one not in needed:
            yield from (f"{name} {form}" for form in forms(one))
    if hasattr(command, "list_commands"):
        context = command.make_context(name, [], resilient_parsing=True)
        for inner in command.list_commands(context):
            yield from of_command(command.get_command(context, inner), f"{name} {inner}")


def forms(option: Any) -> Iterator[str]:
    """Tell how an option is written: each of its names, with a value behind it unless it is a switch."""
    if option.param_type_name == "argument":
        yield f"[{option.name.upper()}]"
        return
    value = "" if option.is_flag else " VALUE"
    must = " (has to be given)" if option.required else ""
    yield from (f"{name}{value}{must}" for name in (*option.opts, *option.secondary_opts))


def shape(value: Any, path: str = "") -> Iterator[str]:
    """Tell the keys of what is printed, from the outside to the inside; `[]` stands for whatever is in a list."""
    if isinstance(value, list):
        for one in value:
            yield from shape(one, f"{path}[]")
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}"
            if key not in BY_ID:
                yield from shape(inner, f"{path}.{key}")
