"""Texts of the events that every rulebook has: who has won, which dice were rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stormriver.language.english import listed, named

NOBODY_WINS = "Nobody wins."
WINS = "{name} wins."
WIN = "{name} win."


def said(template: str, facts: dict[str, object]) -> str:
    """Return a template filled with facts by name, with a capital to begin a sentence."""
    return named(template.format(**facts))


def dice(rolled: Iterable[int]) -> str:
    """Return dice as a list in words: `3, 5 and 1`."""
    return listed(map(str, rolled), "and")


def result(seats: Sequence[str], winners: int) -> str:
    """Return who has won, in a sentence.

    Args:
        seats: the names of all seats.
        winners: those who have won, one bit each.
    """
    names = [named(seat) for number, seat in enumerate(seats) if winners >> number & 1]
    how = (NOBODY_WINS, WINS, WIN)[min(len(names), 2)]
    return how.format(name=listed(names, "and"))
