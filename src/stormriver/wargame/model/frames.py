"""The frames of the wargame: what each procedure works on. What is done with them stands in `procedures/`.

Those of the turns and their phases stand in `phases`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from stormriver.kernel.frames import NONE, Context, Frame

# How a hit strikes, one bit each. A ranged attack bears those of the hit it may become beside its own.
BY_TABLE: Final = 1
"""The damage is rolled on the Ranged Attack Hit Table."""
POISONED: Final = 2
PETRIFYING: Final = 4
DEADLY: Final = 8
"""It kills at once."""
OF_HIT: Final = BY_TABLE | POISONED | PETRIFYING | DEADLY
BY_SPELL: Final = 16
"""The spell is its caster's attack, and goes on without them."""
SURE: Final = 32
"""It needs no dice: it hits unless something negates it."""

# What is done with chits that are drawn.
PUT_IN_PLAY: Final = 0
KEEP_ONE: Final = 1
"""Of those drawn one is kept, the others are spent."""
INTO_HAND: Final = 2
HOLD: Final = 3
"""They lie before the seat until they are deployed."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """Setting up the game."""

    __slots__ = ()
    procedure = "setup"

    def copy(self) -> Setup:
        return Setup(self.seat, self.place)


# moves, attacks and spells: what is announced, and may be answered


@mypyc_attr(acyclic=True)
class Announced(Frame):
    """A move, attack or spell, which an answer may negate."""

    fields: ClassVar[tuple[str, ...]] = ("negated",)
    __slots__ = fields

    negated: bool
    """Whether it has been negated."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Announced):
    """The move of a unit."""

    fields = ("unit", "moves", "space", "partner", "leaping", "partner_rolls")
    __slots__ = fields
    procedure = "move"

    def __init__(
        self, seat: int, unit: int, moves: int, space: int = NONE, partner: int = NONE, leaping: bool = False,
        partner_rolls: bool = False, negated: bool = False, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.negated = negated
        self.unit = unit  # who moves
        self.moves = moves  # how many of those rolled are left, this one included
        self.space = space  # where to
        self.partner = partner  # with whom the unit switches places
        self.leaping = leaping  # whether it goes there at once
        self.partner_rolls = partner_rolls  # whether the tile of that one may hold it back

    def copy(self) -> Move:
        return Move(
            self.seat, self.unit, self.moves, self.space, self.partner, self.leaping, self.partner_rolls,
            self.negated, self.place,
        )  # fmt: skip

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Attack(Announced):
    """An attack of a unit on another: a ranged one or a battle."""

    fields: ClassVar[tuple[str, ...]] = ("attacker", "target", "rival", "space", "total")
    __slots__ = fields

    attacker: int
    target: int
    rival: int
    """The seat of the one attacked."""
    space: int
    """The square of the one attacked."""
    total: int
    """The attacker's total: roll and strength."""

    def copy(self) -> Attack:
        raise NotImplementedError(self.procedure)

    def by_spell(self) -> bool:
        """Tell whether it is made by a spell, and goes on without its caster."""
        return False

    def card_behind(self) -> int:
        return self.attacker


@mypyc_attr(acyclic=True, free_list_len=1)
class Shoot(Attack):
    """A ranged attack."""

    fields = ("power", "manner")
    __slots__ = fields
    procedure = "shoot"

    def __init__(
        self, seat: int, attacker: int, target: int, rival: int, space: int, power: int = NONE, manner: int = 0,
        total: int = 0, negated: bool = False, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.negated = negated
        self.attacker = attacker
        self.target = target
        self.rival = rival
        self.space = space
        self.total = total
        self.power = power  # the strength of the attack, if it is not that of the attacker
        self.manner = manner  # how it strikes, one bit each

    def copy(self) -> Shoot:
        return Shoot(
            self.seat, self.attacker, self.target, self.rival, self.space, self.power, self.manner, self.total,
            self.negated, self.place,
        )  # fmt: skip

    def by_spell(self) -> bool:
        return bool(self.manner & BY_SPELL)


@mypyc_attr(acyclic=True, free_list_len=1)
class Battle(Attack):
    """A battle, round after round."""

    fields = ("rounds", "evading")
    __slots__ = fields
    procedure = "battle"

    def __init__(
        self, seat: int, attacker: int, target: int, rival: int, space: int, rounds: int = 0, evading: bool = False,
        total: int = 0, negated: bool = False, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.negated = negated
        self.attacker = attacker
        self.target = target
        self.rival = rival
        self.space = space
        self.total = total
        self.rounds = rounds  # how many have been fought
        self.evading = evading  # whether the one attacked evades in this round

    def copy(self) -> Battle:
        return Battle(
            self.seat, self.attacker, self.target, self.rival, self.space, self.rounds, self.evading, self.total,
            self.negated, self.place,
        )  # fmt: skip


@mypyc_attr(acyclic=True, free_list_len=1)
class Volley(Frame):
    """Ranged attacks of one unit on several, one after the other."""

    fields = ("attacker", "struck", "power", "manner")
    __slots__ = fields
    procedure = "volley"

    def __init__(self, seat: int, attacker: int, struck: int, power: int, manner: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.attacker = attacker
        self.struck = struck  # the units that are still to be struck, one bit each
        self.power = power  # the strength of each attack
        self.manner = manner  # how each strikes, one bit each

    def copy(self) -> Volley:
        return Volley(self.seat, self.attacker, self.struck, self.power, self.manner, self.place)

    def card_behind(self) -> int:
        return self.attacker


@mypyc_attr(acyclic=True, free_list_len=1)
class Theft(Frame):
    """One unit steals an item from another beside it."""

    fields = ("thief", "target", "item")
    __slots__ = fields
    procedure = "theft"

    def __init__(self, seat: int, thief: int, target: int, item: int = NONE, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.thief = thief
        self.target = target  # who is robbed
        self.item = item  # of what

    def copy(self) -> Theft:
        return Theft(self.seat, self.thief, self.target, self.item, self.place)

    def card_behind(self) -> int:
        return self.thief


@mypyc_attr(acyclic=True, free_list_len=1)
class Cast(Announced):
    """Casting a spell."""

    fields = ("card", "caster", "target", "space", "covered")
    __slots__ = fields
    procedure = "cast"

    def __init__(
        self, seat: int, card: int, caster: int = NONE, target: int = NONE, space: int = NONE, covered: int = 0,
        negated: bool = False, place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.negated = negated
        self.card = card  # the spell
        self.caster = caster  # the Magic User who casts it
        self.target = target  # the unit or spell it is cast at
        self.space = space  # the square it is cast at
        self.covered = covered  # the squares it covers, one bit each

    def copy(self) -> Cast:
        return Cast(
            self.seat, self.card, self.caster, self.target, self.space, self.covered, self.negated, self.place
        )  # fmt: skip

    def as_context(self) -> Context:
        """Return the context of its words; `rival` is the unit that casts it."""
        return Context(self.seat, self.card, self.caster, self.space, self.target)

    def card_behind(self) -> int:
        return self.card


# what befalls units


@mypyc_attr(acyclic=True, free_list_len=1)
class Enter(Frame):
    """Entering a square that may kill."""

    fields = ("unit",)
    __slots__ = fields
    procedure = "enter"

    def __init__(self, seat: int, unit: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit

    def copy(self) -> Enter:
        return Enter(self.seat, self.unit, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Hit(Frame):
    """Being hit; the seat is the one that rolls for the damage."""

    fields = ("unit", "manner")
    __slots__ = fields
    procedure = "hit"

    def __init__(self, seat: int, unit: int, manner: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit  # who is hit
        self.manner = manner  # how it strikes, one bit each

    def copy(self) -> Hit:
        return Hit(self.seat, self.unit, self.manner, self.place)

    def card_behind(self) -> int:
        return self.unit


# dice and chits


@mypyc_attr(acyclic=True)
class Chance(Frame):
    """Something decided by chance, which Fate may repeat: a roll, a draw."""

    __slots__ = ()


@mypyc_attr(acyclic=True, free_list_len=1)
class Roll(Chance):
    """Rolling dice."""

    fields = ("dice", "unit", "total", "natural")
    __slots__ = fields
    procedure = "roll"

    def __init__(
        self, seat: int, dice: int, unit: int = NONE, total: int = 0, natural: int = 0, place: int = 0
    ) -> None:
        self.place = place
        self.seat = seat
        self.dice = dice  # how many
        self.unit = unit  # for which unit
        self.total = total  # their sum
        self.natural = natural  # the dice as they fell, three bits each

    def copy(self) -> Roll:
        return Roll(self.seat, self.dice, self.unit, self.total, self.natural, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Draw(Chance):
    """Drawing chits from a cup."""

    fields = ("cup", "count", "then", "shown", "stands")
    __slots__ = fields
    procedure = "draw"

    def __init__(
        self, seat: int, cup: int, count: int, then: int = PUT_IN_PLAY, shown: bool = False, stands: bool = False,
        place: int = 0,
    ) -> None:  # fmt: skip
        self.place = place
        self.seat = seat
        self.cup = cup  # the zone they are drawn from
        self.count = count  # how many are still to be drawn
        self.then = then  # what is done with them
        self.shown = shown  # whether the chit last drawn lies where it came to; frames do not tell of hidden chits
        self.stands = stands  # whether the next chit stands, since it is drawn in exchange

    def copy(self) -> Draw:
        return Draw(self.seat, self.cup, self.count, self.then, self.shown, self.stands, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Place(Frame):
    """Placing a unit on the map."""

    fields = ("unit", "deploying")
    __slots__ = fields
    procedure = "place"

    def __init__(self, seat: int, unit: int, deploying: bool = False, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.unit = unit
        self.deploying = deploying  # whether it may be placed in the player's own region only

    def copy(self) -> Place:
        return Place(self.seat, self.unit, self.deploying, self.place)

    def card_behind(self) -> int:
        return self.unit


@mypyc_attr(acyclic=True, free_list_len=1)
class Equip(Frame):
    """Stacking an item with a character."""

    fields = ("item",)
    __slots__ = fields
    procedure = "equip"

    def __init__(self, seat: int, item: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.item = item

    def copy(self) -> Equip:
        return Equip(self.seat, self.item, self.place)

    def card_behind(self) -> int:
        return self.item


# answers


@mypyc_attr(acyclic=True, free_list_len=1)
class Window(Frame):
    """Asking both sides, the seat first, whether they answer something."""

    fields = ("own", "others", "only", "passed")
    __slots__ = fields
    procedure = "window"

    def __init__(self, seat: int, own: int, others: int, only: int = NONE, passed: int = 0, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.own = own  # the moments for the seat of what is answered, one bit each
        self.others = others  # the moments for the other seat, one bit each
        self.only = only  # the one seat that is asked; NONE: both
        self.passed = passed  # how many seats have passed

    def copy(self) -> Window:
        return Window(self.seat, self.own, self.others, self.only, self.passed, self.place)


@mypyc_attr(acyclic=True, free_list_len=1)
class Fate(Frame):
    """Making use of Fate."""

    fields = ("source",)
    __slots__ = fields
    procedure = "fate"

    def __init__(self, seat: int, source: int, place: int = 0) -> None:
        self.place = place
        self.seat = seat
        self.source = source  # the unit, item or spell that gives it

    def copy(self) -> Fate:
        return Fate(self.seat, self.source, self.place)

    def card_behind(self) -> int:
        return self.source
