"""The keys of the screen mode, and when each of them is heeded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
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
    deaf = Condition(lambda: not screen.listens)
    paging = Condition(lambda: screen.paging)
    empty = Condition(lambda: not screen.buffer.text and not screen.opened)
    looking = Condition(lambda: screen.offers.board)

    @keys.add(Keys.Any, filter=deaf, eager=True)
    def keep(event: KeyPressEvent) -> None:
        screen.ahead.extend(event.key_sequence)

    @keys.add("enter")
    def take(event: KeyPressEvent) -> None:
        completing = screen.buffer.complete_state
        if completing is not None and completing.current_completion is not None:
            screen.buffer.complete_state = None
        elif not (paging() and empty() and screen.turn_over()):
            screen.hear(screen.buffer.text)

    @keys.add("c-c")
    @keys.add("c-d", filter=empty)
    def leave(event: KeyPressEvent) -> None:
        screen.hear(None)

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

    @keys.add("escape")
    def put_away(event: KeyPressEvent) -> None:
        if empty() and (screen.paging or screen.offers.board):
            screen.hear("" if screen.paging else "look")
        screen.close_line()

    for key in OPENING:

        @keys.add(key, filter=empty)
        def open_line(event: KeyPressEvent) -> None:
            screen.opened = True

    for way in LOOKING:

        @keys.add(way, filter=empty & looking & ~paging)
        def look(event: KeyPressEvent, way: str = way) -> None:
            screen.hear(f"look {way}")

    for key, down in (("up", -1), ("down", 1), ("pageup", None), ("pagedown", None), (" ", None)):

        @keys.add(key, filter=empty & paging)
        def scroll(event: KeyPressEvent, key: str = key, down: int | None = down) -> None:
            screen.scroll(down or (-screen.room if key == "pageup" else screen.room))

    @keys.add("home", filter=empty & paging)
    def to_top(event: KeyPressEvent) -> None:
        screen.scroll(-len(screen.lines()))

    @keys.add("end", filter=empty & paging)
    def to_end(event: KeyPressEvent) -> None:
        screen.scroll(len(screen.lines()))

    return keys
