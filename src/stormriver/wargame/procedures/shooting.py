"""The Ranged Attack Phase, and ranged attacks by units and spells (rules chapter `shooting`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, PASS, verb, verb_of
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.frames import BY_TABLE, OF_HIT, PETRIFYING, POISONED, SURE, Shoot, Volley
from stormriver.wargame.model.phases import Shooting
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import OPENING, called_off, may_act
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import all_units, foes_beside, on_map, owner, units_of
from stormriver.wargame.procedures.grid import around, beside, square_of, unit_at
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.strength import ATTACKING, DEFENDING, SHOOTING, given_of, has, strength
from stormriver.wargame.procedures.windows import carry_out, is_asked, options_at
from stormriver.wargame.procedures.wounds import hit

SHOOT_KEY: Final = verb("shoot", CARD)
VOLLEY_KEY: Final = verb("volley", CARD)
INFECT: Final = verb("infect", CARD)
AT: Final = verb("at", CARD)


# the phase


def choose_shooter(game: WargameGame, frame: Shooting) -> None:
    """Choose who makes a ranged attack or spreads disease, or leave it at that (shooting.once)."""
    options = []
    for unit in units_armed(game, frame.seat):
        if may_act(game, unit):
            options += [SHOOT_KEY + unit] if targets(game, unit) else []
            options += [VOLLEY_KEY + unit] if volley_targets(game, unit) else []
            options += [INFECT + unit] if victims(game, unit) else []
    options += options_at(game, frame.seat, game.table.SHOOTING)
    if is_asked(game, frame.seat, game.table.SHOOTING, options):
        game.pose(frame.seat, asks.SHOOTER, [PASS, *options])
    else:
        game.state.frames.pop()


def note_shooter(game: WargameGame, frame: Shooting) -> None:
    """Note who acts; an attack on all foes around needs no aim."""
    answer = game.state.answer
    if answer == PASS:
        game.state.frames.pop()
        return
    name, _, unit = verb_of(answer)
    if name in ("shoot", "infect"):
        frame.infecting = name == "infect"
        frame.unit = unit
        return
    game.restart(frame)
    if name == "volley":
        volley(game, frame.seat, unit, volley_targets(game, unit), volley_of(game, unit))
    else:
        carry_out(game, frame.seat, answer)


def choose_target(game: WargameGame, frame: Shooting) -> None:
    """Choose whom it is aimed at."""
    found = victims(game, frame.unit) if frame.infecting else targets(game, frame.unit)
    game.pose(frame.seat, asks.INFECT if frame.infecting else asks.TARGET, [AT + unit for unit in found])


def take_aim(game: WargameGame, frame: Shooting) -> None:
    """Carry it out, and look for the next shooter."""
    target = game.state.answer - AT
    game.restart(frame)
    if frame.infecting:
        infect(game, target)
        marks.use_attack(game, frame.unit)
    else:
        shoot(game, frame.seat, frame.unit, target)


PHASE_STEPS: Final[Steps] = (
    ("shooting.once", choose_shooter),
    ("shooting.once", note_shooter),
    ("shooting.adjacent", choose_target),
    ("shooting.adjacent", take_aim),
)


@kept
def units_armed(game: WargameGame, seat: int) -> list[int]:
    """Return the units of a seat that could shoot or spread disease if anybody were near enough, in board order."""
    units = units_of(game, seat)
    return [u for u in units if _shoots(game, u) or volley_of(game, u) != NONE or has(game, u, "disease")]


def is_armed(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit has a ranged attack of any kind."""
    return _shoots(game, unit) or volley_of(game, unit) != NONE


def targets(game: WargameGame, unit: int) -> list[int]:
    """Return whom a unit may shoot at by itself: foes around it, diagonals too (shooting.adjacent)."""
    return foes_beside(game, unit, around(square_of(game, unit))) if _shoots(game, unit) else []


