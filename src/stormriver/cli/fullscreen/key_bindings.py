"""The keys of the screen mode, and when each of them is heeded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

if TYPE_CHECKING:
    from stormriver.cli.fullscreen.screen import FullScreen

LOOKING = ("up", "down", "left", "right")
"""The keys that move about the board."""
OPENING = (":", "/")
"""The keys that open the line for words, so that no letter of them is taken at once."""


def bindings(screen: FullScreen) -> KeyBindings:
    """Return the keys of a screen, each with what it does there."""
    keys = KeyBindings()
    empty = Condition(lambda: not screen.buffer.text and not screen.opened)
    paging = Condition(lambda: screen.paging)
    _bind_line(keys, screen, empty)
    _bind_completion(keys, screen)
    _bind_board(keys, screen, empty & ~paging & Condition(lambda: screen.offers.board))
    _bind_page(keys, screen, empty & paging)
    return keys


def _bind_line(keys: KeyBindings, screen: FullScreen, empty: Condition) -> None:
    """Bind what ends, opens and puts away the line that is typed; what comes while none is read is kept."""

    @keys.add(Keys.Any, filter=Condition(lambda: not screen.listens), eager=True)
    def keep(event: KeyPressEvent) -> None:
        screen.ahead.extend(event.key_sequence)

    @keys.add("enter")
    def take(event: KeyPressEvent) -> None:
        completing = screen.buffer.complete_state
        if completing is not None and completing.current_completion is not None:
            screen.buffer.complete_state = None
        elif not (screen.paging and empty() and screen.turn_over()):
            screen.hear(screen.buffer.text)

    @keys.add("c-c")
    @keys.add("c-d", filter=empty)
    def leave(event: KeyPressEvent) -> None:
        screen.hear(None)

    @keys.add("escape")
    def put_away(event: KeyPressEvent) -> None:
        if empty() and (screen.paging or screen.offers.board):
            screen.hear("" if screen.paging else "look")
        screen.close_line()

    def open_line(event: KeyPressEvent) -> None:
        screen.opened = True

    for key in OPENING:
        keys.add(key, filter=empty)(open_line)


def _bind_completion(keys: KeyBindings, screen: FullScreen) -> None:
    """Bind what completes a word."""

    @keys.add("tab")
    def complete(event: KeyPressEvent) -> None:
        screen.opened = True
        if screen.buffer.complete_state is not None:
            screen.buffer.complete_next()
        else:
            screen.buffer.start_completion(select_first=False)

    @keys.add("s-tab")
    def complete_back(event: KeyPressEvent) -> None:
        screen.buffer.complete_previous()


def _bind_board(keys: KeyBindings, screen: FullScreen, looking: Filter) -> None:
    """Bind what moves about the board."""
    for way in LOOKING:

        @keys.add(way, filter=looking)
        def look(event: KeyPressEvent, way: str = way) -> None:
            screen.hear(f"look {way}")


def _bind_page(keys: KeyBindings, screen: FullScreen, paging: Filter) -> None:
    """Bind what scrolls a page."""
    ways: dict[str, Callable[[], int]] = {
        "up": lambda: -1,
        "down": lambda: 1,
        "pageup": lambda: -screen.room,
        "pagedown": lambda: screen.room,
        " ": lambda: screen.room,
        "home": lambda: -len(screen.lines()),
        "end": lambda: len(screen.lines()),
    }
    for key, lines in ways.items():

        @keys.add(key, filter=paging)
        def scroll(event: KeyPressEvent, lines: Callable[[], int] = lines) -> None:
            screen.scroll(lines())
