"""What ranged attacks and battles have in common: the announcement, shelter, what answers it, the martyr."""

from __future__ import annotations

from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import SHOOT
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import foes_beside, on_map, owner
from stormriver.wargame.procedures.grid import around, beside, square_of, tile_at, unit_at
from stormriver.wargame.procedures.movement import switch
from stormriver.wargame.procedures.strength import abilities, forbidden, has
from stormriver.wargame.procedures.windows import open_window

MARTYR = verb("martyr", CARD)

# Flags of an attack. In its frame `card` attacks `target`, who stands on `space`; `rival` is the other seat.
NEGATED = 1
EVADING = 2
BY_SPELL = 4  # the spell is its caster's attack, and goes on without him
SURE = 8  # no dice: it hits unless something comes between
FIXED = 16  # the strength of the attack is `amount`


def may_act(game: Game, unit: int) -> bool:
    """Tell whether a unit may still attack, steal or infect this turn (battle.once)."""
    done = marks.on_unit(game, unit, "acted") or forbidden(game, unit, "attack")
    return not done and not has(game, unit, "helpless")


def announce(game: Game, frame: Frame) -> None:
    """An attack is announced; it is used up whatever comes of it (wargame.51)."""
    if called_off(game, frame):
        return
    events.ATTACK_ANNOUNCED.tell(game, frame.seat, frame.card, frame.target)
    if not frame.flags & BY_SPELL:
        marks.put_on_unit(game, frame.card, "acted", 1, TURN_END)
    if shelter(game, frame):
        push_roll(game, frame.rival, about=frame.target)
    else:
        game.skip_next(frame)


def shelter(game: Game, frame: Frame) -> int:
    """Return the highest roll at which the tile of the one attacked lets him evade; 0 if it does not."""
    square = square_of(game, frame.target)
    if marks.on_square(game, square, "ruin"):
        return 0
    return int(game.table.cards[tile_at(game, square)].shelters)


def sheltered(game: Game, frame: Frame) -> None:
    """Who is sheltered is not attacked after all (wargame.70)."""
    if frame.roll <= shelter(game, frame):
        events.SHELTERED.tell(game, frame.rival, frame.target)
        game.state.frames.pop()


def let_answer(game: Game, frame: Frame) -> None:
    """Spells and items may answer the attack before its dice (wargame.51)."""
    open_window(game, game.table.ATTACK, game.table.ANOTHER_ATTACK)


def offer_martyr(game: Game, frame: Frame) -> None:
    """A Martyr beside the one attacked may take his place (battle.martyr, wargame.76)."""
    martyrs = martyrs_for(game, frame)
    if martyrs:
        game.pose(frame.rival, "martyr", [PASS, *(MARTYR + unit for unit in martyrs)])
    else:
        game.state.answer = PASS


def martyrs_for(game: Game, frame: Frame) -> list[int]:
    """Return the units that could take the place of the one attacked."""
    if frame.flags & NEGATED or not on_map(game, frame.target):
        return []
    here = square_of(game, frame.target)
    if marks.on_square(game, here, "block"):
        return []
    near = [unit_at(game, square) for square in beside(here) if not marks.on_square(game, square, "block")]
    return [unit for unit in near if unit != NONE and owner(game, unit) == frame.rival and _suffers(game, unit, frame)]


def _suffers(game: Game, unit: int, frame: Frame) -> bool:
    """Tell whether a unit is a Martyr who can suffer an attack: of a spell only who spells touch (wargame.98)."""
    barred = {"witless", "immune"} if frame.flags & BY_SPELL else {"witless"}
    able = abilities(game, unit)
    return "martyr" in able and able.isdisjoint(barred)


def take_place(game: Game, frame: Frame) -> None:
    """The two switch places, and the attack goes on against the Martyr (battle.martyr)."""
    if game.state.answer != PASS:
        martyr = game.state.answer - MARTYR
        target, frame.target = frame.target, martyr
        events.MARTYRED.tell(game, frame.rival, martyr, target)
        switch(game, martyr, target)


def called_off(game: Game, frame: Frame) -> bool:
    """Tell whether there is nothing left to fight; then take the attack off the stack."""
    off = frame.flags & NEGATED or not on_map(game, frame.target)
    if off or not (frame.flags & BY_SPELL or still_attacks(game, frame)):
        game.state.frames.pop()
        return True
    return False


def still_attacks(game: Game, frame: Frame) -> bool:
    """Tell whether the attacker is there, is able to attack, and has the one attacked in reach (wargame.94)."""
    if not on_map(game, frame.card) or has(game, frame.card, "helpless"):
        return False
    reach = around if frame.procedure == SHOOT else beside
    return frame.target in foes_beside(game, frame.card, reach(square_of(game, frame.card)))


OPENING = (
    ("battle.announce", announce),
    ("battle.shelter", sheltered),
    ("battle.answers", let_answer),
    ("battle.martyr", offer_martyr),
    ("battle.martyr", take_place),
)
"""The first steps of ranged attacks and battles."""
