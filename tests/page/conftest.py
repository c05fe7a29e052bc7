"""What the tests of the page share: the built page, a real server, and people with browsers."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from page.served import Served
from page.visitor import Visitor, settled
from stormriver.server.built_page import FOLDER, INDEX, is_built

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
MADE_OF = ("src", "public", "worker", "index.html", "vite.config.ts", "icons.ts", "installable.ts", "package.json")
NO_BROWSER = "STORMRIVER_NO_BROWSER"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# As few processes as may be: starting them, and what they tell each other, is much of a short visit.
FLAGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
MISSING = (
    "The tests of the page drive Chromium, and none was found: install it (Debian: apt install chromium-headless-shell,"
    f" Ubuntu: apt install chromium), or set {NO_BROWSER}=1 to leave them out."
)


LONGEST = ("test_access.py", "test_wargame.py", "test_game.py", "test_past_the_catalogue.py")
"""Files whose tests take longest, of which none is to be left for the end of a run, when other workers have nothing."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the longest tests of the page come first, among themselves as they stand; leave all out if that is wished."""
    here = f"{Path(__file__).parent}{os.sep}"
    ours = [number for number, item in enumerate(items) if str(item.path).startswith(here)]
    for number, item in zip(ours, sorted((items[number] for number in ours), key=place), strict=True):
        items[number] = item
        if os.environ.get(NO_BROWSER) == "1":
            item.add_marker(pytest.mark.skip(reason=f"{NO_BROWSER}=1: there is to be no browser"))


def place(item: pytest.Item) -> int:
    """Return how early a test of the page comes."""
    return LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST)


def chromium() -> str:
    """Return the path of the browser; fails with a sentence if there is none."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found


def newest(*paths: Path) -> float:
    """Return when the newest file of some files and folders was changed."""
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()]
    return max(file.stat().st_mtime for file in files)


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page as it is now: built anew if a source is newer than it."""
    with (Path(tempfile.gettempdir()) / "stormriver-page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers must not build at once
        if not is_built() or newest(*(WEB / part for part in MADE_OF)) > (FOLDER / INDEX).stat().st_mtime:
            subprocess.run([sys.executable, WEB / "build_page.py"], check=True)


@pytest.fixture(scope="session")
def served(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests that do not kill it."""
    server = Served(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser. Of this folder, for while it runs nothing else may use an event loop."""
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


Visits = Callable[..., Visitor]


@pytest.fixture
def visits(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Returns a new visitor of a server, with a browser profile of their own; whatever breaks in their page is told."""
    people: list[Visitor] = []

    def visit(address: str = "", drawn: bool = False, **context: object) -> Visitor:
        address = address or request.getfixturevalue("served").address
        people.append(Visitor(browser.new_context(**settled(context)), address, drawn))
        return people[-1]

    yield visit
    broken = [fault for visitor in people for fault in visitor.faults]
    for visitor in people:
        visitor.context.close()
    assert broken == []


@pytest.fixture
def visitor(visits: Visits) -> Visitor:
    """One visitor."""
    return visits()
