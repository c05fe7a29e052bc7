"""What all tests share: the profile of hypothesis, where files lie, and a warning of slow tests not marked as such."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import time
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from stormriver.language.rendering import Language
    from support.postgres import Postgres

# A game's worth of engine in one example takes as long as it takes; a busy machine is no failure.
settings.register_profile("local", deadline=None)
# On a build machine the examples are the same every time, so that a red build can be repeated.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Databases of the tests lie in memory where there is room: a disk is waited for at each commit. Nothing in these tests
# hangs on it, as what is killed is the server and never the machine.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# What the command line says is compared with its English, whatever language the system speaks.
os.environ["LC_ALL"] = "C.UTF-8"

# What packs somebody plays with is no matter of the tests, nor are what they have installed and the games they keep.
os.environ.pop("STORMRIVER_PACKS", None)
os.environ["XDG_DATA_HOME"] = mkdtemp(prefix="stormriver-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# The sources are tested, also where a compiled engine lies beside them; `make test-compiled` sets this to nothing.
os.environ.setdefault("STORMRIVER_PURE", "1")
# Left out unless `make test-compiled` has built the engine, and `make ray` an environment that has Ray.
collect_ignore = ["compiled"] if os.environ["STORMRIVER_PURE"] else []
collect_ignore += [] if find_spec("ray") else ["ray_cluster"]

QUICK_SECONDS = 1.5
RUNS = {"not long": "test", "not slow and not long": "quick", "long": "test-long"}
"""The commands of the Makefile by the marks they choose tests by."""

SLOW = Path(__file__).with_name("server"), Path(__file__).with_name("page")
"""Folders of slow tests. For those of the page a server and a browser start; those of the server are many."""

BUDGETS = Path(__file__).with_name("budgets.toml")
BEGAN = time.monotonic()


# Nearly all that is made while tests are gathered stays, so there is little for the garbage collector to find.
gc.set_threshold(50_000, 20, 50)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out folders of slow tests where none of these is wanted: what they import takes longer than many tests."""
    return True if collection_path in SLOW and RUNS.get(config.option.markexpr) == "quick" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the folders of slow ones."""
    folders = tuple(f"{folder}{os.sep}" for folder in SLOW)
    for item in items:
        if str(item.path).startswith(folders):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays for the whole run: the program, its libraries, the tests."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how long a run of all tests took beside its budget, and name what is slow without being marked so."""
    run = RUNS.get(config.option.markexpr)
    if run and not config.option.file_or_dir:
        budget = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))["minutes"][run]
        minutes = (time.monotonic() - BEGAN) / 60
        terminalreporter.write_line(f"The tests of `make {run}` took {minutes:.1f} minutes; the budget is {budget}.")
    calls = [report for report in terminalreporter.getreports("passed") if report.when == "call"]
    slow = [report for report in calls if not {"slow", "long"} & report.keywords.keys()]
    long = [report for report in slow if report.duration > QUICK_SECONDS]
    if long:
        terminalreporter.section("not quick, and not marked slow")
        for report in sorted(long, key=lambda report: -report.duration):
            terminalreporter.write_line(f"{report.duration:6.1f} s  {report.nodeid}")


RING = """
regions:
  - {id: ring, name: Ring}
spaces:
  - {id: north, name: North, region: ring, at: [0, 0], next: [east, west], gates: [{to: tavern}],
     visit: {gain: {gold: 1}}}
  - {id: east, name: East, region: ring, at: [0, 1], next: [west, north]}
  - {id: west, name: West, region: ring, at: [1, 0], next: [north, east]}
gates:
  - {from: tavern, to: north}
"""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A Postgres of the tests' own; tests that ask for it are marked `needs_postgres`."""
    from support.postgres import Postgres

    with Postgres() as database:
        yield database


@pytest.fixture
def ring(tmp_path: Path) -> str:
    """Return the folder of a pack with a board of three spaces, on which a roll of 3 or 6 leads back to its start."""
    folder = tmp_path / "ring"
    folder.mkdir()
    (folder / "pack.yaml").write_text("language: 2\nname: The ring\nfor: [revised4]\n", encoding="utf-8")
    (folder / "board.yaml").write_text(RING, encoding="utf-8")
    return str(folder)


@cache
def in_signs() -> Language:
    """Return a language in which whatever comes from the German catalogue stands in signs."""
    from test_rendering import pseudo

    return pseudo("de")


@pytest.fixture
def signs(monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a language in which whatever comes from the German catalogue stands in signs; return its code."""
    from stormriver.adventure.text import event_text, procedures, spoken
    from stormriver.language import rendering
    from stormriver.wargame.text import event_text as war_event_text
    from stormriver.wargame.text import procedures as war_procedures
    from stormriver.wargame.text import situation
    from stormriver.wargame.text import spoken as war_spoken

    found, plain = in_signs(), rendering.language
    war = (war_spoken, war_event_text, war_procedures, situation)
    for module in (rendering, spoken, event_text, procedures, *war):
        monkeypatch.setattr(module, "language", lambda code: found if code == "signs" else plain(code), raising=False)
    return "signs"
