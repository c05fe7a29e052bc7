"""The facts that are shown of a game whose rulebook brings no presentation: names, each with its value in words."""

from __future__ import annotations

from stormriver.presentation.facts import CommonBook, CommonCard, CommonView, Facts


class Fact(Facts, frozen=True):
    """Something that is to be said of a game or a seat, and what it is."""

    name: str
    value: str


class GenericBook(CommonBook, frozen=True, kw_only=True, tag_field="rulebook", tag="generic"):
    """What never changes during a game."""

    cards: dict[str, CommonCard]


class GenericSeat(Facts, frozen=True):
    """A seat, with all that the viewer may know of it."""

    number: int
    name: str
    facts: tuple[Fact, ...] = ()


class GenericView(CommonView, frozen=True, kw_only=True, tag_field="rulebook", tag="generic"):
    """Where a game stands for one viewer; `facts` are those of no seat."""

    seats: tuple[GenericSeat, ...]
    facts: tuple[Fact, ...] = ()
