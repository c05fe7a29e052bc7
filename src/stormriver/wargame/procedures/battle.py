"""The Battle Phase: attacks, evasions, thefts (rules chapter `battle`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, PASS, SPACE, verb, verb_of
from stormriver.kernel.program import Steps
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.frames import PETRIFYING, POISONED, Battle, Equip, Theft
from stormriver.wargame.model.phases import Battles
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.attack import OPENING, called_off, may_act
from stormriver.wargame.procedures.chits import give
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import foes_beside, items_of, owner, squares_of_foes, units_of
from stormriver.wargame.procedures.grid import beside, free_squares, square_of, tiles_on
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.movement import put, steps_from
from stormriver.wargame.procedures.strength import (
    ATTACKING,
    BATTLING,
    DEFENDING,
    FIRST_ROUND,
    has,
    may_carry,
    strength,
)
from stormriver.wargame.procedures.wounds import hit

ATTACK: Final = verb("attack", CARD)
STEAL: Final = verb("steal", CARD)
AT: Final = verb("at", CARD)
ITEM: Final = verb("item", CARD)
FIGHT: Final = verb("fight")
EVADE: Final = verb("evade")
GO_ON: Final = verb("go_on")
BREAK_OFF: Final = verb("break_off")
TO: Final = verb("to", SPACE)

EVASION: Final = 4
"""What is added to the roll of a unit that evades (battle.evade)."""


# the phase


def choose_attacker(game: WargameGame, frame: Battles) -> None:
    """Choose who attacks or steals, or leave it at that (battle.once)."""
    options = []
    for unit in units_facing(game, frame.seat):
        if may_act(game, unit):
            options.append(ATTACK + unit)
            options += [STEAL + unit] if has(game, unit, "steal") and owners_beside(game, unit) else []
    if options:
        game.pose(frame.seat, asks.ATTACKER, [PASS, *options])
    else:
        game.state.frames.pop()


def note_attacker(game: WargameGame, frame: Battles) -> None:
    """Note who acts and whether it steals."""
    answer = game.state.answer
    if answer == PASS:
        game.state.frames.pop()
        return
    frame.stealing = verb_of(answer)[0] == "steal"
    frame.unit = answer - (STEAL if frame.stealing else ATTACK)


def choose_foe(game: WargameGame, frame: Battles) -> None:
    """Choose whom it attacks or robs: diagonals do not count (battle.adjacent)."""
    found = owners_beside(game, frame.unit) if frame.stealing else foes(game, frame.unit)
    game.pose(frame.seat, asks.ROB if frame.stealing else asks.FOE, [AT + unit for unit in found])


def begin_attack(game: WargameGame, frame: Battles) -> None:
    """Begin the battle or the theft; afterwards the next unit may attack."""
    target = game.state.answer - AT
    game.restart(frame)
    if frame.stealing:
        game.push(Theft(frame.seat, frame.unit, target))
    else:
        game.push(Battle(frame.seat, frame.unit, target, owner(game, target), square_of(game, target)))


PHASE_STEPS: Final[Steps] = (
    ("battle.once", choose_attacker),
    ("battle.once", note_attacker),
    ("battle.adjacent", choose_foe),
    ("battle.adjacent", begin_attack),
)


@kept
def units_facing(game: WargameGame, seat: int) -> list[int]:
    """Return the units of a seat that have any `foes`, in board order."""
    theirs = squares_of_foes(game, seat)
    return [unit for unit in units_of(game, seat) if not theirs.isdisjoint(beside(square_of(game, unit)))]


def foes(game: WargameGame, unit: int) -> list[int]:
    """Return whom a unit may attack in battle."""
    return foes_beside(game, unit, beside(square_of(game, unit)))


def owners_beside(game: WargameGame, unit: int) -> list[int]:
    """Return the foes beside a unit from whom it could steal."""
    return [foe for foe in foes(game, unit) if items_of(game, foe)]


# one battle


def offer_evasion(game: WargameGame, frame: Battle) -> None:
    """Before each round the defender says whether it evades; some must (battle.evade)."""
    if called_off(game, frame):
        return
    frame.space = square_of(game, frame.target)
    options = [EVADE] if has(game, frame.target, "witless") else [FIGHT, EVADE]
    game.pose(frame.rival, asks.EVADE, options)


def attacker_rolls(game: WargameGame, frame: Battle) -> None:
    """The attacker rolls three dice (battle.rolls)."""
    frame.evading = game.state.answer == EVADE
    push_roll(game, frame.seat, 3, frame.attacker)


def defender_rolls(game: WargameGame, frame: Battle) -> None:
    """The defender rolls three dice (battle.rolls)."""
    doing = ATTACKING | BATTLING | (0 if frame.rounds else FIRST_ROUND)
    frame.total = last_roll(game) + strength(game, frame.attacker, frame.target, doing, frame.space)
    push_roll(game, frame.rival, 3, frame.target)


def compare(game: WargameGame, frame: Battle) -> None:
    """The lower total is hit, in a tie both; a unit that evades does not hit (battle.compare, battle.evade)."""
    doing = DEFENDING | BATTLING | (0 if frame.rounds else FIRST_ROUND)
    mine, evading = frame.total, frame.evading
    theirs = last_roll(game) + strength(game, frame.target, frame.attacker, doing, frame.space)
    theirs += EVASION if evading else 0
    events.COMPARED.tell(game, frame.seat, mine, theirs)
    frame.rounds += 1
    if theirs > mine and evading:
        events.EVADED.tell(game, frame.rival, frame.target)
        return
    frame.evading = False
    game.go_to(frame, offer_break)
    if mine >= theirs:
        poison = POISONED if has(game, frame.attacker, "poison") else 0
        petrify = PETRIFYING if has(game, frame.attacker, "petrify") else 0
        hit(game, frame.target, frame.seat, poison | petrify)
    if theirs >= mine:
        # rolled first: the attacker's save comes before the defender's (wargame.73)
        hit(game, frame.attacker, frame.rival)


def offer_retreat(game: WargameGame, frame: Battle) -> None:
    """Who has evaded may go to an empty square beside it (battle.retreat)."""
    free = free_squares(game)
    squares = [square for square in steps_from(game, frame.target) if square in free]
    game.pose(frame.rival, asks.RETREAT, [PASS, *[TO + square for square in squares]], tiles_on(game, TO, squares))


def retreat(game: WargameGame, frame: Battle) -> None:
    """Go there; the battle is over."""
    game.state.frames.pop()
    if game.state.answer != PASS:
        put(game, frame.target, game.state.answer - TO)


def offer_break(game: WargameGame, frame: Battle) -> None:
    """While both stand the attacker goes on or breaks off (battle.break_off)."""
    if not called_off(game, frame):
        game.pose(frame.seat, asks.BREAK_OFF, [GO_ON, BREAK_OFF])


def go_on(game: WargameGame, frame: Battle) -> None:
    """Fight another round, or leave it."""
    if game.state.answer == BREAK_OFF:
        game.state.frames.pop()
    else:
        game.go_to(frame, offer_evasion)


STEPS: Final[Steps] = (
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


def choose_item(game: WargameGame, frame: Theft) -> None:
    """Choose the item to steal (battle.steal)."""
    game.pose(frame.seat, asks.ITEM, [ITEM + item for item in items_of(game, frame.target)])


def try_to_steal(game: WargameGame, frame: Theft) -> None:
    """Roll for it; a failed try uses the attack (wargame.77)."""
    frame.item = game.state.answer - ITEM
    marks.use_attack(game, frame.thief)
    push_roll(game, frame.seat, about=frame.thief)


def stolen(game: WargameGame, frame: Theft) -> None:
    """On 1 to 3 the thief takes it; a monster hands it to any character that may use it (battle.steal)."""
    game.state.frames.pop()
    if last_roll(game) <= 3:
        steal(game, frame.seat, frame.thief, frame.item)


def steal(game: WargameGame, seat: int, thief: int, item: int) -> None:
    """Let a unit have somebody's item; if it may not carry it, another of its side does, or it is discarded."""
    if may_carry(game, thief, item):
        events.STOLEN.tell(game, seat, thief, item)
        give(game, thief, item)
    else:
        hand_over(game, seat, thief, item)


def hand_over(game: WargameGame, seat: int, thief: int, item: int) -> None:
    """Let a character of the thief's side have a stolen item; if none may carry it, it is discarded."""
    events.STOLEN.tell(game, seat, thief, item)
    game.move_card(item, game.table.drawn + seat, seat)
    game.push(Equip(seat, item))


THEFT_STEPS: Final[Steps] = (
    ("battle.steal", choose_item),
    ("battle.steal", try_to_steal),
    ("battle.steal", stolen),
)
