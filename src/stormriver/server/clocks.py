"""How long the table has waited, and for whom; while it is paused no time passes."""

from __future__ import annotations

from collections.abc import Callable

from stormriver.server.session import TableSession


class Clocks:
    """When each seat was last seen at a table.

    Attributes:
        now: tells the time, in seconds since 1970.
    """

    def __init__(self, now: Callable[[], float], seats: int) -> None:
        self.now = now
        self._seen = [now()] * seats

    def see(self, seats: list[int]) -> None:
        """Note that whoever sits in these seats is, or just was, here."""
        for seat in seats:
            self._seen[seat] = self.now()

    def waited(self, session: TableSession) -> float:
        """Return for how many seconds the pending ask has been waiting."""
        return max(0.0, self._until(session) - session.asked_at)

    def away(self, session: TableSession, seat: int) -> float:
        """Return since how many seconds an absent seat has been asked, or has not been seen if that is less."""
        if session.asked != seat:
            return 0.0
        return min(self.waited(session), max(0.0, self._until(session) - self._seen[seat]))

    def _until(self, session: TableSession) -> float:
        return self.now() if session.paused_at is None else session.paused_at
