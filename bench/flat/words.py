"""The instructions that words of cards and spaces are compiled to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flat import opcodes as op
from flat.encounters import first_waiting
from flat.holdings import gain, stat
from flat.state import (
    ALIGNMENT,
    CARD,
    CHARACTER,
    CRAFT,
    EACH,
    LIVES,
    LOSER,
    LOSS_CARD,
    MISSED,
    NONE,
    POWER,
    PSYCHIC,
    ROLL,
    SEAT,
    STOPPED,
    STRENGTH,
    WHO,
    Game,
    bit,
    change,
    column,
    is_playing,
)

if TYPE_CHECKING:
    from flat.cells import Int


def word_step(game: Game, what: Int, at: Int, pc: Int) -> Int:
    """Carry out an instruction of words; return where to go on, NONE for the next instruction."""
    cells = game.cells
    code = game.program.code
    who = cells[WHO]
    if what == op.BY_ALIGNMENT:
        return code[at + column(cells, who, ALIGNMENT)]
    if what == op.BY_ROLL:
        return code[at + cells[ROLL] - 1]
    if what == op.GAIN:
        gain(game, who, code[at], code[at + 1], code[at + 2], cells[CARD])
    elif what == op.LOSE:
        had = column(cells, who, code[at])
        lost = code[at + 1] if code[at + 1] < had else had
        change(game, who, code[at], 0 - lost, code[at + 2], cells[CARD])
    elif what == op.HEAL:
        heal(game, who, code[at], code[at + 1], code[at + 2])
    elif what == op.MISS:
        miss(game, who, code[at], code[at + 1])
    elif what == op.ABOUT_ALL:
        cells[EACH] = everybody(game)
    elif what == op.NEXT_OF_ALL:
        return next_of_all(game, code[at])
    elif what == op.UNLESS_ALIGNED:
        return code[at + 1] if column(cells, who, ALIGNMENT) != code[at] else NONE
    elif what == op.IF_LEAST:
        return code[at + 2] if has_least(game, who, code[at], code[at + 1]) else NONE
    elif what == op.CREATURE:
        cells[POWER] = code[at]
        cells[PSYCHIC] = code[at + 1]
    else:
        cells[LOSER] = who
        cells[LIVES] = code[at]
        cells[LOSS_CARD] = cells[CARD]
    return NONE


def heal(game: Game, seat: Int, number: Int, most: Int, cause: Int) -> None:
    """Restore lives or fate, never above what is printed."""
    cells = game.cells
    printed = game.program.facts[column(cells, seat, CHARACTER) * op.FACTS + op.F_LIFE + number]
    missing = printed - column(cells, seat, number)
    gain(game, seat, number, most if most < missing else missing, cause, cells[CARD])


def miss(game: Game, seat: Int, turns: Int, cause: Int) -> None:
    """Let a character miss turns; their own ends at once, and counts if cards were waiting."""
    cells = game.cells
    if seat == cells[SEAT] and cells[STOPPED] == 0:
        if first_waiting(game) != NONE:
            turns -= 1
        cells[STOPPED] = 1
    change(game, seat, MISSED, turns, cause, cells[CARD])
    if game.log is not None:
        game.tell("TurnLost", seat, (int(turns),), cause, cells[CARD])


def has_least(game: Game, seat: Int, number: Int, least: Int) -> bool:
    """Tell whether a character has at least so much of a counter, of Strength and Craft with all that adds to them."""
    if number in (STRENGTH, CRAFT):
        return stat(game, seat, number) >= least
    return column(game.cells, seat, number) >= least


def everybody(game: Game) -> Int:
    """Return the seats with a character on the board, one bit each."""
    found: Int = 0
    seat: Int = 0
    while seat < game.program.seats:
        if is_playing(game.cells, seat):
            found |= bit(seat)
        seat += 1
    return found


def next_of_all(game: Game, out: Int) -> Int:
    """Turn to the next of several seats, clockwise from the one whose turn it is; go elsewhere after the last."""
    cells = game.cells
    offset: Int = 0
    while offset < game.program.seats:
        seat = (cells[SEAT] + offset) % game.program.seats
        if cells[EACH] >> seat & 1:
            cells[EACH] &= ~bit(seat)
            cells[WHO] = seat
            return NONE
        offset += 1
    return out
