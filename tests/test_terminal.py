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
from collections.abc import Iterator

import pytest

from test_play import START

PATIENCE = 60.0
"""Seconds after which a terminal that says nothing more has failed."""


class Window:
    """A terminal window in which a program runs."""

    def __init__(self, words: list[str], width: int, height: int) -> None:
        self.child, self.end = pty.fork()
        if self.child == 0:
            os.execve(words[0], words, {**os.environ, "TERM": "xterm", "NO_COLOR": "1"})
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, of which the program is told by a signal."""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resized(self, width: int, height: int) -> str:
        """Return what is shown after another size has been given; who drags a window sends many signals."""
        self.resize(width, height)
        while not select.select([self.end], [], [], 0.2)[0]:
            os.kill(self.child, signal.SIGWINCH)
        return self.until(r"> (pa)?$")

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.end, keys.encode())

    def until(self, pattern: str) -> str:
        """Return what is shown from now on until something is."""
        shown = ""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, shown):
            ready, _, _ = select.select([self.end], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{pattern!r} was never shown, but {shown[-2000:]!r}"
            shown += os.read(self.end, 65536).decode("utf-8", "replace")
        return shown

    def close(self) -> None:
        """Close the window."""
        os.close(self.end)
        os.waitpid(self.child, 0)


def widest(shown: str) -> int:
    """Return how long the longest line is that is shown."""
    return max(map(len, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()))


@pytest.fixture
def window(tmp_path: str) -> Iterator[Window]:
    found = Window([*START, "--seed", "12", "--save", f"{tmp_path}/game.json"], 100, 40)
    try:
        yield found
    finally:
        found.close()


def test_another_size_draws_the_question_anew_and_keeps_what_was_typed(window: Window) -> None:
    window.until("begin > ")
    window.type("\r")
    assert "keep the roll" in window.until(r"\n> ")
    window.type("pa")
    window.until("pa")
    small = window.resized(80, 24)
    assert "keep the roll" in small
    assert widest(small) <= 80
    window.type("ss\r")
    window.until("Where do you move")


def test_another_size_folds_a_page_anew(window: Window) -> None:
    window.until("begin > ")
    window.type("\r")
    window.until(r"\n> ")
    window.type("?\r")
    wide = window.until(r"(more|answer) > ")
    narrow = window.resized(60, 40)
    assert "What is asked" in wide and "What is asked" in narrow
    assert widest(wide) > 60 >= widest(narrow)
