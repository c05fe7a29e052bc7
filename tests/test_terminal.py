"""The terminal itself: it follows the size of its window, and keeps what was typed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from stormriver.cli.screen.lines import Lines
from stormriver.cli.terminal import Terminal
from test_play import START

PATIENCE = 120.0
"""Seconds after which a terminal that says nothing more has failed."""

WIPED = "\x1b[2J"
"""What wipes the screen, so that a page begins."""


class Window:
    """A terminal window in which a program runs."""

    def __init__(self, words: list[str], width: int, height: int) -> None:
        self.child, self.end = pty.fork()
        if self.child == 0:
            sized = {"COLUMNS", "LINES"}  # would hold whatever the window's size
            kept = {name: value for name, value in os.environ.items() if name not in sized}
            os.execve(words[0], words, {**kept, "TERM": "xterm", "NO_COLOR": "1"})
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, of which the program is told by a signal."""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.end, keys.encode())

    def rest(self) -> None:
        """Let the program come to where it waits for a key.

        Of a signal that comes while Python's readline still draws the last key, Python hears with the next key only.
        """
        stat = Path(f"/proc/{self.child}/stat")
        end = time.monotonic() + PATIENCE
        while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < end, "the program never waits for a key"
            time.sleep(0.001)

    def until(self, pattern: str) -> str:
        """Return what is shown from now on until something is."""
        return self._read(lambda shown: re.search(pattern, shown) is not None, pattern)

    def page(self, width: int, pattern: str) -> str:
        """Return the first page from now on that is no wider than `width` and fits a pattern to its end.

        What comes before it, or only in part, does not count: readline draws the old prompt anew by itself, and of a
        window that is dragged more than one page may be seen.
        """

        def fits(shown: str) -> bool:
            found = page(shown)
            return re.search(pattern, found, re.DOTALL) is not None and widest(found) <= width

        return page(self._read(fits, f"{pattern} within {width}"))

    def _read(self, enough: Callable[[str], bool], wanted: str) -> str:
        shown = ""
        end = time.monotonic() + PATIENCE
        while not enough(shown):
            ready, _, _ = select.select([self.end], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{wanted!r} was never shown, but {shown[-2000:]!r}"
            shown += os.read(self.end, 65536).decode("utf-8", "replace")
        return shown

    def close(self) -> None:
        """Close the window."""
        os.close(self.end)
        os.waitpid(self.child, 0)


def page(shown: str) -> str:
    """Return the page that is there at last, in plain letters; nothing if the screen was not wiped yet."""
    _, wiped, last = shown.rpartition(WIPED)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", last) if wiped else ""


def widest(lines: str) -> int:
    """Return how long the longest line is."""
    return max(map(len, lines.splitlines()), default=0)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of this test for the user's data, in which lines that were typed are kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def window(tmp_path: str) -> Iterator[Window]:
    found = Window([*START, "--plain", "--seed", "12", "--save", f"{tmp_path}/game.json"], 100, 40)
    try:
        yield found
    finally:
        found.close()


@pytest.mark.slow
def test_another_size_draws_the_question_anew_and_keeps_what_was_typed(window: Window) -> None:
    window.until("begin > ")
    window.type("\r")
    assert widest(window.page(100, r"Where do you move.*\n> $")) > 80
    window.type("hi")
    window.until("hi")
    window.rest()
    window.resize(80, 24)
    window.page(80, r"Where do you move.*\n> hi$")
    window.type("lls\r")
    window.until("Do you")


@pytest.mark.slow
def test_another_size_folds_a_page_anew(window: Window) -> None:
    window.until("begin > ")
    window.type("\r")
    window.page(100, r"\n> $")
    window.type("?\r")
    assert widest(window.page(100, r"What is asked.*(more|answer) > $")) > 60
    window.rest()
    window.resize(60, 40)
    window.page(60, r"What is asked.*(more|answer) > $")


@pytest.mark.slow
def test_a_window_that_is_dragged_ends_with_a_page_of_its_last_size(window: Window) -> None:
    window.until("begin > ")
    window.type("\r")
    window.page(100, r"Where do you move.*\n> $")
    window.type("hi")
    window.until("hi")
    window.rest()
    for width in range(99, 69, -1):
        window.resize(width, 40)
        time.sleep(0.005)
    window.page(70, r"Where do you move.*\n> hi$")


class Screen(Terminal):
    """A terminal in this process, of any size, at which lines are typed at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *typed: Callable[[], str]) -> None:
        super().__init__()
        self.console = Console(file=StringIO(), force_terminal=True, width=100, height=40, _environ={})
        self.editor = None
        lines = iter(typed)
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines)())
        self.drawn: list[int] = []

    def drag(self, width: int) -> None:
        """Give it another size, of which this process is told by a signal."""
        self.console.width = width
        os.kill(os.getpid(), signal.SIGWINCH)

    def narrow(self) -> Lines:
        """Draw a line, while the window is dragged to a width of 60."""
        self.drawn.append(self.width)
        if self.width > 60:
            self.drag(self.width - 20)
        return []


def test_a_size_that_changes_while_a_page_is_drawn_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch, lambda: "pass ")
    with screen.wide_open():
        screen.show(screen.narrow)
        assert screen.read("> ") == "pass"
    assert screen.drawn == [100, 80, 60]


def test_a_size_that_changes_while_a_page_is_drawn_anew_does_not_break_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def dragged() -> str:
        screen.drag(80)
        return "never typed"

    screen = Screen(monkeypatch, dragged, lambda: "pass")
    with screen.wide_open():
        screen.show(lambda: [])
        screen.shown.append(screen.narrow)
        assert screen.read("> ") == "pass"
    assert screen.drawn == [80, 60]


@pytest.mark.long
def test_single_keys_play_in_a_real_window_and_leave_it_as_it_was(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    window = Window([*START, "--seed", "12", "--save", str(saved)], 80, 24)
    try:
        window.until("begin")
        window.type("\r")
        window.until("Fields 4")
        window.rest()
        window.resize(120, 40)
        window.until("━" * 10)
        window.type("q")
        shown = window.until("Go on with")
    finally:
        window.close()
    assert "\x1b[?1049l" in shown and saved.exists()
