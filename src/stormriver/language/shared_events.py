"""What the events tell that every rulebook has: who has won."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.language.clauses import Part, listed, seat_name


def winners(seats: Sequence[str], won: int) -> Part | None:
    """Return the names of those who have won; None if nobody has.

    Args:
        seats: the names of all seats.
        won: those who have won, one bit each.
    """
    names = [seat_name(seat) for number, seat in enumerate(seats) if won >> number & 1]
    return listed(names, "and") if names else None
