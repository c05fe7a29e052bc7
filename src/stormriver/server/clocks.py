"""Clocks: how long a table has waited, and for whom; paused time does not count."""

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
        """Return for how many seconds the asked seat has been absent, counted from the ask; 0 for any other seat."""
        if session.asked != seat:
            return 0.0
        return min(self.waited(session), max(0.0, self._until(session) - self._seen[seat]))

    def _until(self, session: TableSession) -> float:
        return self.now() if session.paused_at is None else session.paused_at