def _shoots(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit has a ranged attack other than one on all around it."""
    if unit in game.table.able("ranged"):
        return True
    return any(gift.volley == NONE for gift in given_of(game, unit, "abilities", "ranged"))


def volley_of(game: WargameGame, unit: int) -> int:
    """Return the strength of a unit's ranged attack on all foes around it (wargame.67); NONE if it has none."""
    return max((gift.volley for gift in given_of(game, unit, "volley")), default=NONE)


def volley_targets(game: WargameGame, unit: int) -> list[int]:
    """Return whom a unit would strike by a ranged attack on all foes around it."""
    return foes_beside(game, unit, around(square_of(game, unit))) if volley_of(game, unit) != NONE else []


def victims(game: WargameGame, unit: int) -> list[int]:
    """Return whom a unit may give its disease: units orthogonally beside it that have none (shooting.disease)."""
    if not has(game, unit, "disease"):
        return []
    near = [unit_at(game, square) for square in beside(square_of(game, unit))]
    return [other for other in near if other != NONE and not marks.disease(game, other)]


def infect(game: WargameGame, unit: int) -> None:
    """Give a unit a disease counter; it never has two (wargame.31)."""
    if not marks.disease(game, unit):
        marks.put_on_unit(game, unit, game.table.rule_marks.disease)
        events.INFECTED.tell(game, owner(game, unit), unit)


def shoot(game: WargameGame, seat: int, unit: int, target: int, power: int = NONE, manner: int = 0) -> None:
    """Let a unit make a ranged attack.

    Args:
        game: the game.
        seat: whose attack it is.
        unit: who shoots, or casts the spell that does.
        target: at whom.
        power: the strength of the attack; NONE: that of the unit.
        manner: a bitmask of how it strikes: BY_SPELL, SURE, and those of the hit that it may become, see `wounds.hit`.
    """
    game.push(Shoot(seat, unit, target, owner(game, target), square_of(game, target), power, manner))


def volley(game: WargameGame, seat: int, unit: int, struck: list[int], power: int, manner: int = 0) -> None:
    """Let a unit make a ranged attack of a strength of its own on several units, one after the other."""
    game.push(Volley(seat, unit, sum(1 << target for target in struck), power, manner))


# several ranged attacks, one after the other


def choose_next(game: WargameGame, frame: Volley) -> None:
    """Who attacks several units says which one is struck next (shooting.volley, wargame.44)."""
    left = [unit for unit in all_units(game) if frame.struck >> unit & 1]
    if not left:
        game.state.frames.pop()
    elif len(left) == 1:
        game.state.answer = AT + left[0]
    else:
        game.pose(frame.seat, asks.VOLLEY, [AT + unit for unit in left])


def strike_next(game: WargameGame, frame: Volley) -> None:
    """That one is struck, then the others."""
    target = game.state.answer - AT
    frame.struck &= ~(1 << target)
    game.restart(frame)
    shoot(game, frame.seat, frame.attacker, target, frame.power, frame.manner)


VOLLEY_STEPS: Final[Steps] = (
    ("shooting.volley", choose_next),
    ("shooting.volley", strike_next),
)


# one ranged attack


def attacker_rolls(game: WargameGame, frame: Shoot) -> None:
    """The attacker rolls three dice and adds its strength (shooting.rolls); a sure attack needs no dice."""
    if called_off(game, frame):
        return
    if frame.manner & SURE:
        game.state.frames.pop()
        hit(game, frame.target, frame.seat, frame.manner & OF_HIT)
    else:
        frame.space = square_of(game, frame.target)
        push_roll(game, frame.seat, 3, frame.attacker)


def defender_rolls(game: WargameGame, frame: Shoot) -> None:
    """The defender rolls three dice and adds its strength (shooting.rolls)."""
    if called_off(game, frame):
        return
    own = attack_strength(game, frame)
    frame.total = last_roll(game) + own
    push_roll(game, frame.rival, 3, frame.target)


def attack_strength(game: WargameGame, frame: Shoot) -> int:
    """Return the strength of the attack: the unit's own, or that of the spell or item (wargame.42, wargame.67)."""
    if frame.power != NONE:
        return frame.power
    return strength(game, frame.attacker, frame.target, ATTACKING | SHOOTING, frame.space)


def compare(game: WargameGame, frame: Shoot) -> None:
    """Only a higher total hits (shooting.compare)."""
    game.state.frames.pop()
    if not on_map(game, frame.target):
        return
    theirs = last_roll(game) + strength(game, frame.target, frame.attacker, DEFENDING | SHOOTING, frame.space)
    events.COMPARED.tell(game, frame.seat, frame.total, theirs)
    if frame.total > theirs:
        manner = BY_TABLE | frame.manner & OF_HIT
        if not frame.by_spell():
            manner |= POISONED if has(game, frame.attacker, "poison") else 0
            manner |= PETRIFYING if has(game, frame.attacker, "petrify") else 0
        hit(game, frame.target, frame.seat, manner)


STEPS: Final[Steps] = (
    *OPENING,
    ("shooting.rolls", attacker_rolls),
    ("shooting.rolls", defender_rolls),
    ("shooting.compare", compare),
)
