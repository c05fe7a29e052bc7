"""Seats as people name them: by their number, or by what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel.errors import StormriverError
from stormriver.kernel.spelling import nearest
from stormriver.kernel.state import OMNISCIENT


def seat_number(seats: Sequence[str], seat: object) -> int:
    """Return the number of a seat.

    Args:
        seats: what the seats are called, in their order.
        seat: its name or its number from 0; ONLOOKER and OMNISCIENT, see `kernel.view`, stay as they are.

    Raises:
        StormriverError: if there is no such seat; the sentence names the one that may be meant, or all.
    """
    if isinstance(seat, str) and seat in seats:
        return seats.index(seat)
    if isinstance(seat, int) and not isinstance(seat, bool) and OMNISCIENT <= seat < len(seats):
        return seat
    near = nearest(seat, seats) if isinstance(seat, str) else ""
    if near:
        raise StormriverError("There is no seat {seat!r}; did you mean {near!r}?", seat=seat, near=near)
    known = ", ".join(f"{number} {name}" for number, name in enumerate(seats))
    raise StormriverError("There is no seat {seat!r}; the seats are {known}.", seat=seat, known=known)
