"""What undo goes back to."""

from __future__ import annotations

from typing import Any

from stormriver.kernel.state import NONE


class Past:
    """A snapshot of a game before an answer, for undo."""

    __slots__ = ("state", "logged", "revealed", "seat", "script")

    def __init__(self, game: Any) -> None:
        self.state = game.state.clone()
        self.logged = 0 if game.log is None else len(game.log)
        self.revealed = game.revealed
        self.seat = NONE if game.state.ask is None else game.state.ask.seat
        self.script = None if game.script is None else game.script.copy()
