"""Hits and what comes of them: saves, wounds, death (rules chapter `wounds`)."""

from __future__ import annotations

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import HIT
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import discard
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import on_map, owner
from stormriver.wargame.procedures.grid import square_of, tile_at
from stormriver.wargame.procedures.strength import abilities, limit_of, save_of

# Flags of a hit. An attack carries those of the hit it may become beside its own.
BY_TABLE = 32  # how bad it is stands on the Ranged Attack Hit Table
POISONED = 64
PETRIFYING = 128
DEADLY = 256  # it kills at once
HIT_FLAGS = BY_TABLE | POISONED | PETRIFYING | DEADLY


def wound(game: Game, unit: int, amount: int = 1) -> None:
    """Let a unit take wounds; at its limit it is killed (wounds.killed)."""
    marks.put_on_unit(game, unit, "wound", amount)
    events.WOUNDED.tell(game, owner(game, unit), unit, amount)
    if marks.on_unit(game, unit, "wound") >= limit_of(game, unit):
        kill(game, unit)


def kill(game: Game, unit: int) -> None:
    """Take a unit off the map with all that is stacked with it (wounds.discard)."""
    events.UNIT_KILLED.tell(game, owner(game, unit), unit)
    discard(game, unit)


def harm_by_tile(game: Game, unit: int) -> int:
    """Return the highest roll at which its tile wounds a unit in the Healing Phase; 0 if it does not."""
    square = square_of(game, unit)
    tile = game.table.cards[tile_at(game, square)]
    if not tile.burns or marks.on_square(game, square, "ruin") or not abilities(game, unit).isdisjoint(tile.spares):
        return 0
    return int(tile.burns)


def hit(game: Game, unit: int, by: int = NONE, flags: int = 0) -> None:
    """Let a unit be hit; its save comes first.

    Args:
        game: the game.
        unit: who is hit.
        by: the seat that rolls for the damage.
        flags: BY_TABLE, POISONED, PETRIFYING, DEADLY.
    """
    game.push(Frame(HIT, by, card=unit, flags=flags))


def roll_save(game: Game, frame: Frame) -> None:
    """Who has a save rolls once, with the best he has (wounds.save)."""
    if save_of(game, frame.card):
        push_roll(game, owner(game, frame.card), about=frame.card)
    else:
        game.skip_next(frame)


def saved(game: Game, frame: Frame) -> None:
    """A save nullifies the whole hit (wounds.save)."""
    if frame.roll <= save_of(game, frame.card):
        events.SAVED.tell(game, owner(game, frame.card), frame.card)
        game.state.frames.pop()


def roll_damage(game: Game, frame: Frame) -> None:
    """A ranged attack that hits rolls on its table (shooting.table)."""
    if frame.flags & (PETRIFYING | DEADLY):
        game.state.frames.pop()
        kill(game, frame.card)
    elif frame.flags & BY_TABLE:
        push_roll(game, frame.seat, about=frame.card)
    else:
        frame.roll = 1


def take_damage(game: Game, frame: Frame) -> None:
    """One wound, two, or death (shooting.table)."""
    if frame.roll == 6:
        kill(game, frame.card)
    else:
        wound(game, frame.card, 2 if frame.roll >= 4 else 1)


def roll_poison(game: Game, frame: Frame) -> None:
    """Poison may do one wound more (wounds.poison)."""
    if frame.flags & POISONED and on_map(game, frame.card):
        push_roll(game, frame.seat, about=frame.card)
    else:
        game.state.frames.pop()


def poisoned(game: Game, frame: Frame) -> None:
    """It does on 1 to 3."""
    if frame.roll <= 3:
        wound(game, frame.card)


HIT_STEPS = (
    ("wounds.save", roll_save),
    ("wounds.save", saved),
    ("shooting.table", roll_damage),
    ("shooting.table", take_damage),
    ("wounds.poison", roll_poison),
    ("wounds.poison", poisoned),
)
