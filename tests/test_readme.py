"""The pages a newcomer reads first do what they say: their Python and their commands are run here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stormriver.api import table_for
from support.documents import Command, blocks, commands, fits, read, run_commands, run_python

PAGES = (
    "README.md", "CONTRIBUTING.md", "docs/api.md", "docs/install.md", "docs/lab.md", "docs/python.md",
    "docs/players.md", "docs/translating.md",
)  # fmt: skip
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


def shown_commands(page: str) -> list[Command]:
    return [command for block in blocks(read(page), "console") for command in commands(block.text)]


def is_made(command: Command) -> bool:
    """Tell whether a command is one of make's, which would set up the environment this test runs in, and call it."""
    return command.line.startswith("make ")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_python_of_the_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_python(read(page), page)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", *(pytest.param(page, marks=pytest.mark.long) for page in PAGES[1:])])
def test_commands_of_the_page_run(page: str, tmp_path: Path) -> None:
    run_commands([command for command in shown_commands(page) if not is_made(command)], tmp_path)


@pytest.mark.parametrize("page", PAGES)
def test_make_commands_of_the_page_exist(page: str) -> None:
    made = [command for command in shown_commands(page) if is_made(command)]
    assert {command.line.split()[1] for command in made} <= set(TARGET.findall(read("Makefile")))


@pytest.mark.slow
def test_the_card_of_the_readme_is_one(tmp_path: Path) -> None:
    (card,) = blocks(read("README.md"), "yaml")
    (tmp_path / "cards.yaml").write_text(card.text, encoding="utf-8")
    table = table_for("revised4", 2, {}, [str(tmp_path)])
    assert "lost_knight" in {found.id for found in table.cards}


def test_readme_tells_of_both_commands_and_has_a_door_for_each() -> None:
    shown = {command.line for command in shown_commands("README.md")}
    assert {"make play", "make test"} <= shown
    assert any(line.startswith("stormriver ") for line in shown)
    assert blocks(read("README.md"), "python")


# The checks are checked: a page that lies must be found out.


def test_wrong_output_in_python_is_found() -> None:
    with pytest.raises(AssertionError, match="line 3"):
        run_python("A page.\n```python\n>>> 1 + 1\n3\n```\n", "page")


def test_broken_python_is_found() -> None:
    with pytest.raises(NameError):
        run_python("```python\nnobody_knows_me\n```\n", "page")


def test_blocks_of_a_page_share_their_names() -> None:
    run_python("```python\n>>> sword = 1\n```\ntext\n```python\n>>> sword\n1\n```\n", "page")


def test_command_that_fails_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="left with 2"):
        run_commands([Command("exit 2", [])], tmp_path)


def test_command_that_prints_something_else_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"printed\s+no"):
        run_commands([Command("echo yes", ["yes"]), Command("echo no", ["yes"])], tmp_path)


@pytest.mark.parametrize(
    ("said", "fit"),
    [
        (["a", "b", "c"], True),
        (["a", "...", "c"], True),
        (["a", "..."], True),
        (["a", "b", "...", "c", "..."], True),
        (["...", "c"], True),
        (["..."], True),
        (["a", "b...", "...c"], True),
        (["a...", "c"], False),
        (["a", "b"], False),
        (["...", "b"], False),
        (["a", "...", "d"], False),
        (["a.c"], False),
    ],
)
def test_shown_output_is_compared(said: list[str], fit: bool) -> None:
    assert fits("a\nb\nc\n", said) is fit


def test_commands_are_told_from_their_output() -> None:
    assert commands("$ one\nfirst\nsecond\n$ two\n") == [Command("one", ["first", "second"]), Command("two", [])]
