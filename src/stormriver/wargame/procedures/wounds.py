"""Hits and their consequences: saves, wounds, death (rules chapter `wounds`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import events
from stormriver.wargame.model.frames import BY_TABLE, DEADLY, PETRIFYING, POISONED, Hit
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import discard
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import on_map, owner
from stormriver.wargame.procedures.grid import square_of, tile_at
from stormriver.wargame.procedures.strength import has_any, limit_of, save_of


def wound(game: WargameGame, unit: int, amount: int = 1) -> None:
    """Let a unit take wounds; at its limit it is killed (wounds.killed)."""
    marks.put_on_unit(game, unit, game.table.rule_marks.wound, amount)
    events.WOUNDED.tell(game, owner(game, unit), unit, amount)
    if marks.wounds(game, unit) >= limit_of(game, unit):
        kill(game, unit)


def kill(game: WargameGame, unit: int) -> None:
    """Take a unit off the map with all that is stacked with it (wounds.discard)."""
    events.UNIT_KILLED.tell(game, owner(game, unit), unit)
    discard(game, unit)


def harm_by_tile(game: WargameGame, unit: int) -> int:
    """Return the highest roll at which its tile wounds a unit in the Healing Phase; 0 if it does not."""
    square = square_of(game, unit)
    tile = game.table.tile[tile_at(game, square)]
    if not tile.burns or marks.in_ruins(game, square) or has_any(game, unit, tile.spares):
        return 0
    return int(tile.burns)


def hit(game: WargameGame, unit: int, by: int = NONE, manner: int = 0) -> None:
    """Let a unit be hit; its save comes first.

    Args:
        game: the game.
        unit: who is hit.
        by: the seat that rolls for the damage.
        manner: how it strikes: BY_TABLE, POISONED, PETRIFYING, DEADLY.
    """
    game.push(Hit(by, unit, manner))


def roll_save(game: WargameGame, frame: Hit) -> None:
    """A unit with a save rolls once, with its best one (wounds.save)."""
    if save_of(game, frame.unit):
        push_roll(game, owner(game, frame.unit), about=frame.unit)
    else:
        game.skip_next(frame)


def saved(game: WargameGame, frame: Hit) -> None:
    """A save nullifies the whole hit (wounds.save)."""
    if last_roll(game) <= save_of(game, frame.unit):
        events.SAVED.tell(game, owner(game, frame.unit), frame.unit)
        game.state.frames.pop()


def roll_damage(game: WargameGame, frame: Hit) -> None:
    """A ranged attack that hits rolls on its table (shooting.table)."""
    if frame.manner & (PETRIFYING | DEADLY):
        game.state.frames.pop()
        kill(game, frame.unit)
    elif frame.manner & BY_TABLE:
        push_roll(game, frame.seat, about=frame.unit)


def take_damage(game: WargameGame, frame: Hit) -> None:
    """One wound, two, or death (shooting.table)."""
    damage = last_roll(game) if frame.manner & BY_TABLE else 1
    if damage == 6:
        kill(game, frame.unit)
    else:
        wound(game, frame.unit, 2 if damage >= 4 else 1)


def roll_poison(game: WargameGame, frame: Hit) -> None:
    """Poison may do one wound more (wounds.poison)."""
    if frame.manner & POISONED and on_map(game, frame.unit):
        push_roll(game, frame.seat, about=frame.unit)
    else:
        game.state.frames.pop()


def poisoned(game: WargameGame, frame: Hit) -> None:
    """On 1 to 3 the poison does its wound (wounds.poison)."""
    if last_roll(game) <= 3:
        wound(game, frame.unit)


HIT_STEPS: Final[Steps] = (
    ("wounds.save", roll_save),
    ("wounds.save", saved),
    ("shooting.table", roll_damage),
    ("shooting.table", take_damage),
    ("wounds.poison", roll_poison),
    ("wounds.poison", poisoned),
)
