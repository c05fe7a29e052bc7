"""Seating: who has which seat of a table, and what is proposed among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from stormriver.server.requests import SeatWanted, TableWanted

COMPUTER_NAMES = ("Alda", "Bram", "Cora", "Dorin", "Elke", "Fenn", "Greta", "Hakon")


class Seat(Struct):
    """A seat of a table.

    Attributes:
        level: the computer player that decides just now; empty if a person does.
        person: whose it is, None if a computer's or open.
        resigned: whether the person has left for good.
        secret: of the link by which it may be taken, if it was ever open.
        ready: whether the person has said before the game that they are ready for it.
    """

    number: int
    name: str
    who: Literal["person", "computer", "open"]
    level: str = ""
    person: int | None = None
    resigned: bool = False
    secret: str | None = None
    ready: bool = False

    @property
    def decided_by_person(self) -> bool:
        """Whether a person decides for it now."""
        return self.who == "person" and not self.level


class Proposal(Struct):
    """What is proposed: by whom, which seats must agree, which have.

    Attributes:
        about: the seat a hand-over is of.
        hashes: what seats commit to at the table of a rematch, see `seed_draw`.
    """

    what: Literal["undo", "redo", "hand_over", "rematch"]
    by: int
    wanted: list[int]
    agreed: list[int]
    at: float
    about: int = -1
    level: str = ""
    hashes: dict[int, str] = field(default_factory=dict)

    @property
    def carried(self) -> bool:
        """Whether all have agreed."""
        return set(self.wanted) <= set(self.agreed)


class Seating:
    """The seats of a table, and what is proposed among them."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.proposal: Proposal | None = None

    def __getitem__(self, number: int) -> Seat:
        return self.seats[number]

    @property
    def waiting(self) -> bool:
        """Whether a seat is still open."""
        return any(seat.who == "open" for seat in self.seats)

    @property
    def with_people(self) -> bool:
        """Whether a person decides for any seat."""
        return any(seat.decided_by_person for seat in self.seats)

    def of(self, person: int) -> list[int]:
        """Return the seats of a person, those given up among them."""
        return [seat.number for seat in self.seats if seat.person == person]

    def held_by(self, person: int) -> list[int]:
        """Return the seats that a person may speak for."""
        return [number for number in self.of(person) if not self.seats[number].resigned]

    def first_view(self, person: int) -> int:
        """Return the seat that a person's page shows at first: the only one they play, else -1."""
        held = self.held_by(person)
        playing = [number for number in held if not self.seats[number].level]
        only = held if len(held) == 1 else playing
        return only[0] if len(only) == 1 else -1

    def others(self, person: int, besides: int = -1) -> list[int]:
        """Return the seats of other people who decide for themselves, and so must be asked; `besides` one of them."""
        return [
            seat.number
            for seat in self.seats
            if seat.decided_by_person and seat.person != person and seat.number != besides
        ]

    def arrange(self, order: Sequence[int]) -> None:
        """Let the seats stand in another order, but for `person` and `secret`, which are kept beside the journal.

        Args:
            order: for each place which seat comes there, by its number until now.
        """
        moved = [replace(self.seats[number]) for number in order]
        for seat, other in zip(self.seats, moved, strict=True):
            seat.name, seat.who, seat.level, seat.ready = other.name, other.who, other.level, other.ready

    def names(self) -> list[str]:
        """Return a name for each seat, every one different."""
        return distinct([seat.name for seat in self.seats])


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names with a number behind each that would come again, however it is capitalised."""
    found: list[str] = []
    for name in names:
        number, wanted = 1, name
        while wanted.casefold() in (other.casefold() for other in found):
            number += 1
            wanted = f"{name} {number}"
        found.append(wanted)
    return found


def seats_of(wanted: TableWanted, maker: int) -> list[Seat]:
    """Return the seats of a table as it was made; its seats have names, open ones apart."""
    return [_seat(number, seat, maker) for number, seat in enumerate(wanted.seats)]


def _seat(number: int, wanted: SeatWanted, maker: int) -> Seat:
    if wanted.who == "me":
        return Seat(number, wanted.name, "person", person=maker)
    if wanted.who == "computer":
        return Seat(number, wanted.name, "computer", wanted.level)
    return Seat(number, wanted.name, "open")


def named(wanted: list[SeatWanted], own_name: str) -> list[SeatWanted]:
    """Return the seats of a new table with a name for each that is not open.

    Args:
        wanted: the seats that were asked for.
        own_name: the name of whoever makes the table.
    """
    taken = {seat.name.strip().casefold() for seat in wanted}
    spare = (name for name in COMPUTER_NAMES if name.casefold() not in taken)
    found = []
    for number, seat in enumerate(wanted):
        name = seat.name.strip()
        if seat.who == "computer":
            name = name or next(spare)
        elif seat.who == "me":
            name = name or own_name or f"Player {number + 1}"
        found.append(replace(seat, name=name))
    return found


def seats_again(seats: list[Seat], maker: int) -> list[SeatWanted]:
    """Return the seats of the same table made once more: those of others are open, to be taken by them."""
    return [_again(seat, maker) for seat in seats]


def _again(seat: Seat, maker: int) -> SeatWanted:
    if seat.person is None:
        return SeatWanted("computer", seat.name, seat.level)
    return SeatWanted("me", seat.name) if seat.person == maker else SeatWanted("open")


def spare_name(seats: list[Seat]) -> str:
    """Return a name for a computer player that no seat has."""
    taken = {seat.name.casefold() for seat in seats}
    return next(name for name in COMPUTER_NAMES if name.casefold() not in taken)
