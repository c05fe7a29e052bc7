"""The terminal: its size, how a page is put up, and how a line is read."""

from __future__ import annotations

import importlib
import io
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.text import Text

from stormriver.cli import input_history
from stormriver.cli.offers import NOTHING, Offers
from stormriver.cli.reader_language import READER
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, fold_all, text
from stormriver.cli.wording import words
from stormriver.presentation.plain import harmless

Drawn = Callable[[], Lines]
"""Callback that draws lines at the size that the terminal has when it is called."""


class Left(Exception):
    """The people at the keyboard have left: the input has ended, or was interrupted."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a closed terminal window, or a signal to end, interrupt like Ctrl-C, so that the game is saved."""

    def break_off(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    known = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, break_off) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Resized(Exception):
    """The terminal has another size now; the words are what was typed of a line so far."""


class Terminal:
    """Where the game is shown and answers are typed.

    Attributes:
        console: what prints.
        shown: the callbacks that draw the lines that are there, from the top of the page down.
        drawn_for: the size that the terminal had when the page was put up.
        colours: which colours there are.
        offers: what may be typed now.
        editor: the module readline, which edits typed lines and recalls earlier ones; None where there is none.
        remembers: whether lines are recalled in later games.
        typed: callback that returns what has been typed of the line being read; None while none is read.
    """

    def __init__(self, colours: str = palette.FULL) -> None:
        """Make the terminal of this process.

        Args:
            colours: which colours there are, see `palette.COLOURS`.
        """
        self.colours = colours
        self.console = Console(highlight=False, markup=False, emoji=False, no_color=no_colour(colours))
        self.shown: list[Drawn] = []
        self.drawn_for = self.console.size
        self.editor: Any = None
        self.typed: Callable[[], str] | None = None
        self.offers = NOTHING
        self.remembers = False
        if self.console.is_terminal:
            with suppress(ImportError):
                self.editor = importlib.import_module("readline")
                self.editor.set_completer_delims("")
                self.editor.set_completer(self._completed)
                self.editor.parse_and_bind("tab: complete")

    def remember(self) -> None:
        """Recall lines of earlier games, and keep those of this one: where one person alone sits at the keyboard."""
        self.remembers = True
        for line in input_history.recalled() if self.editor else ():
            self.editor.add_history(line)

    def note(self, typed: str) -> None:
        """Keep a line for later games, if it is more than a key."""
        if self.remembers and typed and not self.offers.at_once(typed):
            input_history.note(typed)

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

    def show(self, drawn: Drawn) -> None:
        """Put up a page: on a terminal in place of the one before, else below it."""
        size = self.console.size
        lines = drawn()  # before anything is wiped: it may be refused
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()
        self.shown, self.drawn_for = [drawn], size
        self._print(lines)

    def say(self, drawn: Drawn) -> None:
        """Print lines below what is there."""
        self.shown.append(drawn)
        self._print(drawn())

    def _print(self, lines: Lines) -> None:
        self._print_on(self.console, lines)

    def _print_on(self, console: Console, lines: Lines) -> None:
        for line in lines:
            line.plain = harmless(line.plain)  # as long as before, so that its colours stay where they are
            console.print(palette.coloured(line, self.colours), no_wrap=True, overflow="ellipsis", crop=True)

    def painted(self, lines: Lines, width: int) -> str:
        """Return lines with the codes that give them their colours here, as far as they fit into a width."""
        paper = Console(
            file=io.StringIO(), force_terminal=True, width=width, highlight=False, emoji=False, legacy_windows=False,
            color_system="truecolor", no_color=no_colour(self.colours),
        )  # fmt: skip
        with paper.capture() as found:
            self._print_on(paper, lines)
        return found.get()

    def draw_again(self) -> None:
        """Draw what is there anew, at the size that the terminal has now."""
        first, *more = self.shown
        self.show(first)
        for drawn in more:
            self.say(drawn)

    @contextmanager
    def wide_open(self) -> Iterator[None]:
        """Play on a screen of our own, and give the old one back at the end, whatever has happened."""
        self.console.set_alt_screen(True)  # does nothing where there is no terminal
        try:
            with self.resizable():
                yield
        finally:
            with suppress(OSError):  # the terminal may have gone
                self.console.set_alt_screen(False)

    @contextmanager
    def resizable(self) -> Iterator[None]:
        """Break off the reading of a line when the terminal changes its size.

        Whoever drags a window sends many signals, of which any may come while a page is drawn. So they are listened
        to from beginning to end, and what comes while no line is read is seen by `outgrown` when the next one is.
        """

        def break_off(number: int, frame: object) -> None:
            if self.typed is not None:
                raise Resized(self.typed())

        if not self.console.is_terminal or not hasattr(signal, "SIGWINCH"):
            yield
            return
        before = signal.signal(signal.SIGWINCH, break_off)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)

    @property
    def outgrown(self) -> bool:
        """Whether the terminal has another size now than the page was drawn for."""
        return self.console.is_terminal and bool(self.shown) and self.console.size != self.drawn_for

    def farewell(self, lines: Lines) -> None:
        """Print lines that stay when the game has been left."""
        self._print(lines)

    def tell(self, sentence: str) -> None:
        """Say something that stays when the game has been left, if there still is somebody to hear it."""
        with suppress(OSError):
            self.console.print(harmless(sentence), soft_wrap=True)

    def forget(self) -> None:
        """Wipe what can be scrolled back to, before another seat sits down at the keyboard."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def read(self, prompt: str, offers: Offers = NOTHING) -> str:
        """Return the line that is typed, without blanks around it.

        Args:
            prompt: what stands before it.
            offers: what may be typed, which Tab completes.

        Raises:
            Left: at the end of the input, and on Ctrl-C.
        """
        begun = ""
        self.offers = offers
        while True:
            try:
                self.console.file.flush()
                typed = self._line(prompt, begun).strip()
                if self.editor:
                    self.note(typed)
                return typed
            except Resized as resized:
                begun = str(resized)
                self.draw_again()
            except (EOFError, KeyboardInterrupt, OSError):
                self.tell("")
                raise Left from None

    def _line(self, prompt: str, begun: str) -> str:
        """Return the line that is typed, which begins with words typed already; Resized, if it is broken off."""

        def begin() -> None:
            self.editor.insert_text(begun)
            self.typed = self.editor.get_line_buffer  # which held the line before until now

        if self.editor:
            self.editor.set_startup_hook(begin)
        try:
            self.typed = lambda: begun
            if self.outgrown:
                raise Resized(begun)
            return input(harmless(prompt))
        finally:
            self.typed = None
            if self.editor:
                self.editor.set_startup_hook()

    def _completed(self, typed: str, number: int) -> str | None:
        """Return one of the words that what has been typed may become, None if there are not so many."""
        words_known = list(self.offers.completions(typed))
        return words_known[number] if number < len(words_known) else None

    def page(self, drawn: Drawn, prompt: str = "enter_back", offers: Offers = NOTHING) -> str:
        """Put up lines of any number, a screenful at a time, and return what is typed at the end of the last.

        Anything typed before that ends the page as well.

        Args:
            drawn: draws the lines.
            prompt: the key of what is said at the end.
            offers: what may be typed.
        """

        start = 0

        def rest() -> Lines:
            return fold_all(drawn(), self.width)[start:]

        while True:
            self.show(lambda: rest()[: self.room])
            typed = self.wait(words(READER, "enter_more" if len(rest()) > self.room else prompt), offers)
            if typed or len(rest()) <= self.room:  # as it is now: the size may have changed
                return typed
            start += self.room

    def wait(self, prompt: str, offers: Offers = NOTHING) -> str:
        """Say something, and return what is typed."""
        return self.read(f"{prompt} ", offers)


def no_colour(colours: str) -> bool:
    """Tell whether everything is shown without colours: as somebody has chosen, or as the environment says."""
    return colours == palette.NONE or bool(os.environ.get("NO_COLOR"))


def error(sentence: str) -> Text:
    """Return an error as it is shown."""
    return text(("! ", "bold red"), sentence)
