"""What the events tell that every rulebook has: who has won, and what was broken off."""

from __future__ import annotations

from collections.abc import Sequence

from stormriver.kernel import budget
from stormriver.kernel.events import Event
from stormriver.kernel.table import Table
from stormriver.language.clauses import Part, Text, listed, seat_name


def winners(seats: Sequence[str], won: int) -> Part | None:
    """Return the names of those who have won; None if nobody has.

    Args:
        seats: the names of all seats.
        won: those who have won, one bit each.
    """
    names = [seat_name(seat) for number, seat in enumerate(seats) if won >> number & 1]
    return listed(names, "and") if names else None


def cut_short(table: Table, event: Event, name: Part) -> tuple[str, dict[str, Part]]:
    """Return the key of the message that tells what was broken off, without the name of the rulebook, and its parts.

    Args:
        table: the table of the game.
        event: an event of the kind `CutShort`.
        name: the name of what the word stands on that is its cause.
    """
    bound, number = event.data
    parts = {"name": name, "number": Text(str(number)), "text": Text(_address(table, event))}
    return f"event.{event.kind}/{budget.BOUNDS.get(bound, '')}", parts


def carrier_id(table: Table, event: Event) -> str:
    """Return the id of the card, space or mark on which the word stands that is the cause of an event."""
    return budget.carrier_of(_address(table, event))


def _address(table: Table, event: Event) -> str:
    word = table.word_of(event.cause)
    return word.address if word is not None else table.cause_name(event.cause)
