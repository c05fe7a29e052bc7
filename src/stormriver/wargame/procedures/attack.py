"""The steps shared by ranged attacks and battles: the announcement, shelter, answers, the martyr."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.frames import Attack, Shoot
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import foes_beside, on_map, owner
from stormriver.wargame.procedures.grid import around, beside, square_of, tile_at, unit_at
from stormriver.wargame.procedures.movement import switch
from stormriver.wargame.procedures.openings import open_window
from stormriver.wargame.procedures.strength import forbidden, has, has_any

MARTYR: Final = verb("martyr", CARD)


def may_act(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit may still attack, steal or infect this turn (battle.once)."""
    done = marks.has_attacked(game, unit) or forbidden(game, unit, "attack")
    return not done and not has(game, unit, "helpless")


def announce(game: WargameGame, frame: Attack) -> None:
    """An attack is announced, and used up even if it is negated (wargame.51)."""
    if called_off(game, frame):
        return
    events.ATTACK_ANNOUNCED.tell(game, frame.seat, frame.attacker, frame.target)
    if not frame.by_spell():
        marks.use_attack(game, frame.attacker)
    if shelter(game, frame):
        push_roll(game, frame.rival, about=frame.target)
    else:
        game.skip_next(frame)


def shelter(game: WargameGame, frame: Attack) -> int:
    """Return the highest roll at which the tile of the one attacked lets them evade; 0 if it does not."""
    square = square_of(game, frame.target)
    if marks.in_ruins(game, square):
        return 0
    return int(game.table.tile[tile_at(game, square)].shelters)


def sheltered(game: WargameGame, frame: Attack) -> None:
    """Who is sheltered is not attacked after all (wargame.70)."""
    if last_roll(game) <= shelter(game, frame):
        events.SHELTERED.tell(game, frame.rival, frame.target)
        game.state.frames.pop()


def let_answer(game: WargameGame, frame: Attack) -> None:
    """Spells and items may answer the attack before its dice (wargame.51)."""
    open_window(game, game.table.ATTACK, game.table.ANOTHER_ATTACK)


def offer_martyr(game: WargameGame, frame: Attack) -> None:
    """A Martyr beside the one attacked may take their place (battle.martyr, wargame.76)."""
    martyrs = martyrs_for(game, frame)
    if martyrs:
        game.pose(frame.rival, asks.MARTYR, [PASS, *[MARTYR + unit for unit in martyrs]])
    else:
        game.state.answer = PASS


def martyrs_for(game: WargameGame, frame: Attack) -> list[int]:
    """Return the units that could take the place of the one attacked."""
    if frame.negated or not on_map(game, frame.target):
        return []
    here = square_of(game, frame.target)
    if marks.blocked(game, here):
        return []
    near = [unit_at(game, square) for square in beside(here) if not marks.blocked(game, square)]
    return [unit for unit in near if unit != NONE and owner(game, unit) == frame.rival and _suffers(game, unit, frame)]


def _suffers(game: WargameGame, unit: int, frame: Attack) -> bool:
    """Tell whether a unit is a Martyr who can suffer an attack: of a spell only who spells touch (wargame.98)."""
    barred = ("witless", "immune") if frame.by_spell() else ("witless",)
    return has(game, unit, "martyr") and not has_any(game, unit, barred)


def take_place(game: WargameGame, frame: Attack) -> None:
    """The two switch places, and the attack goes on against the Martyr (battle.martyr)."""
    if game.state.answer != PASS:
        martyr = game.state.answer - MARTYR
        target, frame.target = frame.target, martyr
        events.MARTYRED.tell(game, frame.rival, martyr, target)
        switch(game, martyr, target)


def called_off(game: WargameGame, frame: Attack) -> bool:
    """Tell whether there is nothing left to fight; if so, the attack ends."""
    off = frame.negated or not on_map(game, frame.target)
    if off or not (frame.by_spell() or still_attacks(game, frame)):
        game.state.frames.pop()
        return True
    return False


def still_attacks(game: WargameGame, frame: Attack) -> bool:
    """Tell whether the attacker is on the map, able to attack, and has the one attacked in reach (wargame.94)."""
    if not on_map(game, frame.attacker) or has(game, frame.attacker, "helpless"):
        return False
    reach = around if isinstance(frame, Shoot) else beside
    return frame.target in foes_beside(game, frame.attacker, reach(square_of(game, frame.attacker)))


OPENING: Final = (
    ("battle.announce", announce),
    ("battle.shelter", sheltered),
    ("battle.answers", let_answer),
    ("battle.martyr", offer_martyr),
    ("battle.martyr", take_place),
)
"""The first steps of ranged attacks and battles."""
