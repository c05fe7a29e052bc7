"""The commands of `stormriver`, what each takes, and the variables by which a server is set up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

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


def lines() -> Iterator[str]:
    """Tell all commands, exit codes and variables."""
    yield from of_command(get_command(app), "stormriver")
    yield from (f"exit code {code}: {told}" for code, told in CODES.items())
    yield from (f"variable {setting.variable}" for setting in all_settings())


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
