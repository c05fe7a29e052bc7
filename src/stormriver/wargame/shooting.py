"""The Ranged Attack Phase, and ranged attacks by units and spells (rules chapter `shooting`)."""

from __future__ import annotations

from stormriver.kernel.ask import CARD, PASS, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame import marks
from stormriver.wargame.attack import BY_SPELL, OPENING, SURE, called_off, may_act
from stormriver.wargame.dice import push_roll
from stormriver.wargame.forces import foes_beside, on_map, owner, units_of
from stormriver.wargame.grid import around, beside, square_of, unit_at
from stormriver.wargame.procedures import SHOOT
from stormriver.wargame.strength import ATTACKING, DEFENDING, SHOOTING, about, gifts, has, strength
from stormriver.wargame.windows import carry_out, is_asked, options_at
from stormriver.wargame.wounds import BY_TABLE, DEADLY, PETRIFYING, POISONED, hit

SHOOT_KEY = verb("shoot", CARD)
INFECT = verb("infect", CARD)
AT = verb("at", CARD)


# the phase


def choose_shooter(game: Game, frame: Frame) -> None:
    """Choose who makes a ranged attack or spreads disease, or leave it at that (shooting.once)."""
    options = []
    for unit in units_of(game, frame.seat):
        if may_act(game, unit):
            options += [SHOOT_KEY + unit] if targets(game, unit) else []
            options += [INFECT + unit] if victims(game, unit) else []
    options += options_at(game, frame.seat, game.table.SHOOTING)
    if is_asked(game, frame.seat, game.table.SHOOTING, options):
        game.pose(frame.seat, "shooter", [PASS, *options])
    else:
        game.state.frames.pop()


def note_shooter(game: Game, frame: Frame) -> None:
    """Note who acts; some attacks go against all foes around at once (wargame.44)."""
    answer = game.state.answer
    if answer == PASS:
        game.state.frames.pop()
        return
    if verb_of(answer)[0] not in ("shoot", "infect"):
        frame.step = 0
        carry_out(game, frame.seat, answer)
        return
    infecting = verb_of(answer)[0] == "infect"
    frame.flags = int(infecting)
    frame.card = answer - (INFECT if infecting else SHOOT_KEY)
    if not infecting and shoots_at_all(game, frame.card):
        frame.step = 0
        for target in reversed(targets(game, frame.card)):
            shoot(game, frame.card, target)


def choose_target(game: Game, frame: Frame) -> None:
    """Choose whom it is aimed at."""
    found = victims(game, frame.card) if frame.flags else targets(game, frame.card)
    game.pose(frame.seat, "infect" if frame.flags else "target", [AT + unit for unit in found])


def take_aim(game: Game, frame: Frame) -> None:
    """Carry it out, and look for the next shooter."""
    target = game.state.answer - AT
    frame.step = 0
    if frame.flags:
        infect(game, target)
        marks.put_on_unit(game, frame.card, "acted", 1, TURN_END)
    else:
        shoot(game, frame.card, target)


PHASE_STEPS = (
    ("shooting.once", choose_shooter),
    ("shooting.once", note_shooter),
    ("shooting.adjacent", choose_target),
    ("shooting.adjacent", take_aim),
)


def targets(game: Game, unit: int) -> list[int]:
    """Return whom a unit may shoot at: foes around it, diagonals too (shooting.adjacent)."""
    return foes_beside(game, unit, around(square_of(game, unit))) if has(game, unit, "ranged") else []


def shoots_at_all(game: Game, unit: int) -> bool:
    """Tell whether the ranged attack of a unit goes against all foes around it."""
    return any(True for _ in gifts(game, about(game, unit, flags=ATTACKING | SHOOTING), "shot_at_all"))


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
        game.tell("Infected", owner(game, unit), unit)


def shoot(game: Game, unit: int, target: int, power: int = NONE, flags: int = 0) -> None:
    """Let a unit make a ranged attack.

    Args:
        game: the game.
        unit: who shoots, or casts the spell that does.
        target: at whom.
        power: the strength of a spell's attack; NONE for the unit's own.
        flags: what a spell's hit does besides: POISONED, PETRIFYING; DEADLY for one that needs no dice.
    """
    by_spell = BY_SPELL if power != NONE else 0
    if flags & DEADLY:
        by_spell |= SURE
    game.push(
        Frame(
            SHOOT,
            owner(game, unit),
            card=unit,
            target=target,
            rival=owner(game, target),
            space=square_of(game, target),
            amount=max(power, 0),
            flags=by_spell,
            group=flags,
        )
    )


# one ranged attack


def attacker_rolls(game: Game, frame: Frame) -> None:
    """The attacker rolls three dice and adds its strength (shooting.rolls); what is sure needs no dice."""
    if called_off(game, frame):
        return
    if frame.flags & SURE:
        game.state.frames.pop()
        hit(game, frame.target, frame.seat, frame.group)
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
    """Return the strength of the attack: the unit's own, or the number of the spell (wargame.42)."""
    if frame.flags & BY_SPELL:
        return frame.amount
    return strength(game, frame.card, frame.target, ATTACKING | SHOOTING, frame.space)


def compare(game: Game, frame: Frame) -> None:
    """Only a higher total hits (shooting.compare)."""
    game.state.frames.pop()
    if not on_map(game, frame.target):
        return
    theirs = frame.roll + strength(game, frame.target, frame.card, DEFENDING | SHOOTING, frame.space)
    game.tell("Compared", frame.seat, frame.rival_roll, theirs)
    if frame.rival_roll > theirs:
        flags = BY_TABLE | frame.group
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
