"""Wrong use of the command line: the parser's errors in sentences of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from stormriver.cli.hints import did_you_mean, near
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import listed_words, tell, words
from stormriver.kernel.spelling import nearest

Found = re.Match[str]
Told = Callable[[Found, Any], str]
"""Function from the groups of a parser's message and the command's context to the sentence of ours."""


def _all(context: Any) -> str:
    return words(READER, "help_tells_all", command=context.command_path)


def _no_option(found: Found, context: Any) -> str:
    names = [name for option in context.command.params for name in (*option.opts, *option.secondary_opts)]
    meant = nearest(found[1].lstrip("-"), [*(name[2:] for name in names if name.startswith("--")), "help"])
    ending = did_you_mean(f"--{meant}") if meant else _all(context)
    return tell(READER, "no_such_option", command=context.command_path, option=found[1]) + ending


def _no_command(found: Found, context: Any) -> str:
    ending = near(found[1], context.command.list_commands(context), _all(context))
    return tell(READER, "no_such_command", command=repr(found[1])) + ending


def _no_command_given(found: Found, context: Any) -> str:
    known = listed_words(READER, context.command.list_commands(context), "or")
    return tell(READER, "which_command", command=context.command_path, known=known)


def _said(key: str, *slots: str) -> Told:
    """Return a function that says a message, with the groups of what the parser said in its slots."""

    def told(found: Found, context: Any) -> str:
        path = "" if context is None else context.command_path
        return tell(READER, key, command=path, **dict(zip(slots, found.groups(), strict=True)))

    return told


TOLD: dict[str, Told] = {
    r"No such option:? '?(-[^\s']*)": _no_option,
    r"No such command '(.*?)'": _no_command,
    r"Missing command": _no_command_given,
    r"unexpected extra arguments?(?:\(s\))? \((.*)\)": _said("no_further_words", "words"),
    r"Missing (?:argument|option) '(.*?)(?:\.\.\.)?'": _said("needs", "option"),
    r"Option '(.*?)' requires an argument": _said("needs_value", "option"),
    r"Option '(.*?)' does not take a value": _said("stands_alone", "option"),
    r"Invalid value for '(.*?)'.*greater than or equal to (-?\d+)": _said("number_at_least", "option", "limit"),
    r"Invalid value for '(.*?)'.*less than or equal to (-?\d+)": _said("number_at_most", "option", "limit"),
    r"Invalid value for '(.*?)'.*not in the range (.*?)\.?$": _said("number_in_range", "option", "limit"),
    r"Invalid value for '(.*?)'.*valid integer": _said("whole_number", "option"),
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
    return tell(READER, "cannot_be_used_so", command=context.command_path if context else "stormriver")
