"""What is under way, for views and players: the attack, move, spell or roll that may be answered; supposed spells."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from stormriver.kernel.frames import Context, Frame, WordFrame
from stormriver.kernel.state import NONE
from stormriver.wargame.model.frames import (
    BY_SPELL,
    PETRIFYING,
    POISONED,
    SURE,
    Announced,
    Attack,
    Battle,
    Cast,
    Enter,
    Hit,
    Move,
    Roll,
    Shoot,
    Theft,
    Volley,
)
from stormriver.wargame.model.phases import PHASES, Battles, Healing, Movement, Quest, Time
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.casting import aim_at, covered, spell_before
from stormriver.wargame.procedures.dice import faces
from stormriver.wargame.procedures.forces import owner

PHASE_IDS: Final[tuple[str, ...]] = tuple(phase.procedure for phase in PHASES)
"""The nine phases of a turn in their order, as `View.phase` names them."""


def asked_about(game: WargameGame) -> Context:
    """Return what the word that poses the pending ask is about."""
    return game.state.frames[-1].as_context()


# attacks and moves


class AttackUnderWay(NamedTuple):
    """An attack of a unit on another.

    Attributes:
        attacker: the unit that attacks, or casts the spell that does.
        target: the unit that is attacked.
        rival: the seat of the one attacked.
        rounds: of a battle, how many rounds have been fought; NONE for a ranged attack.
        power: the strength of a ranged attack, if it is not that of the attacker; else NONE.
        manner: how a ranged attack strikes, one bit each.
    """

    attacker: int
    target: int
    rival: int
    rounds: int = NONE
    power: int = NONE
    manner: int = 0

    @property
    def is_battle(self) -> bool:
        """Whether it is a battle, not a ranged attack."""
        return self.rounds != NONE

    @property
    def by_spell(self) -> bool:
        """Whether a spell makes it, and it goes on without its caster."""
        return bool(self.manner & BY_SPELL)

    @property
    def sure(self) -> bool:
        """Whether it needs no dice, and hits unless something negates it."""
        return bool(self.manner & SURE)

    @property
    def poison(self) -> bool:
        """Whether it is a spell that poisons the unit it hits."""
        return bool(self.manner & POISONED)

    @property
    def petrify(self) -> bool:
        """Whether it is a spell that kills the unit it hits."""
        return bool(self.manner & PETRIFYING)

    def on(self, unit: int) -> AttackUnderWay:
        """Return the same attack on another unit."""
        return self._replace(target=unit)


def attack_under_way(game: WargameGame) -> AttackUnderWay | None:
    """Return the attack under way; None if there is none, or it has been negated."""
    attack = game.under_way(Attack)
    return None if attack is None or attack.negated else _attack(attack)


def _attack(attack: Attack) -> AttackUnderWay:
    sides = (attack.attacker, attack.target, attack.rival)
    if isinstance(attack, Battle):
        return AttackUnderWay(*sides, attack.rounds)
    assert isinstance(attack, Shoot)
    return AttackUnderWay(*sides, NONE, attack.power, attack.manner)


def volley_power(game: WargameGame) -> int:
    """Return the strength of the ranged attacks on several units that are under way; 0 if none are."""
    found = game.under_way(Volley)
    return 0 if found is None else found.power


class MoveUnderWay(NamedTuple):
    """The move of a unit of a seat, and the square that it goes to; NONE while that is open."""

    seat: int
    unit: int
    space: int


def move_under_way(game: WargameGame) -> MoveUnderWay | None:
    """Return the move under way; None if there is none."""
    move = game.under_way(Move)
    return None if move is None else MoveUnderWay(move.seat, move.unit, move.space)


# spells and what they answer


class SpellUnderWay(NamedTuple):
    """A spell that is being cast, or is supposed to be.

    Attributes:
        about: what its words are about; its `rival` is the unit that casts the spell.
        squares: the squares it covers.
    """

    about: Context
    squares: list[int]

    @property
    def card(self) -> int:
        """The spell."""
        return self.about.card

    @property
    def caster(self) -> int:
        """The Magic User who casts it; NONE while that is open."""
        return self.about.rival

    @property
    def target(self) -> int:
        """The unit or spell it is cast at; NONE if it is cast at none, or that is open."""
        return self.about.target


def spell_under_way(game: WargameGame) -> SpellUnderWay | None:
    """Return the spell that is being cast, the topmost if there are several; None if there is none."""
    casting = game.under_way(Cast)
    return None if casting is None else _spell(casting)


def spell_answered(game: WargameGame, by: int) -> SpellUnderWay | None:
    """Return the spell that another one answers; None if there is none."""
    casting = spell_before(game, by)
    return None if casting is None else _spell(casting)


def supposed_casting(game: WargameGame, seat: int, spell: int, caster: int, aim: int = NONE) -> SpellUnderWay:
    """Return a spell as if it were cast; `aim` is the option code of its target; NONE for no target."""
    casting = Cast(seat, spell, caster)
    if aim != NONE:
        aim_at(game, casting, aim)
    return _spell(casting)


def supposed_covering(seat: int, spell: int, caster: int, square: int) -> SpellUnderWay:
    """Return a spell as if it were cast and covered a single square."""
    return SpellUnderWay(Context(seat, spell, caster, square), [square])


def _spell(casting: Cast) -> SpellUnderWay:
    return SpellUnderWay(casting.as_context(), covered(casting))


def answered(game: WargameGame, by: int) -> SpellUnderWay | AttackUnderWay | MoveUnderWay | None:
    """Return the spell, attack or move that a card answers, if that is not negated yet."""
    for frame in reversed(game.state.frames):
        if isinstance(frame, Announced) and not (isinstance(frame, Cast) and frame.card == by):
            return None if frame.negated else _announced(frame)
    return None


def _announced(frame: Announced) -> SpellUnderWay | AttackUnderWay | MoveUnderWay:
    if isinstance(frame, Cast):
        return _spell(frame)
    if isinstance(frame, Attack):
        return _attack(frame)
    assert isinstance(frame, Move)
    return MoveUnderWay(frame.seat, frame.unit, frame.space)


# healing and rolls


def patient(game: WargameGame) -> int:
    """Return the unit that is being healed; NONE if none is."""
    found = game.under_way(Healing)
    return NONE if found is None else found.patient


class RollUnderWay(NamedTuple):
    """A roll that may still be changed.

    Attributes:
        faces: the dice.
        wish: whom a high roll helps: 1 the active seat, -1 the other, 0 neither for certain.
        minor: whether no unit's life hangs on it.
    """

    faces: tuple[int, ...]
    wish: int
    minor: bool


def roll_under_way(game: WargameGame) -> RollUnderWay | None:
    """Return the roll that may be changed now; None if there is none."""
    for below, frame in reversed(list(pairwise(game.state.frames))):
        if isinstance(frame, Roll):
            return _rolled(game, frame, below)
    return None


def _rolled(game: WargameGame, roll: Roll, below: Frame) -> RollUnderWay:
    """Return what a roll is about; `below` is what wants its result."""
    shown = tuple(faces(roll.natural, roll.dice))
    side = roll.seat if roll.seat != NONE else (owner(game, roll.unit) if roll.unit != NONE else NONE)
    if side == NONE:
        return RollUnderWay(shown, 0, True)
    active = 1 if side == game.state.active else -1
    minor = not isinstance(below, Attack | Hit | Quest | Enter | Time | Movement | Battles)
    return RollUnderWay(shown, -active if _low_helps(game, roll, below) else active, minor)


def _low_helps(game: WargameGame, roll: Roll, below: Frame) -> bool:
    """Tell whether a low roll helps who rolls: for a theft, save or shelter; the quest's own dice, who is sent."""
    if isinstance(below, Hit):
        return roll.seat == owner(game, below.unit)
    if isinstance(below, Attack):
        return roll.dice == 1
    return isinstance(below, Theft | WordFrame) or (isinstance(below, Quest) and roll.seat == NONE)
