"""The frames of the turns and of their nine phases (see `frames` for the others)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.frames import NONE, Frame, WordFrame
from stormriver.wargame.model.frames import Attack, Cast, Move, Theft


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """The turns, one after the other: that of a seat, then that of the other one."""

    fields = ("phases",)
    __slots__ = fields
    procedure = "turn"

    def __init__(self, seat: int, phases: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.phases = phases  # how many of its phases have begun

    def copy(self) -> Turn:
        return Turn(self.seat, self.phases, self.place)


@mypyc_attr(acyclic=True)
class Phase(Frame):
    """One of the nine phases of a turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True, free_list_len=1)
class Time(Phase):
    """The Time Phase."""

    fields = ("unit", "rolled")
    __slots__ = fields
    procedure = "time"

    def __init__(self, seat: int, unit: int = NONE, rolled: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit  # the diseased unit that rolls
        self.rolled = rolled  # the units that have rolled, one bit each

    def copy(self) -> Time:
        return Time(self.seat, self.unit, self.rolled, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Magic(Phase):
    """The Magic Phase."""

    fields = ("summoned",)
    __slots__ = fields
    procedure = "magic"

    def __init__(self, seat: int, summoned: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.summoned = summoned  # how often the seat has summoned

    def copy(self) -> Magic:
        return Magic(self.seat, self.summoned, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Quest(Phase):
    """The Quest Phase."""

    fields = ("unit", "total")
    __slots__ = fields
    procedure = "quest"

    def __init__(self, seat: int, unit: int = NONE, total: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit  # who is sent
        self.total = total  # the roll and strength of that unit

    def copy(self) -> Quest:
        return Quest(self.seat, self.unit, self.total, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Movement(Phase):
    """The Movement Phase."""

    fields = ("moves", "rolled")
    __slots__ = fields
    procedure = "movement"

    def __init__(self, seat: int, moves: int = 0, rolled: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.moves = moves  # how many of those rolled are left
        self.rolled = rolled  # how many that were; 0 in saves of versions that did not note it

    def copy(self) -> Movement:
        return Movement(self.seat, self.moves, self.rolled, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Shooting(Phase):
    """The Ranged Attack Phase."""

    fields = ("unit", "infecting")
    __slots__ = fields
    procedure = "shooting"

    def __init__(self, seat: int, unit: int = NONE, infecting: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit  # who acts, or has acted last
        self.infecting = infecting  # whether it gives its disease to somebody

    def copy(self) -> Shooting:
        return Shooting(self.seat, self.unit, self.infecting, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Battles(Phase):
    """The Battle Phase."""

    fields = ("unit", "stealing")
    __slots__ = fields
    procedure = "battles"

    def __init__(self, seat: int, unit: int = NONE, stealing: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit  # who acts, or has acted last
        self.stealing = stealing  # whether it steals

    def copy(self) -> Battles:
        return Battles(self.seat, self.unit, self.stealing, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Healing(Phase):
    """The Healing Phase."""

    fields = ("card", "rolled", "patient", "healers")
    __slots__ = fields
    procedure = "healing"

    def __init__(
        self, seat: int, card: int = NONE, rolled: int = 0, patient: int = NONE, healers: int = 0, place: int = 0
    ) -> None:
        self.place = place
        self.seat = seat
        self.card = card  # the unit that its tile may harm, or what heals: a unit or an item
        self.rolled = rolled  # the units that have rolled for the harm of their tiles, one bit each
        self.patient = patient  # who is healed
        self.healers = healers  # what has healed, one bit each

    def copy(self) -> Healing:
        return Healing(self.seat, self.card, self.rolled, self.patient, self.healers, self.place)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Recruiting(Phase):
    """The Recruit Phase."""

    fields = ("bought",)
    __slots__ = fields
    procedure = "recruiting"

    def __init__(self, seat: int, bought: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.bought = bought  # the goods that have been bought, one bit each

    def copy(self) -> Recruiting:
        return Recruiting(self.seat, self.bought, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Ending(Phase):
    """The End Phase."""

    __slots__ = ()
    procedure = "ending"

    def copy(self) -> Ending:
        return Ending(self.seat, self.place)


PHASES: Final[tuple[type[Phase], ...]] = (
    Time, Magic, Quest, Movement, Shooting, Battles, Healing, Recruiting, Ending,
)  # fmt: skip
"""The phases in their order (turn.phases)."""


def target_of(frame: Frame) -> int:
    """Return the unit or spell that is the target of a frame; NONE if it has none."""
    if isinstance(frame, Attack | Theft | Cast):
        return frame.target
    if isinstance(frame, Move):
        return frame.partner
    if isinstance(frame, Healing):
        return frame.patient
    return frame.context.target if isinstance(frame, WordFrame) else NONE
