"""The Battle Phase: attacks, evasions, thefts (rules chapter `battle`)."""

from __future__ import annotations

from stormriver.kernel.ask import CARD, PASS, SPACE, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import BATTLE, EQUIP, THEFT
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import EVADING, OPENING, called_off, may_act
from stormriver.wargame.procedures.chits import free, give
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import foes_beside, items_of, owner, units_of
from stormriver.wargame.procedures.grid import around, beside, square_of, tiles_on
from stormriver.wargame.procedures.movement import put
from stormriver.wargame.procedures.strength import (
    ATTACKING,
    BATTLING,
    DEFENDING,
    FIRST_ROUND,
    has,
    is_a,
    may_carry,
    strength,
)
from stormriver.wargame.procedures.wounds import PETRIFYING, POISONED, hit

ATTACK = verb("attack", CARD)
STEAL = verb("steal", CARD)
AT = verb("at", CARD)
ITEM = verb("item", CARD)
FIGHT = verb("fight")
EVADE = verb("evade")
GO_ON = verb("go_on")
BREAK_OFF = verb("break_off")
TO = verb("to", SPACE)

EVASION = 4
"""What is added to the roll of a unit that evades (battle.evade)."""


# the phase


def choose_attacker(game: Game, frame: Frame) -> None:
    """Choose who attacks or steals, or leave it at that (battle.once)."""
    options = []
    for unit in units_of(game, frame.seat):
        if may_act(game, unit):
            options += [ATTACK + unit] if foes(game, unit) else []
            options += [STEAL + unit] if has(game, unit, "steal") and owners_beside(game, unit) else []
    if options:
        game.pose(frame.seat, "attacker", [PASS, *options])
    else:
        game.state.frames.pop()


def note_attacker(game: Game, frame: Frame) -> None:
    """Note who acts and whether it steals."""
    answer = game.state.answer
    if answer == PASS:
        game.state.frames.pop()
        return
    frame.flags = int(verb_of(answer)[0] == "steal")
    frame.card = answer - (STEAL if frame.flags else ATTACK)


def choose_foe(game: Game, frame: Frame) -> None:
    """Choose whom it attacks or robs: diagonals do not count (battle.adjacent)."""
    found = owners_beside(game, frame.card) if frame.flags else foes(game, frame.card)
    game.pose(frame.seat, "rob" if frame.flags else "foe", [AT + unit for unit in found])


def begin_attack(game: Game, frame: Frame) -> None:
    """Begin the battle or the theft; afterwards the next unit may attack."""
    target = game.state.answer - AT
    game.restart(frame)
    number = THEFT if frame.flags else BATTLE
    game.push(
        Frame(
            number,
            frame.seat,
            card=frame.card,
            target=target,
            rival=owner(game, target),
            space=square_of(game, target),
        )
    )


PHASE_STEPS = (
    ("battle.once", choose_attacker),
    ("battle.once", note_attacker),
    ("battle.adjacent", choose_foe),
    ("battle.adjacent", begin_attack),
)


def foes(game: Game, unit: int) -> list[int]:
    """Return whom a unit may attack in battle."""
    return foes_beside(game, unit, beside(square_of(game, unit)))


def owners_beside(game: Game, unit: int) -> list[int]:
    """Return the foes beside a unit from whom it could steal."""
    return [foe for foe in foes(game, unit) if items_of(game, foe)]


# one battle


def offer_evasion(game: Game, frame: Frame) -> None:
    """Before each round the defender says whether it evades; some must (battle.evade)."""
    if called_off(game, frame):
        return
    frame.space = square_of(game, frame.target)
    options = [EVADE] if has(game, frame.target, "witless") else [FIGHT, EVADE]
    game.pose(frame.rival, "evade", options)


def attacker_rolls(game: Game, frame: Frame) -> None:
    """The attacker rolls three dice (battle.rolls)."""
    frame.flags = frame.flags | EVADING if game.state.answer == EVADE else frame.flags & ~EVADING
    push_roll(game, frame.seat, 3, frame.card)


def defender_rolls(game: Game, frame: Frame) -> None:
    """The defender rolls three dice (battle.rolls)."""
    doing = ATTACKING | BATTLING | (0 if frame.amount else FIRST_ROUND)
    frame.rival_roll = frame.roll + strength(game, frame.card, frame.target, doing, frame.space)
    push_roll(game, frame.rival, 3, frame.target)


