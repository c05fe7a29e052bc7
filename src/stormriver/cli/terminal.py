"""The terminal: its size, how a page is put up, and how a line is read."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO

from rich.console import Console
from rich.text import Text

from stormriver.cli.screen.lines import Lines, fold_all, text
from stormriver.cli.screen.palette import plain

BACK = "[Enter] back to the question, or answer > "


class Left(Exception):
    """Whoever sat at the keyboard has gone: the input has ended, or was broken off."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a closed terminal window, or a request to end, break off like Ctrl-C, so that the game is saved."""

    def break_off(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    known = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, break_off) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class AsciiFile:
    """A stream on which everything is written in plain ASCII."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, words: str) -> int:
        """Write a text with signs that every terminal has."""
        return self.stream.write(plain(words))

    def flush(self) -> None:
        """Hand on what has been written."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Tell whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the number of the stream."""
        return self.stream.fileno()


class Terminal:
    """Where the game is shown and answers are typed.

    Attributes:
        console: what prints.
    """

    def __init__(self) -> None:
        stream: IO[str] = sys.stdout
        if not (sys.stdout.encoding or "ascii").lower().replace("-", "").startswith("utf"):
            stream = AsciiFile(stream)  # type: ignore[assignment]
        self.console = Console(file=stream, highlight=False, markup=False, emoji=False)
        if self.console.is_terminal:
            with suppress(ImportError):
                importlib.import_module("readline")  # lets a typed line be edited and called back

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.size.width

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self.console.size.height

    @property
    def room(self) -> int:
        """How many lines of a page there are, the prompt left out."""
        return max(5, self.height - 2)

    def show(self, lines: Sequence[Text]) -> None:
        """Put up a page: on a terminal in place of the one before, else below it."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()
        self.say(lines)

    def say(self, lines: Sequence[Text]) -> None:
        """Print lines below what is there."""
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    @contextmanager
    def wide_open(self) -> Iterator[None]:
        """Play on a screen of our own, and give the old one back at the end, whatever has happened."""
        self.console.set_alt_screen(True)  # does nothing where there is no terminal
        try:
            yield
        finally:
            with suppress(OSError):  # the terminal may have gone
                self.console.set_alt_screen(False)

    def tell(self, sentence: str) -> None:
        """Say something that stays when the game has been left, if there still is somebody to hear it."""
        with suppress(OSError):
            self.console.print(sentence, soft_wrap=True)

    def forget(self) -> None:
        """Wipe what can be scrolled back to, before another seat sits down at the keyboard."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def read(self, prompt: str) -> str:
        """Return the line that is typed, without blanks around it.

        Raises:
            Left: at the end of the input, and on Ctrl-C.
        """
        try:
            self.console.file.flush()
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt, OSError):
            self.tell("")
            raise Left from None

    def page(self, lines: Lines, prompt: str = BACK) -> str:
        """Put up lines of any number, a screenful at a time, and return what is typed at the end of the last.

        Anything typed before that ends the page as well.
        """
        folded = fold_all(lines, self.width)
        room = self.room
        for start in range(0, max(len(folded), 1), room):
            self.show(folded[start : start + room])
            last = start + room >= len(folded)
            typed = self.read(prompt if last else "[Enter] more > ")
            if typed:
                return typed
        return ""

    def wait(self, words: str) -> str:
        """Say something, and return what is typed."""
        return self.read(f"{words} ")


def error(sentence: str) -> Text:
    """Return an error as it is shown."""
    return text(("! ", "bold red"), sentence)
