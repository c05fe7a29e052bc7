"""The frames of fights and of all else that goes against a character (see `frames` for the others)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.frames import NONE, Context, Frame

# How a fight ends for the one whose fight it is.
UNDECIDED: Final = 0
WON: Final = 1
LOST: Final = 2
DRAWN: Final = 3
EVADED: Final = 4
LEFT: Final = 5
"""The creatures did not attack and were left alone: not evaded."""

# What a life is lost to, one bit each.
BY_BATTLE: Final = 1
BY_PSYCHIC: Final = 2
BY_REWARD: Final = 4
"""Taken by the winner of a fight with a character."""
BY_COMMAND: Final = 8
"""By the Spell of the Crown."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Savable(Frame):
    """Something bad that a belonging or ability may still prevent."""

    fields: ClassVar[tuple[str, ...]] = ("saved",)
    __slots__ = fields

    def __init__(self, seat: int, saved: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.saved = saved  # whether it has been prevented: an Enemy is not killed, a character not taken away

    def copy(self) -> Savable:
        return Savable(self.seat, self.saved, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Fight(Savable):
    """A battle or psychic combat, against creatures or between two characters."""

    fields = (
        "space", "rival", "group", "word", "power", "psychic", "surprised", "suffered", "destroyed", "outcome",
        "roll", "rival_roll",
    )  # fmt: skip
    __slots__ = fields
    procedure = "fight"
    counts = {"word": "words"}

    def __init__(
        self, seat: int, space: int, rival: int = NONE, group: int = 0, word: int = NONE, power: int = 0,
        psychic: bool = False, saved: bool = False, surprised: bool = False, suffered: bool = False,
        destroyed: bool = False, outcome: int = UNDECIDED, roll: int = 0, rival_roll: int = 0, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.space = space  # where
        self.rival = rival  # the character who is attacked; NONE if it is against creatures
        self.group = group  # the Enemies that fight as one, one bit each
        self.word = word  # the word that names a creature that is no card
        self.power = power  # the Strength or Craft of that creature
        self.psychic = psychic  # whether Craft counts
        self.saved = saved
        self.surprised = surprised  # whether the opponent rolls no die
        self.suffered = suffered  # whether it is the character who has been defeated, nobody in their place
        self.destroyed = destroyed  # whether the creature was destroyed without a fight, and is worth no experience
        self.outcome = outcome  # how it ends, as far as that is settled
        self.roll = roll  # the dice of the seat, three bits each
        self.rival_roll = rival_roll  # the dice of the other side, three bits each

    def copy(self) -> Fight:
        return Fight(
            self.seat, self.space, self.rival, self.group, self.word, self.power, self.psychic, self.saved,
            self.surprised, self.suffered, self.destroyed, self.outcome, self.roll, self.rival_roll, self.place,
        )  # fmt: skip

    def as_context(self) -> Context:
        return Context(self.seat, rival=self.rival, space=self.space, roll=self.roll, natural=self.rival_roll)


@mypyc_attr(acyclic=True, free_list_len=1)
class FightOver(Frame):
    """The end of a fight, after all that follows it has happened."""

    fields = ("outcome",)
    __slots__ = fields
    procedure = "fight_over"

    def __init__(self, seat: int, outcome: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.outcome = outcome  # how it ended

    def copy(self) -> FightOver:
        return FightOver(self.seat, self.outcome, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class LoseLives(Frame):
    """Being about to lose lives."""

    fields = ("lives", "card", "rival", "space", "by", "together")
    __slots__ = fields
    procedure = "lose_lives"

    def __init__(
        self, seat: int, lives: int, card: int = NONE, rival: int = NONE, space: int = NONE, by: int = 0,
        together: int = 0, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.lives = lives  # how many
        self.card = card  # the card they are lost to
        self.rival = rival  # who makes the character lose them
        self.space = space  # the space they are lost to
        self.by = by  # what else they are lost to, one bit each
        self.together = together  # the seats that were killed by the same, one bit each

    def copy(self) -> LoseLives:
        return LoseLives(self.seat, self.lives, self.card, self.rival, self.space, self.by, self.together, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, self.card, self.rival, self.space)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Die(Frame):
    """Being killed."""

    fields = ("rival", "together")
    __slots__ = fields
    procedure = "die"

    def __init__(self, seat: int, rival: int = NONE, together: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.rival = rival  # the winner of the fight who did it
        self.together = together  # the seats that were killed by the same, one bit each

    def copy(self) -> Die:
        return Die(self.seat, self.rival, self.together, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, rival=self.rival)


@mypyc_attr(acyclic=True, free_list_len=1)
class Loot(Frame):
    """Taking what a killed character leaves."""

    fields = ("rival",)
    __slots__ = fields
    procedure = "loot"

    def __init__(self, seat: int, rival: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.rival = rival  # who was killed

    def copy(self) -> Loot:
        return Loot(self.seat, self.rival, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, rival=self.rival)


@mypyc_attr(acyclic=True, free_list_len=1)
class LoseFollower(Savable):
    """Being about to lose a Follower."""

    fields = ("card",)
    __slots__ = fields
    procedure = "lose_follower"

    def __init__(self, seat: int, card: int, saved: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.card = card  # which
        self.saved = saved

    def copy(self) -> LoseFollower:
        return LoseFollower(self.seat, self.card, self.saved, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, self.card)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Confine(Savable):
    """Being about to be taken away."""

    fields = ("space",)
    __slots__ = fields
    procedure = "confine"

    def __init__(self, seat: int, space: int, saved: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.space = space  # where to
        self.saved = saved

    def copy(self) -> Confine:
        return Confine(self.seat, self.space, self.saved, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, space=self.space)


@mypyc_attr(acyclic=True, free_list_len=1)
class Miss(Savable):
    """Being about to miss turns."""

    fields = ("turns",)
    __slots__ = fields
    procedure = "miss"

    def __init__(self, seat: int, turns: int, saved: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.turns = turns  # how many
        self.saved = saved

    def copy(self) -> Miss:
        return Miss(self.seat, self.turns, self.saved, self.place)
