"""Wrong use of the command line: the parser's errors in sentences of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stormriver.cli.setup import near
from stormriver.language.english import listed

Found = re.Match[str]
Told = Callable[[Found, Any], str]
"""Function from the groups of a parser's message and the command's context to the sentence of ours."""


def _all(context: Any) -> str:
    return f"; `{context.command_path} --help` tells all."


def _no_option(found: Found, context: Any) -> str:
    names = [name for option in context.command.params for name in (*option.opts, *option.secondary_opts)]
    known = [name[2:] for name in names if name.startswith("--")] + ["help"]
    hint = near(found[1].lstrip("-"), known, _all(context)).replace("mean '", "mean '--")
    return f"`{context.command_path}` has no option {found[1]}{hint}"


def _no_command(found: Found, context: Any) -> str:
    return f"There is no command {found[1]!r}{near(found[1], context.command.list_commands(context), _all(context))}"


def _no_command_given(found: Found, context: Any) -> str:
    known = context.command.list_commands(context)
    return f"Say which command of `{context.command_path}` is meant: {listed(known, 'or')}."


def _too_much(found: Found, context: Any) -> str:
    return f"`{context.command_path}` takes no further words; leave out: {found[1]}."


def _missing(found: Found, context: Any) -> str:
    return f"`{context.command_path}` needs {found[1]}; `{context.command_path} --help` tells what it is."


def _number(limit: str) -> Told:
    return lambda found, context: f"{found[1]} is a whole number{limit.format(*found.groups())}."


TOLD: dict[str, Told] = {
    r"No such option:? '?(-[^\s']*)": _no_option,
    r"No such command '(.*?)'": _no_command,
    r"Missing command": _no_command_given,
    r"unexpected extra arguments?(?:\(s\))? \((.*)\)": _too_much,
    r"Missing (?:argument|option) '(.*?)(?:\.\.\.)?'": _missing,
    r"Option '(.*?)' requires an argument": lambda found, context: f"{found[1]} needs a value behind it.",
    r"Option '(.*?)' does not take a value": lambda found, context: f"{found[1]} stands alone, without a value.",
    r"Invalid value for '(.*?)'.*greater than or equal to (-?\d+)": _number(", at least {1}"),
    r"Invalid value for '(.*?)'.*less than or equal to (-?\d+)": _number(", at most {1}"),
    r"Invalid value for '(.*?)'.*not in the range (.*?)\.?$": _number(" in the range {1}"),
    r"Invalid value for '(.*?)'.*valid integer": _number(""),
}
"""The sentences by the pattern of the parser's message, which its versions word a little differently."""


def wrong_use(error: Any) -> str:
    """Return what is wrong with a command line, from the error that its parser raised for it."""
    said = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    for pattern, told in TOLD.items():
        found = re.search(pattern, said)
        if found:
            return told(found, context)
    return f"The command cannot be used so; `{context.command_path if context else 'stormriver'} --help` tells how."
