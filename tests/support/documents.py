"""Pages of the docs as tests see them: their Python and commands, run and compared with what the page shows."""

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

ROOT = Path(__file__).resolve().parents[2]
PROMPT = re.compile(r"^((?:\[Enter\].*)?>) ?(.*)$")
"""A line that asks, and what the page types behind it."""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
    """Return the text of a page, by its path below the root."""
    return (ROOT / page).read_text(encoding="utf-8")


def pages_in(folder: str) -> list[str]:
    """Return the pages of a folder, by their paths below the root."""
    return sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / folder).glob("*.md"))


def blocks(text: str, *languages: str) -> list[Block]:
    """Return the fenced blocks of a text that are in some languages, in their order."""
    found = [Block(m[1], text.count("\n", 0, m.start()) + 2, m[2]) for m in FENCE.finditer(text)]
    return [block for block in found if block.language in languages]


def commands(block: str) -> list[Command]:
    """Return the commands of a console block: lines that begin with `$ `, and what stands under each."""
    found: list[Command] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].output.append(line)
    return found


def typed(shown: list[str]) -> str:
    """Return what is typed at the prompts that a page shows, a line each."""
    return "".join(f"{found[2]}\n" for line in shown if (found := PROMPT.match(line)))


def printed(shown: list[str]) -> list[str]:
    """Return the lines that a page shows without what is typed."""
    return [PROMPT.sub(r"\1", line) for line in shown]


def fits(printed: str, said: list[str]) -> bool:
    """Tell whether a page shows what was printed; `...` stands for any text, and as a line for any number of lines."""
    parts = [".*" if line == "..." else re.escape(line.rstrip()).replace(r"\.\.\.", "[^\n]*") for line in said]
    pattern = r"\n".join(parts).replace(r".*\n", r"(?:.*\n)?")
    pattern = re.sub(r"\\n\.\*$", lambda _: r"(?:\n.*)?", pattern)
    lines = [line.rstrip() for line in printed.splitlines()]
    return re.fullmatch(pattern, "\n".join(lines), re.DOTALL) is not None


def run_python(text: str, name: str, names: dict[str, object] | None = None) -> None:
    """Run the Python blocks of a page in one namespace, in their order, and compare what they print.

    Args:
        names: the namespace; an empty one if none is given.
    """
    names = {"__name__": "__main__"} if names is None else names
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
