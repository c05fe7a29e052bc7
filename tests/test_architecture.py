"""The pages of modules name every module once, on the page of its package, and none that is not there."""

from __future__ import annotations

import re

import pytest

from support.documents import ROOT, read

PAGES = "docs/modules"
"""The folder of the pages, each named as its package; its heading says the folder: `# The kernel (`kernel/`)`."""
PACKAGES = sorted(file.parent.name for file in (ROOT / "src/stormriver").glob("*/__init__.py"))


def named(page: str) -> list[str]:
    """Return the modules that stand in the first column of the tables of a page."""
    rows = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+\.py)`", row)]


def modules(package: str) -> list[str]:
    """Return the modules of a package by their paths within it."""
    folder = ROOT / "src/stormriver" / package
    return [file.relative_to(folder).as_posix() for file in folder.rglob("*.py") if file.name != "__init__.py"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_stands_on_the_page_of_its_package(package: str) -> None:
    page = read(f"{PAGES}/{package}.md")
    assert f"(`{package}/`)" in page.partition("\n")[0]
    assert sorted(named(page)) == sorted(modules(package))


def test_no_page_is_left_of_a_package_that_is_gone() -> None:
    assert {page.stem for page in (ROOT / PAGES).glob("*.md")} == {"README", *PACKAGES}


def test_a_module_named_elsewhere_does_not_count() -> None:
    assert named("# The kernel (`kernel/`)\n\n| `ask.py` | asks, see `game.py` |\n\n`view.py` tells.\n") == ["ask.py"]
