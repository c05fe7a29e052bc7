"""The page of modules names every module once, in the section of its package, and none that is not there."""

from __future__ import annotations

import re

import pytest

from support.documents import ROOT, read

PAGE = "docs/modules.md"
PACKAGES = (
    "adventure", "art", "cli", "estimates", "kernel", "lab", "language", "players", "presentation", "scenario",
    "server", "session", "wargame",
)  # fmt: skip
"""Packages with a section of their own, whose heading says the folder: `## The kernel (`kernel/`)`."""


def section(page: str, package: str) -> str:
    """Return what a page says below the heading of a package, up to the next heading of that level."""
    found = re.search(rf"^## [^\n]*\(`{package}/`\)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def named(page: str, package: str) -> list[str]:
    """Return the modules that stand in the first column of the tables of a package's section."""
    rows = re.findall(r"^\| (`[^|]*) \|", section(page, package), re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+\.py)`", row)]


def modules(package: str) -> list[str]:
    """Return the modules of a package by their paths within it."""
    folder = ROOT / "src/stormriver" / package
    return [file.relative_to(folder).as_posix() for file in folder.rglob("*.py") if file.name != "__init__.py"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_stands_on_the_page(package: str) -> None:
    assert sorted(named(read(PAGE), package)) == sorted(modules(package))


def test_a_module_named_elsewhere_does_not_count() -> None:
    page = "## The kernel (`kernel/`)\n\n| `ask.py` | asks, see `game.py` |\n\n## Else\n\n| `view.py` | a view |\n"
    assert named(page, "kernel") == ["ask.py"]
    assert named(page, "players") == []
