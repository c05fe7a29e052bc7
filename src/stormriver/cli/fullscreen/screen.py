"""The screen mode: a terminal on which single keys answer, and all is drawn anew whenever its size changes.

The game runs between two questions, and the screen's own loop while one is read; so nothing here runs beside anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output, create_output

from stormriver.cli import input_history
from stormriver.cli.fullscreen.completion import Offered
from stormriver.cli.fullscreen.key_bindings import bindings
from stormriver.cli.offers import NOTHING, Offers
from stormriver.cli.reader_language import READER
from stormriver.cli.screen.lines import Lines, fold_all
from stormriver.cli.terminal import Drawn, Left, Terminal
from stormriver.cli.wording import words
from stormriver.presentation.plain import harmless

ESCAPE = 0.05
"""Seconds after which an escape is the key of that name, and not the beginning of another one."""


class FullScreen(Terminal):
    """A terminal in screen mode.

    Attributes:
        offers: what may be typed now.
        buffer: the line that is typed.
        opened: whether the line has been opened for words, so that no key is taken at once.
        paging: whether a page of any length is up, which can be scrolled.
        ahead: keys that were typed before anybody listened.
    """

    def __init__(self, source: Input | None = None, sink: Output | None = None, colours: str = "full") -> None:
        """Make the screen of the terminal, or of an input and output of prompt_toolkit.

        Args:
            source: where keys come from; the terminal if left out.
            sink: where it is shown; the terminal if left out.
            colours: which colours there are, see `palette.COLOURS`.
        """
        super().__init__(colours)
        self.source = source
        self.sink = sink or create_output()
        self.offers = NOTHING
        self.opened = self.paging = False
        self.ahead: list[KeyPress] = []
        self.first = 0  # the first line of a page that is seen
        self.drawn: tuple[Size, Lines] = (Size(0, 0), [])  # the lines that are there, and for which size
        self.painting: tuple[object, ANSI] = (None, ANSI(""))  # what is seen, and how it is painted
        self.prompt: Callable[[], str] = str
        self.heard: asyncio.Future[str] | None = None
        self.buffer = Buffer(
            completer=Offered(lambda: self.offers),
            complete_while_typing=Condition(lambda: self.opened),
            on_text_insert=lambda _: self.take_at_once(),
            multiline=False,
        )

    def remember(self) -> None:
        """Recall lines of earlier games, and keep those of this one: where one person alone sits at the keyboard."""
        self.remembers = True
        self.buffer.history = InMemoryHistory(input_history.recalled())

    @property
    def size(self) -> Size:
        """The size that the terminal has now."""
        return self.sink.get_size()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.size.columns

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self.size.rows

    @property
    def room(self) -> int:
        """How many lines of a page there are, the prompt left out."""
        return max(5, self.height - 1)

    # what is shown

    def show(self, drawn: Drawn) -> None:
        """Put up a page in place of the one before."""
        lines = drawn()  # before anything is wiped: it may be refused
        self.shown, self.first = [drawn], 0
        self.drawn = (self.size, lines)

    def say(self, drawn: Drawn) -> None:
        """Put lines below what is there."""
        self.shown.append(drawn)
        self.drawn = (self.size, [*self.lines(), *drawn()])

    def forget(self) -> None:
        """Wipe what is there, before another seat sits down at the keyboard; nothing can be scrolled back to."""
        self.shown, self.drawn = [], (self.size, [])
        self.buffer.history = InMemoryHistory()

    def lines(self) -> Lines:
        """Return all lines that are there, at the size that the terminal has now."""
        if self.drawn[0] != self.size:
            self.drawn = (self.size, [line for one in self.shown for line in one()])
        return fold_all(self.drawn[1], self.width) if self.paging else self.drawn[1]

    def picture(self) -> ANSI:
        """Return what is seen: a page from its first line in sight on, all else from the end upwards."""
        lines, room = self.lines(), self.height - 1
        if self.paging:
            self.first = max(0, min(self.first, len(lines) - room))
        seen = tuple(lines[self.first : self.first + room] if self.paging else lines[-room:])
        if self.painting[0] != (self.size, seen):
            self.painting = ((self.size, seen), ANSI(self.painted(list(seen), self.width)))
        return self.painting[1]

    def scroll(self, lines: int) -> None:
        """Show a page from so many lines further down, or up."""
        self.first += lines

    def turn_over(self) -> bool:
        """Go on to the next screenful of a page, and return whether there was one."""
        rest = len(self.lines()) - self.first
        if rest <= self.room:
            return False
        self.scroll(self.room)
        return True

    # what is typed

    @property
    def listens(self) -> bool:
        """Whether a line is being read."""
        return self.heard is not None and not self.heard.done()

    def hear(self, typed: str | None) -> None:
        """End the reading of a line with what was typed; None if the people leave."""
        if self.heard is None or self.heard.done():
            return
        if typed is None:
            self.heard.set_exception(Left())
            return
        if self.opened and typed:
            self.buffer.history.append_string(typed)
            self.note(typed)
        self.heard.set_result(typed)

    def take_at_once(self) -> None:
        """Take what has been typed if it needs no Enter."""
        if not self.opened and self.offers.at_once(self.buffer.text):
            self.hear(self.buffer.text)

    def close_line(self) -> None:
        """Empty the line, so that single keys are taken at once again."""
        self.opened = False
        self.buffer.reset()

    def read(self, prompt: str, offers: Offers = NOTHING) -> str:
        """Return what is typed: a line, or a key that is taken at once.

        Raises:
            Left: at the end of the input, and on Ctrl-C.
        """
        return self._read(lambda: prompt, offers)

    def page(self, drawn: Drawn, prompt: str = "enter_back", offers: Offers = NOTHING) -> str:
        """Put up lines of any number, which can be scrolled, and return what is typed at last."""
        self.show(drawn)
        self.paging = True

        def told() -> str:
            more = len(self.lines()) - self.first > self.room
            return f"{words(READER, 'enter_more' if more else prompt)} "

        try:
            return self._read(told, offers)
        finally:
            self.paging = False

    def _read(self, prompt: Callable[[], str], offers: Offers) -> str:
        self.prompt, self.offers = prompt, offers
        self.close_line()
        return self.loop.run_until_complete(self._hearing()).strip()

    async def _hearing(self) -> str:
        """Return what is typed, while the application runs."""
        self.heard = asyncio.get_running_loop().create_future()
        self.app.invalidate()
        if self.ahead and self.app.context is not None:
            kept, self.ahead = self.ahead, []
            self.app.key_processor.feed_multiple(kept)
            self.app.context.copy().run(self.app.key_processor.process_keys)
        either: set[asyncio.Future[Any]] = {self.heard, self.running}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not self.heard.done():
            with suppress(EOFError):
                await self.running  # says what has gone wrong
            raise Left
        return self.heard.result()

    # on and off

    @contextmanager
    def wide_open(self) -> Iterator[None]:
        """Play on a screen of our own, and give the old one back at the end, whatever has happened."""
        self.loop = asyncio.new_event_loop()
        self.app: Application[None] = Application(
            Layout(self._layout()),
            key_bindings=bindings(self),
            full_screen=True,
            input=self.source,
            output=self.sink,
        )
        self.app.ttimeoutlen = ESCAPE
        self.running = self.loop.create_task(self.app.run_async())
        try:
            yield
        finally:
            self._close()

    def _close(self) -> None:
        if not self.running.done():
            if self.app.is_running:
                self.app.exit()
            else:
                self.running.cancel()  # nothing has been read yet
        with suppress(EOFError, OSError, asyncio.CancelledError):
            self.loop.run_until_complete(self.running)
        self.loop.close()

    def _layout(self) -> FloatContainer:
        body = Window(FormattedTextControl(self.picture), wrap_lines=False, always_hide_cursor=True)
        shown = BufferControl(self.buffer, [BeforeInput(lambda: harmless(self.prompt()))])
        line = Window(shown, height=1)
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return FloatContainer(HSplit([body, line]), [menu])
