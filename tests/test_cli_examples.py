"""The examples in the help of commands: each command has some, each can be typed as it stands."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer import Context
from typer.main import get_command
from typer.testing import CliRunner

from stormriver.cli import help
from stormriver.cli.app import app
from stormriver.cli.examples import EXAMPLES, Example
from stormriver.language.packs import VARIABLE
from support.documents import ROOT, blocks, read

STAYS = ("stormriver play",)
"""What goes on until it is broken off, as it stands."""
OF_A_SERVER = ("serve", "doctor", "mcp", "admin", "backup", "restore", "migrate")
"""Commands of servers: they go on, or need one that people have been at, see `server/test_operators_examples.py`."""
MANY = 15
"""So many commands stand on the pages at least, without being run there."""
WIDEST = 76
"""As many letters as fit into a line of help."""
TYPED = "\n1\n"
"""What is typed: the game begins, and a question is answered."""


@cache
def commands() -> dict[str, Context]:
    """Return the contexts of all commands that do something, by the words behind the program's name."""
    contexts = help.every(Context(get_command(app), info_name="stormriver"))
    return {one.command_path.partition(" ")[2]: one for one in contexts if not hasattr(one.command, "commands")}


def examples() -> Iterator[tuple[str, Example]]:
    return ((name, example) for name, some in EXAMPLES.items() for example in some)


@pytest.mark.slow
def test_every_command_has_examples_that_its_help_shows() -> None:
    known = commands()
    assert EXAMPLES.keys() == known.keys() and all(EXAMPLES.values())
    shown = " ".join(help.page(known["pack check"]).split())
    assert shown.endswith(" ".join(("Examples:", *(part for one in EXAMPLES["pack check"] for part in one))))


@pytest.mark.slow
def test_an_example_is_a_command_as_it_can_be_typed() -> None:
    known = commands()
    assert [wrong for name, example in examples() for wrong in parsed(known[name], example.line)] == []
    assert [example.line for _, example in examples() if len(example.line) > WIDEST] == []


def parsed(context: Context, line: str) -> list[str]:
    """Return what is wrong with a line as one of a command, as far as its parser can tell."""
    path = context.command_path.split()
    typed = shlex.split(line)
    if typed[: len(path)] != path:
        return [f"it does not begin with {context.command_path}"]
    try:
        context.command.make_context(path[-1], typed[len(path) :])
    except Exception as wrong:
        return [str(wrong)]
    return []


@pytest.mark.slow
def test_a_command_that_a_page_only_shows_can_be_typed_too() -> None:
    shown = [line for page in pages() for block in blocks(read(page), "text") for line in block.text.splitlines()]
    lines = [line.removeprefix("$ ") for line in shown if line.startswith("$ stormriver ")]
    assert len(lines) > MANY
    assert [wrong for line in lines for wrong in parsed(of_line(line), line)] == []


def pages() -> list[str]:
    """Return the pages of the docs that are written by hand or generated, and those beside them."""
    return [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))]


def of_line(line: str) -> Context:
    """Return the command that a line calls: the one with the most words that stand there."""
    words = shlex.split(line)[1:]
    known = commands()
    return next(known[name] for size in (2, 1) if (name := " ".join(words[:size])) in known)


@pytest.mark.slow
def test_an_example_that_is_wrong_is_found() -> None:
    cards = commands()["cards"]
    assert parsed(cards, "stormriver cards --knd weapon")
    assert parsed(cards, "stormriver rules dragon")


@pytest.mark.long
def test_each_example_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    alone = [example.line for name, example in examples() if name.split()[0] not in OF_A_SERVER]
    for line in alone:
        if line not in STAYS:
            result = CliRunner().invoke(app, shlex.split(line)[1:], input=TYPED, env={"TERM": "dumb"})
            assert result.exit_code == 0, f"$ {line}\n{result.stdout}{result.stderr}"


@pytest.mark.slow
def test_help_shows_examples_however_the_program_was_called() -> None:
    command = [sys.executable, "-m", "stormriver", "games", "--help"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert EXAMPLES["games"][0].line in said
