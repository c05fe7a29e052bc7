"""A seat at a game on this machine, against computer players."""

from __future__ import annotations

from typing import Any

from stormriver.cli.mcp.situation import plain, situation
from stormriver.cli.reader_language import READER
from stormriver.cli.session import LocalSession
from stormriver.presentation.registry import View, presentation_of

MINE = 0


class LocalSeat:
    """The first seat of a session; what the others hold is nowhere in what it says."""

    def __init__(self, session: LocalSession) -> None:
        self.session = session
        self._showing = presentation_of(session.game.table)
        self._trail = self._showing.trail(session.game.table)
        self._told = 0
        self._go_on()

    @property
    def view(self) -> View:
        """The view of the seat, as facts."""
        view: View = self._showing.view_of(self.session.game, MINE, None, READER.language)
        return view

    async def look(self, seconds: float = 0) -> dict[str, Any]:
        """Return where the game stands, and what has happened since the last look; nobody has to be waited for."""
        log = self.session.log
        told = self._showing.told(self.session.game.table, log, self._told, MINE, self._trail, READER.language)
        self._told = len(log)
        return situation(self.view, told)

    async def whole(self) -> Any:
        """Return the whole view: the board, all seats as far as they are open, piles, what is under way."""
        return plain(self.view)

    async def answer(self, key: str) -> dict[str, Any]:
        """Answer what is asked, let the others play, and return where the game stands then.

        Raises:
            StormriverError: with nothing changed, if the key is not on offer.
        """
        self.session.answer(key)
        self._go_on()
        return await self.look()

    async def close(self) -> None:
        """Leave; the game is gone."""

    def _go_on(self) -> None:
        while not self.session.over and self.session.go_on():
            pass
