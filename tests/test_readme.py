"""The pages a newcomer reads first do what they say: their Python and their commands are run here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.documents import ROOT, Command, blocks, commands, fits, read, run_commands, run_python

PAGES = (
    "README.md", "CONTRIBUTING.md", "docs/README.md", "docs/python.md", "docs/players.md", "docs/lab.md",
    "docs/translating.md",
)  # fmt: skip
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
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


@pytest.mark.parametrize("page", PAGES)
def test_links_of_the_page_lead_somewhere(page: str) -> None:
    links = [link for link in LINK.findall(read(page)) if "://" not in link]
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_every_page_is_in_the_index() -> None:
    pages = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/README.md")]
    known = {link.partition("#")[0] for link in LINK.findall(read("docs/README.md"))}
    assert {page.relative_to(ROOT / "docs").as_posix() for page in pages} - {"README.md"} <= known


def test_readme_tells_of_both_commands_and_has_both_tours() -> None:
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
