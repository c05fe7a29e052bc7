"""The pages a newcomer reads first do what they say: their Python and their commands are run here."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/README.md")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page: its language, the line it begins in, and its text."""

    language: str
    line: int
    text: str


class Command(NamedTuple):
    """A command of a console block, and the lines the page says it prints."""

    line: str
    output: list[str]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[Block]:
    found = [Block(m[1], text.count("\n", 0, m.start()) + 2, m[2]) for m in FENCE.finditer(text)]
    return [block for block in found if block.language == language]


def commands(block: str) -> list[Command]:
    """Return the commands of a console block: lines that begin with `$ `, and what stands under each."""
    found: list[Command] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].output.append(line)
    return found


def fits(printed: str, said: list[str]) -> bool:
    """Tell whether a page shows what was printed; `...` stands for any text, and as a line for any number of lines."""
    parts = [".*" if line == "..." else re.escape(line.rstrip()).replace(r"\.\.\.", "[^\n]*") for line in said]
    lines = [line.rstrip() for line in printed.splitlines()]
    return re.fullmatch(r"\n".join(parts).replace(r".*\n", r"(?:.*\n)?"), "\n".join(lines), re.DOTALL) is not None


def run_python(text: str, name: str) -> None:
    """Run the Python blocks of a page in one namespace, in their order, and compare what they print."""
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for block in blocks(text, "python"):
        if ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line - 1)
            report = io.StringIO()
            result = runner.run(test, out=report.write, clear_globs=False)
            names.update(test.globs)
            assert not result.failed, f"{name}, the block at line {block.line}:\n{report.getvalue()}"
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), names)


def run_commands(shown: list[Command], folder: Path) -> None:
    """Run commands one after the other as a reader would, in a copy of the root, with nobody at the keyboard."""
    for name in ("docs", "src", "tests"):
        (folder / name).symlink_to(ROOT / name)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    for command in shown:
        done = subprocess.run(
            command.line,
            shell=True,
            cwd=folder,
            env={**os.environ, "PATH": path, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "120"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"$ {command.line}\nleft with {done.returncode}\n{done.stdout}{done.stderr}"
        assert not command.output or fits(done.stdout, command.output), f"$ {command.line}\nprinted\n{done.stdout}"


def shown_commands(page: str) -> list[Command]:
    return [command for block in blocks(read(page), "console") for command in commands(block.text)]


def is_made(command: Command) -> bool:
    """Tell whether a command is one of make's, which would set up the environment this test runs in, and call it."""
    return command.line.startswith("make ")


@pytest.mark.parametrize("page", PAGES)
def test_python_of_the_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_python(read(page), page)


@pytest.mark.parametrize("page", PAGES)
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
