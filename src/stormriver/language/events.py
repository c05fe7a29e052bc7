"""The kinds of events that every rulebook tells; each rulebook declares its own beside them."""

from __future__ import annotations

from stormriver.kernel.event_kinds import NoRole

TURN_ENDED = NoRole("TurnEnded")
"""A turn has ended; what comes before the next one begins is between turns."""