def compare(game: Game, frame: Frame) -> None:
    """The lower total is hit, in a tie both; who evades does no harm by winning (battle.compare, battle.evade)."""
    doing = DEFENDING | BATTLING | (0 if frame.amount else FIRST_ROUND)
    evading = frame.flags & EVADING
    mine = frame.rival_roll
    theirs = frame.roll + strength(game, frame.target, frame.card, doing, frame.space) + (EVASION if evading else 0)
    events.COMPARED.tell(game, frame.seat, mine, theirs)
    frame.amount += 1
    if theirs > mine and evading:
        events.EVADED.tell(game, frame.rival, frame.target)
        return
    frame.flags &= ~EVADING
    game.go_to(frame, offer_break)
    if mine >= theirs:
        poison = POISONED if has(game, frame.card, "poison") else 0
        petrify = PETRIFYING if has(game, frame.card, "petrify") else 0
        hit(game, frame.target, frame.seat, poison | petrify)
    if theirs >= mine:
        hit(game, frame.card, frame.rival)  # rolled first: the attacker's save comes before the defender's (wargame.73)


def offer_retreat(game: Game, frame: Frame) -> None:
    """Who has evaded may go to an empty square beside it (battle.retreat)."""
    step = around if is_a(game, frame.target, "spirit") else beside
    squares = [square for square in step(square_of(game, frame.target)) if free(game, square)]
    game.pose(frame.rival, "retreat", [PASS, *(TO + square for square in squares)], tiles_on(game, TO, squares))


def retreat(game: Game, frame: Frame) -> None:
    """Go there; the battle is over."""
    game.state.frames.pop()
    if game.state.answer != PASS:
        put(game, frame.target, game.state.answer - TO)


def offer_break(game: Game, frame: Frame) -> None:
    """While both stand the attacker goes on or breaks off (battle.break_off)."""
    if not called_off(game, frame):
        game.pose(frame.seat, "break_off", [GO_ON, BREAK_OFF])


def go_on(game: Game, frame: Frame) -> None:
    """Fight another round, or leave it."""
    if game.state.answer == BREAK_OFF:
        game.state.frames.pop()
    else:
        game.go_to(frame, offer_evasion)


STEPS = (
    *OPENING,
    ("battle.evade", offer_evasion),
    ("battle.rolls", attacker_rolls),
    ("battle.rolls", defender_rolls),
    ("battle.compare", compare),
    ("battle.retreat", offer_retreat),
    ("battle.retreat", retreat),
    ("battle.break_off", offer_break),
    ("battle.break_off", go_on),
)


# theft


def choose_item(game: Game, frame: Frame) -> None:
    """Choose the item to steal (battle.steal)."""
    game.pose(frame.seat, "item", [ITEM + item for item in items_of(game, frame.target)])


def try_to_steal(game: Game, frame: Frame) -> None:
    """Roll for it; a failed try uses the attack (wargame.77)."""
    frame.space = game.state.answer - ITEM
    marks.put_on_unit(game, frame.card, "acted", 1, TURN_END)
    push_roll(game, frame.seat, about=frame.card)


def stolen(game: Game, frame: Frame) -> None:
    """On 1 to 3 the thief takes it; a monster hands it to any character that may use it (battle.steal)."""
    game.state.frames.pop()
    if frame.roll <= 3:
        steal(game, frame.seat, frame.card, frame.space)


def steal(game: Game, seat: int, thief: int, item: int) -> None:
    """Let a unit have somebody's item; if it may not carry it, another of its side does, or it is discarded."""
    if may_carry(game, thief, item):
        events.STOLEN.tell(game, seat, thief, item)
        give(game, thief, item)
    else:
        hand_over(game, seat, thief, item)


def hand_over(game: Game, seat: int, thief: int, item: int) -> None:
    """Let a character of the thief's side have a stolen item; if none may carry it, it is discarded."""
    events.STOLEN.tell(game, seat, thief, item)
    game.move_card(item, game.table.drawn + seat, seat)
    game.push(Frame(EQUIP, seat, card=item))


THEFT_STEPS = (
    ("battle.steal", choose_item),
    ("battle.steal", try_to_steal),
    ("battle.steal", stolen),
)
