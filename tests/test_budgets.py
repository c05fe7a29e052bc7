"""What is installed, sent and loaded stays within the budgets of `tests/budgets.toml`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from budgets import (
    PAGE,
    budgets,
    dependencies,
    first_screen,
    first_screen_bytes,
    modules_loaded,
    wheel_bytes,
)
from stormriver.server.built_page import is_built
from support.documents import read

MOST = budgets()["checked"]
MEASURED: dict[str, Callable[[Path], int]] = {
    "wheel_bytes": lambda folder: wheel_bytes(),
    "first_screen_bytes": lambda folder: first_screen_bytes(),
    "dependencies": lambda folder: dependencies(),
    "modules_for_version": lambda folder: modules_loaded("--version"),
    "modules_for_first_question": lambda folder: modules_loaded(
        "play", "--terminal", "--seed", "1", "--save", str(folder / "game.json"), typed="\n"
    ),
}
OF_THE_PAGE = ("wheel_bytes", "first_screen_bytes")
built = pytest.mark.skipif(not is_built(), reason="the page has not been built: make page")


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=built if name in OF_THE_PAGE else ()) for name in MEASURED])
def test_stays_within_its_budget(name: str, tmp_path: Path) -> None:
    assert MEASURED[name](tmp_path) <= MOST[name]


def test_every_budget_that_is_checked_is_measured() -> None:
    assert set(MOST) == set(MEASURED)


def test_what_was_measured_last_is_what_the_page_tells_beside_the_budgets_of_today() -> None:
    measured = json.loads(read("docs/results/startup.json"))
    assert {name: one["budget"] for name, one in measured["commands"].items()} == budgets()["seconds"]
    page = read("docs/performance/startup.md")
    assert f"Measured {measured['date']}: Python {measured['python']}" in page
    for one in measured["commands"].values():
        assert f"| `{one['command']}` | {one['processor']:.2f} | {one['clock']:.2f} | {one['budget']}: " in page


# what measures them would notice


def test_a_file_more_makes_the_wheel_larger(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("one = 1\n")
    before = wheel_bytes(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/one.pyc").write_bytes(bytes(1000))
    assert wheel_bytes(tmp_path) == before
    (tmp_path / "two.py").write_text("two = 2\n")
    assert wheel_bytes(tmp_path) > before


@built
def test_whatever_the_first_screen_fetches_counts(tmp_path: Path) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    before = first_screen_bytes(page)
    names = {path.name.partition("-")[0] for path in first_screen(page)}
    assert {"index.html", "index", "HomePage"} <= names
    assert "TablePage" not in names
    for path in first_screen(page):
        path.write_bytes(path.read_bytes() + b"/* more */")
    assert first_screen_bytes(page) > before + len(names)


def test_a_dependency_more_is_counted(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\ndependencies = ["one"]\n[project.optional-dependencies]\nmore = ["three"]\n')
    assert dependencies(project) == 1
    project.write_text('[project]\ndependencies = ["one", "two>=2"]\n')
    assert dependencies(project) == 2


@pytest.mark.slow
def test_a_command_that_looks_cards_up_loads_the_engine() -> None:
    assert modules_loaded("cards", "dragon") > modules_loaded("--version")
