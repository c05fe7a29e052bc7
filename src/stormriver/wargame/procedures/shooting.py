"""The Ranged Attack Phase, and ranged attacks by units and spells (rules chapter `shooting`)."""

from __future__ import annotations

from stormriver.kernel.ask import CARD, PASS, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import SHOOT, VOLLEY
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import BY_SPELL, FIXED, OPENING, SURE, called_off, may_act
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import all_units, foes_beside, on_map, owner, units_of
from stormriver.wargame.procedures.grid import around, beside, square_of, unit_at
from stormriver.wargame.procedures.strength import ATTACKING, DEFENDING, SHOOTING, about, gifts, has, strength
from stormriver.wargame.procedures.windows import carry_out, is_asked, options_at
from stormriver.wargame.procedures.wounds import BY_TABLE, HIT_FLAGS, PETRIFYING, POISONED, hit

SHOOT_KEY = verb("shoot", CARD)
VOLLEY_KEY = verb("volley", CARD)
INFECT = verb("infect", CARD)
AT = verb("at", CARD)


# the phase


def choose_shooter(game: Game, frame: Frame) -> None:
    """Choose who makes a ranged attack or spreads disease, or leave it at that (shooting.once)."""
    options = []
    for unit in units_of(game, frame.seat):
        if may_act(game, unit):
            options += [SHOOT_KEY + unit] if targets(game, unit) else []
            options += [VOLLEY_KEY + unit] if volley_targets(game, unit) else []
            options += [INFECT + unit] if victims(game, unit) else []
    options += options_at(game, frame.seat, game.table.SHOOTING)
    if is_asked(game, frame.seat, game.table.SHOOTING, options):
        game.pose(frame.seat, "shooter", [PASS, *options])
    else:
        game.state.frames.pop()


def note_shooter(game: Game, frame: Frame) -> None:
    """Note who acts; an attack on all foes around needs no aim."""
    answer = game.state.answer
    if answer == PASS:
        game.state.frames.pop()
        return
    name, _, unit = verb_of(answer)
    if name in ("shoot", "infect"):
        frame.flags = int(name == "infect")
        frame.card = unit
        return
    game.restart(frame)
    if name == "volley":
        volley(game, frame.seat, unit, volley_targets(game, unit), volley_of(game, unit))
    else:
        carry_out(game, frame.seat, answer)


def choose_target(game: Game, frame: Frame) -> None:
    """Choose whom it is aimed at."""
    found = victims(game, frame.card) if frame.flags else targets(game, frame.card)
    game.pose(frame.seat, "infect" if frame.flags else "target", [AT + unit for unit in found])


def take_aim(game: Game, frame: Frame) -> None:
    """Carry it out, and look for the next shooter."""
    target = game.state.answer - AT
    game.restart(frame)
    if frame.flags:
        infect(game, target)
        marks.put_on_unit(game, frame.card, "acted", 1, TURN_END)
    else:
        shoot(game, frame.seat, frame.card, target)


PHASE_STEPS = (
    ("shooting.once", choose_shooter),
    ("shooting.once", note_shooter),
    ("shooting.adjacent", choose_target),
    ("shooting.adjacent", take_aim),
)


def targets(game: Game, unit: int) -> list[int]:
    """Return whom a unit may shoot at by itself: foes around it, diagonals too (shooting.adjacent)."""
    return foes_beside(game, unit, around(square_of(game, unit))) if _shoots(game, unit) else []


def _shoots(game: Game, unit: int) -> bool:
    """Tell whether a unit has a ranged attack other than one on all around it."""
    if "ranged" in game.table.cards[unit].abilities:
        return True
    given = gifts(game, about(game, unit), "abilities")
    return any("ranged" in gift.abilities and gift.volley == NONE for gift in given)


def volley_of(game: Game, unit: int) -> int:
    """Return the strength of a unit's ranged attack on all foes around it (wargame.67); NONE if it has none."""
    return max((gift.volley for gift in gifts(game, about(game, unit), "volley")), default=NONE)


def volley_targets(game: Game, unit: int) -> list[int]:
    """Return whom a unit would strike by a ranged attack on all foes around it."""
    return foes_beside(game, unit, around(square_of(game, unit))) if volley_of(game, unit) != NONE else []


