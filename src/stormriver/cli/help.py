"""Help: what `--help` shows of a command, in the reader's language.

The English of it stands where commands and options are declared. The section `help` of a catalogue says it in
another language, under the English sentence; the headings and remarks of the command line's parser stand there too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import typer

from stormriver.cli.examples import examples_of
from stormriver.cli.game_setup import RULEBOOKS
from stormriver.cli.reader_language import READER
from stormriver.language import rendering
from stormriver.language.ruleset import presets, read_preset
from stormriver.presentation.names import named_in

Say = Callable[[str], str]
"""Function from an English text of the help to the one that is shown."""
Rows = list[tuple[str, str]]
"""The lines below a heading: what is typed, and what it does."""

EXAMPLE_INDENT = 2
"""How far in what an example does stands below it."""
REMARKED = re.compile(r"(.*?)(?:(\s+)\[([^[]*)\])?", re.DOTALL)
"""The help of an option: a text, and behind it remarks in brackets, such as its default."""


def told(text: str) -> str:
    """Return a text of the help in the reader's language; in English where the catalogue does not have it."""
    return str(rendering.language(READER.language).catalogue.sections["help"].get(text, text))


def page(context: typer.Context, say: Say = told) -> str:
    """Return the help of a command.

    Args:
        context: that in which the command runs.
        say: says each text in the language wanted.
    """
    command: Any = context.command
    formatter = context.make_formatter()
    formatter.write_usage(context.command_path, " ".join(_usage(context, say)), f"{say('Usage')}: ")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(say(command.help))
    shown = {kind: _parameters(context, kind, say) for kind in ("argument", "option")}
    commands = _commands(context, formatter.width, say)
    for heading, rows in (("Arguments", shown["argument"]), ("Options", shown["option"]), ("Commands", commands)):
        if rows:
            with formatter.section(say(heading)):
                formatter.write_dl(rows)
    examples = examples_of(context)
    if examples:
        with formatter.section(say("Examples")):
            formatter.write_dl([(example.line, say(example.does)) for example in examples], EXAMPLE_INDENT)
    return formatter.getvalue().rstrip("\n")


def _usage(context: typer.Context, say: Say) -> Iterator[str]:
    """Yield what may stand behind a command; the names of its arguments are the same in every language."""
    command: Any = context.command
    worded = (command.options_metavar, getattr(command, "subcommand_metavar", None))
    for piece in command.collect_usage_pieces(context):
        yield say(piece) if piece in worded else piece


def _parameters(context: typer.Context, kind: str, say: Say) -> Rows:
    """Return the arguments or the options of a command."""
    rows = []
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context) if parameter.param_type_name == kind else None
        if record is not None:
            rows.append((record[0], _parameter(parameter, record[1], say)))
    return rows


def _parameter(parameter: Any, english: str, say: Say) -> str:
    """Return what an option or argument does, with the remarks that the parser puts behind it."""
    found = REMARKED.fullmatch(english)
    assert found is not None  # all may be text
    text, space, remarks = found.groups()
    text = say(text)
    if RULEBOOKS in text:
        text = text.replace(RULEBOOKS, rulebooks(READER.language))
    if remarks is None:
        return text
    return f"{text}{space}[{'; '.join(_remark(parameter, one, say) for one in remarks.split('; '))}]"


def _remark(parameter: Any, english: str, say: Say) -> str:
    """Return one of the remarks in brackets: `required`, `default: 10`; a range is the same in every language."""
    if english == "required":
        return say(english)
    value = english.removeprefix("default: ")
    if value == english:
        return english
    if isinstance(parameter.show_default, str):
        value = f"({say(parameter.show_default)})"
    return say("default: {default}").replace("{default}", value)


def _commands(context: typer.Context, width: int, say: Say) -> Rows:
    """Return the commands within a command, each with as much of its help as fits into a line."""
    found = {one.info_name or "": one.command for one in _within(context)}
    room = width - 6 - max(map(len, found), default=0)
    rows = []
    for name, command in found.items():
        shown = copy(command)
        shown.help = say(command.help or "")
        rows.append((name, shown.get_short_help_str(room)))
    return rows


def _within(context: typer.Context) -> Iterator[typer.Context]:
    """Yield the contexts of the commands within a command."""
    group: Any = context.command
    for name in group.list_commands(context) if hasattr(group, "list_commands") else ():
        command = group.get_command(context, name)
        yield command.context_class(command, info_name=name, parent=context, **command.context_settings)


def rulebooks(code: str) -> str:
    """Return the rulebooks that can be played, each with its name in a language.

    Args:
        code: the code of the language.
    """
    return ", ".join(f"{preset} ({name})" for preset, name in named_presets(code).items())


def named_presets(code: str) -> dict[str, str]:
    """Return the names of the rulebooks that can be played, by their ids.

    Args:
        code: the code of the language.
    """
    said = {preset: read_preset(preset).mapping()["name"].text() for preset in presets()}
    return {preset: named_in(code, "preset", preset, name) for preset, name in said.items()}


def every(context: typer.Context) -> Iterator[typer.Context]:
    """Yield the context of a command, and those of all commands within it."""
    yield context
    for one in _within(context):
        yield from every(one)


def differences(context: typer.Context, code: str) -> list[str]:
    """Return what a language lacks of the help, and what it has that no help shows, a line each.

    Args:
        context: that of any command of the command line, whose whole help is looked through.
        code: the code of the language.
    """
    root: Any = context.find_root()
    shown = set[str]()

    def note(text: str) -> str:
        shown.add(text)
        return text

    for one in every(root):
        page(one, note)
    own = rendering.language(code).catalogue.sections["help"].keys()
    lacking = set[str]() if code == rendering.MODEL else shown - own
    return [
        *(f"help.{text} is missing" for text in sorted(lacking)),
        *(f"help.{text} is not asked for" for text in sorted(own - shown)),
    ]
