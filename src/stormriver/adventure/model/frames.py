"""The frames of the adventure games: what each procedure works on. What is done with them stands in `procedures/`.

Those of fights, and of all that goes against a character, stand in `perils`.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from stormriver.kernel.frames import NONE, Context, Frame


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """Setting up the game."""

    __slots__ = ()
    procedure = "setup"

    def copy(self) -> Setup:
        return Setup(self.seat, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """A turn of one seat, from its start to its end, or one that is missed."""

    fields = ("missed",)
    __slots__ = fields
    procedure = "turn"

    def __init__(self, seat: int, missed: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.missed = missed  # whether it is missed as a whole

    def copy(self) -> Turn:
        return Turn(self.seat, self.missed, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Frame):
    """The move of a character."""

    fields = (
        "rolling", "rolled", "stepping", "roll", "natural", "count", "held_by", "led", "gate", "beyond", "passed",
        "came_from", "onward",
    )  # fmt: skip
    __slots__ = fields
    procedure = "move"
    counts = {"held_by": "marks"}

    def __init__(
        self, seat: int, rolling: bool = False, rolled: bool = False, stepping: bool = False, roll: int = 0,
        natural: int = 0, count: int = 0, held_by: int = NONE, led: int = 0, gate: int = NONE, beyond: int = NONE,
        passed: bool = False, came_from: int = NONE, onward: int = NONE, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.rolling = rolling  # whether the die for the move has just been rolled
        self.rolled = rolled  # whether it is a move by the die, whose number is known
        self.stepping = stepping  # whether it is a move of one space
        self.roll = roll  # the number of the roll
        self.natural = natural  # the dice of it as they fell, three bits each
        self.count = count  # how many spaces are left to go
        self.held_by = held_by  # the kind of mark that holds the character fast
        self.led = led  # the way that another character has chosen: 1 clockwise, 2 the other way round
        self.gate = gate  # the space of the gate that is tried
        self.beyond = beyond  # the space behind that gate
        self.passed = passed  # whether that gate may be passed
        self.came_from = came_from  # the space before the gate that has been passed
        self.onward = onward  # the further space to which the character may go on

    def copy(self) -> Move:
        return Move(
            self.seat, self.rolling, self.rolled, self.stepping, self.roll, self.natural, self.count, self.held_by,
            self.led, self.gate, self.beyond, self.passed, self.came_from, self.onward, self.place,
        )  # fmt: skip

    def as_context(self) -> Context:
        return Context(self.seat, space=self.gate, roll=self.roll, natural=self.natural)


@mypyc_attr(acyclic=True, free_list_len=1)
class Arrive(Frame):
    """Coming to a space."""

    fields = ("space", "met")
    __slots__ = fields
    procedure = "arrive"

    def __init__(self, seat: int, space: int, met: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.space = space  # where
        self.met = met  # the cards without a number that have been met there, one bit each

    def copy(self) -> Arrive:
        return Arrive(self.seat, self.space, self.met, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, space=self.space)


@mypyc_attr(acyclic=True, free_list_len=1)
class Encounter(Frame):
    """The encounter on a space."""

    fields = ("space", "met", "unfought", "gold_offered")
    __slots__ = fields
    procedure = "encounter"

    def __init__(
        self, seat: int, space: int, met: int = 0, unfought: bool = False, gold_offered: bool = False,
        place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.space = space  # where
        self.met = met  # the cards that have been met there, one bit each
        self.unfought = unfought  # whether an Enemy that did not attack was left alone
        self.gold_offered = gold_offered  # whether the gold that lies there has been offered

    def copy(self) -> Encounter:
        return Encounter(self.seat, self.space, self.met, self.unfought, self.gold_offered, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, space=self.space)


@mypyc_attr(acyclic=True, free_list_len=1)
class Meet(Frame):
    """Meeting another character."""

    fields = ("rival", "space", "source", "act")
    __slots__ = fields
    procedure = "meet"
    counts = {"source": "sources"}

    def __init__(
        self, seat: int, rival: int, space: int, source: int = NONE, act: int = NONE, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.rival = rival  # whom
        self.space = space  # where
        self.source = source  # what the ability is from that will be used, or the Spell
        self.act = act  # which ability of it; NONE for a Spell

    def copy(self) -> Meet:
        return Meet(self.seat, self.rival, self.space, self.source, self.act, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, rival=self.rival, space=self.space)


@mypyc_attr(acyclic=True, free_list_len=1)
class Draw(Frame):
    """Drawing cards onto a space."""

    fields = ("space", "count", "drawn", "exchanged", "replacing", "placed")
    __slots__ = fields
    procedure = "draw"

    def __init__(
        self, seat: int, space: int, count: int, drawn: int = 0, exchanged: int = 0, replacing: int = 0,
        placed: int = 0, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.space = space  # where
        self.count = count  # how many are still to be drawn
        self.drawn = drawn  # those drawn, one bit each
        self.exchanged = exchanged  # how many have been exchanged
        self.replacing = replacing  # those drawn in exchange, one bit each
        self.placed = placed  # those that have been looked at for where they lie, one bit each

    def copy(self) -> Draw:
        return Draw(
            self.seat, self.space, self.count, self.drawn, self.exchanged, self.replacing, self.placed, self.place,
        )  # fmt: skip

    def as_context(self) -> Context:
        return Context(self.seat, space=self.space)


@mypyc_attr(acyclic=True, free_list_len=1)
class Resolve(Frame):
    """Meeting a card, or several as one."""

    fields = ("card", "space", "group")
    __slots__ = fields
    procedure = "resolve"

    def __init__(self, seat: int, card: int, space: int, group: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.card = card  # which
        self.space = space  # where it lies
        self.group = group  # all that are met with it, one bit each

    def copy(self) -> Resolve:
        return Resolve(self.seat, self.card, self.space, self.group, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, self.card, space=self.space)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Take(Frame):
    """Taking what lies on a space."""

    fields = ("space", "offered", "gold", "card")
    __slots__ = fields
    procedure = "take"

    def __init__(
        self, seat: int, space: int, offered: int = 0, gold: bool = False, card: int = NONE, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.space = space  # where
        self.offered = offered  # the cards on offer, one bit each
        self.gold = gold  # whether gold is on offer
        self.card = card  # the card that must be taken now

    def copy(self) -> Take:
        return Take(self.seat, self.space, self.offered, self.gold, self.card, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, self.card, space=self.space)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Roll(Frame):
    """Rolling dice."""

    fields = ("purpose", "dice", "card", "total", "natural", "used")
    __slots__ = fields
    procedure = "roll"
    finds_out = True

    def __init__(
        self, seat: int, purpose: int, dice: int, card: int = NONE, total: int = 0, natural: int = 0, used: int = 0,
        place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.purpose = purpose  # what for, as the table numbers purposes
        self.dice = dice  # how many
        self.card = card  # the card that demands it
        self.total = total  # what was rolled, with all that was added
        self.natural = natural  # the dice as they fell, three bits each
        self.used = used  # the acts made use of that can be used once a roll, one bit each

    def copy(self) -> Roll:
        return Roll(self.seat, self.purpose, self.dice, self.card, self.total, self.natural, self.used, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, self.card, target=self.purpose, roll=self.total, natural=self.natural)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Cast(Frame):
    """Casting a Spell."""

    fields = ("card", "space", "rival", "target", "word", "unheld", "cancelled")
    __slots__ = fields
    procedure = "cast"
    counts = {"word": "words"}

    def __init__(
        self, seat: int, card: int, space: int, rival: int = NONE, target: int = NONE, word: int = NONE,
        unheld: bool = False, cancelled: bool = False, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.card = card  # the Spell; NONE if it is no card
        self.space = space  # where, or the space it is cast at
        self.rival = rival  # the character it is cast at
        self.target = target  # the card it is cast at
        self.word = word  # the word that casts a Spell that is no card
        self.unheld = unheld  # whether nobody held it: it does not count as one of those cast
        self.cancelled = cancelled  # whether it has no effect

    def copy(self) -> Cast:
        return Cast(
            self.seat, self.card, self.space, self.rival, self.target, self.word, self.unheld, self.cancelled,
            self.place,
        )  # fmt: skip

    def as_context(self) -> Context:
        return Context(self.seat, self.card, self.rival, self.space, self.target)

    def card_behind(self) -> int:
        return self.card


@mypyc_attr(acyclic=True, free_list_len=1)
class Window(Frame):
    """Asking all round who will answer something."""

    fields = ("own", "others", "rival", "passed")
    __slots__ = fields
    procedure = "window"

    def __init__(self, seat: int, own: int, others: int, rival: int = NONE, passed: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.own = own  # the moments for the one it is about, one bit each
        self.others = others  # the moments for all others, one bit each
        self.rival = rival  # another seat that it is about
        self.passed = passed  # how many seats have let it pass

    def copy(self) -> Window:
        return Window(self.seat, self.own, self.others, self.rival, self.passed, self.place)

    def as_context(self) -> Context:
        return Context(self.seat, rival=self.rival)


@mypyc_attr(acyclic=True, free_list_len=1)
class Surplus(Frame):
    """Parting with what is above a limit."""

    __slots__ = ()
    procedure = "surplus"

    def copy(self) -> Surplus:
        return Surplus(self.seat, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Exchange(Frame):
    """Exchanging trophies."""

    fields = ("rate", "counters", "must", "column", "points", "handed_in")
    __slots__ = fields
    procedure = "exchange"
    counts = {"column": "columns"}

    def __init__(
        self, seat: int, rate: int = 0, counters: int = 0, must: bool = False, column: int = NONE, points: int = 0,
        handed_in: int = 0, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.rate = rate  # points for one counter; 0: as always
        self.counters = counters  # the counters that may be had for them, one bit each by column; 0: all
        self.must = must  # whether it is not left out
        self.column = column  # the counter they are exchanged for
        self.points = points  # what has been handed in so far
        self.handed_in = handed_in  # the trophies handed in, one bit each

    def copy(self) -> Exchange:
        return Exchange(
            self.seat, self.rate, self.counters, self.must, self.column, self.points, self.handed_in, self.place,
        )  # fmt: skip


@mypyc_attr(acyclic=True, free_list_len=1)
class Reborn(Frame):
    """Beginning with a new character."""

    fields = ("bonus",)
    __slots__ = fields
    procedure = "reborn"

    def __init__(self, seat: int, bonus: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.bonus = bonus  # whether it is at the start of the game, where there may be a bonus

    def copy(self) -> Reborn:
        return Reborn(self.seat, self.bonus, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Ditch(Frame):
    """Leaving something behind."""

    __slots__ = ()
    procedure = "ditch"

    def copy(self) -> Ditch:
        return Ditch(self.seat, self.place)