def victims(game: Game, unit: int) -> list[int]:
    """Return whom a unit may give its disease: units orthogonally beside it that have none (shooting.disease)."""
    if not has(game, unit, "disease"):
        return []
    near = [unit_at(game, square) for square in beside(square_of(game, unit))]
    return [other for other in near if other != NONE and not marks.on_unit(game, other, "disease")]


def infect(game: Game, unit: int) -> None:
    """Give a unit a disease counter; it never has two (wargame.31)."""
    if not marks.on_unit(game, unit, "disease"):
        marks.put_on_unit(game, unit, "disease")
        events.INFECTED.tell(game, owner(game, unit), unit)


def shoot(game: Game, seat: int, unit: int, target: int, power: int = 0, flags: int = 0) -> None:
    """Let a unit make a ranged attack.

    Args:
        game: the game.
        seat: whose attack it is.
        unit: who shoots, or casts the spell that does.
        target: at whom.
        power: the strength of an attack that is FIXED.
        flags: those of the attack, and of the hit that it may become.
    """
    struck = owner(game, target)
    here = square_of(game, target)
    game.push(Frame(SHOOT, seat, card=unit, target=target, rival=struck, space=here, amount=power, flags=flags))


def volley(game: Game, seat: int, unit: int, struck: list[int], power: int, flags: int = 0) -> None:
    """Let a unit make a ranged attack of a strength of its own on several units, one after the other."""
    group = sum(1 << target for target in struck)
    game.push(Frame(VOLLEY, seat, card=unit, amount=power, flags=flags | FIXED, group=group))


# several ranged attacks, one after the other


def choose_next(game: Game, frame: Frame) -> None:
    """Who attacks several units says whom he strikes next (shooting.volley, wargame.44)."""
    left = [unit for unit in all_units(game) if frame.group >> unit & 1]
    if not left:
        game.state.frames.pop()
    elif len(left) == 1:
        game.state.answer = AT + left[0]
    else:
        game.pose(frame.seat, "volley", [AT + unit for unit in left])


def strike_next(game: Game, frame: Frame) -> None:
    """That one is struck, then the others."""
    target = game.state.answer - AT
    frame.group &= ~(1 << target)
    game.restart(frame)
    shoot(game, frame.seat, frame.card, target, frame.amount, frame.flags)


VOLLEY_STEPS = (
    ("shooting.volley", choose_next),
    ("shooting.volley", strike_next),
)


# one ranged attack


def attacker_rolls(game: Game, frame: Frame) -> None:
    """The attacker rolls three dice and adds its strength (shooting.rolls); what is sure needs no dice."""
    if called_off(game, frame):
        return
    if frame.flags & SURE:
        game.state.frames.pop()
        hit(game, frame.target, frame.seat, frame.flags & HIT_FLAGS)
    else:
        frame.space = square_of(game, frame.target)
        push_roll(game, frame.seat, 3, frame.card)


def defender_rolls(game: Game, frame: Frame) -> None:
    """The defender rolls three dice and adds its strength (shooting.rolls)."""
    if called_off(game, frame):
        return
    own = attack_strength(game, frame)
    frame.rival_roll = frame.roll + own
    push_roll(game, frame.rival, 3, frame.target)


def attack_strength(game: Game, frame: Frame) -> int:
    """Return the strength of the attack: the unit's own, or that of the spell or item (wargame.42, wargame.67)."""
    if frame.flags & FIXED:
        return frame.amount
    return strength(game, frame.card, frame.target, ATTACKING | SHOOTING, frame.space)


def compare(game: Game, frame: Frame) -> None:
    """Only a higher total hits (shooting.compare)."""
    game.state.frames.pop()
    if not on_map(game, frame.target):
        return
    theirs = frame.roll + strength(game, frame.target, frame.card, DEFENDING | SHOOTING, frame.space)
    events.COMPARED.tell(game, frame.seat, frame.rival_roll, theirs)
    if frame.rival_roll > theirs:
        flags = BY_TABLE | frame.flags & HIT_FLAGS
        if not frame.flags & BY_SPELL:
            flags |= POISONED if has(game, frame.card, "poison") else 0
            flags |= PETRIFYING if has(game, frame.card, "petrify") else 0
        hit(game, frame.target, frame.seat, flags)


STEPS = (
    *OPENING,
    ("shooting.rolls", attacker_rolls),
    ("shooting.rolls", defender_rolls),
    ("shooting.compare", compare),
)
