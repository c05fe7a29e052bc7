"""The asks of the study: what somebody may choose from, as codes in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flat import opcodes as op
from flat.holdings import held, may_take, stock_left, surplus, worth
from flat.state import (
    ANSWER,
    ASK,
    ASK_CARD,
    BEHIND,
    CARD,
    COLUMN,
    COUNT,
    CRAFT,
    FATE,
    FIRST,
    GOLD_ON,
    HANDED_IN,
    MISSES,
    NONE,
    OFFERED,
    OPTIONS,
    POINTS,
    PSYCHIC,
    ROLL,
    SEAT,
    SPACE,
    STRENGTH,
    TAKES_GOLD,
    Game,
    column,
    is_playing,
)

if TYPE_CHECKING:
    from flat.cells import Cells, Int


def ask(game: Game, what: Int, at: Int) -> Int:
    """Find the options of an ask; a single one is answered at once. Return where to go on, NONE for the next one."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    cells[ASK] = what
    cells[ASK_CARD] = NONE
    count: Int = 0
    if what == op.ASK_MOVE:
        count = ways(game)
    elif what == op.ASK_FATE:
        count = fated(cells, 1)
        cells[ASK_CARD] = cells[CARD]
    elif what == op.ASK_ATTACK_FATE:
        count = fated(cells, held(game, seat, op.F_ADDS_DICE) + 1 if cells[PSYCHIC] == 0 else 1)
    elif what == op.ASK_MANNER or what == op.ASK_ENCOUNTER:
        count = option(cells, 0, op.ROLL_IT if what == op.ASK_MANNER else op.THE_SPACE)
        if cells[FIRST + program.play + seat] != NONE:
            count = option(cells, count, op.LEAVE)
    elif what == op.ASK_TAKE:
        count = takable(game)
    elif what == op.ASK_DITCH:
        count = each_card(cells, program.play + seat, op.LEAVE_CARD)
    elif what == op.ASK_SURPLUS:
        count = burdens(game) if surplus(game, seat) > 0 else 0
    elif what == op.ASK_EXCHANGE:
        count = exchangeable(game)
    else:
        count = trophies_left(game)
    if count == 0:
        return program.code[at]
    cells[COUNT] = count if count > 1 else 0
    cells[ANSWER] = cells[OPTIONS]
    return NONE


def option(cells: Cells, count: Int, code: Int) -> Int:
    """Add an option to those found so far, and return how many there are."""
    cells[OPTIONS + count] = code
    return count + 1


def each_card(cells: Cells, zone: Int, kind: Int) -> Int:
    """Make an option of each card in a zone."""
    count: Int = 0
    card = cells[FIRST + zone]
    while card != NONE:
        count = option(cells, count, kind + card)
        card = cells[BEHIND + card]
    return count


def ways(game: Game) -> Int:
    """Where a move may end, either way round."""
    cells = game.cells
    walks = game.program.walks
    first = (column(cells, cells[SEAT], SPACE) * 6 + cells[ROLL] - 1) * 2
    count = option(cells, 0, op.TO + walks[first])
    return option(cells, count, op.TO + walks[first + 1]) if walks[first] != walks[first + 1] else count


def fated(cells: Cells, dice: Int) -> Int:
    """Whoever has fate may have one of their dice rolled again."""
    count = option(cells, 0, op.PASS)
    if column(cells, cells[SEAT], FATE) == 0:
        return count
    if dice == 1:
        return option(cells, count, op.PAY_FATE)
    return option(cells, option(cells, count, op.PAY_FATE_FOR + 1), op.PAY_FATE_FOR + 2)


def burdens(game: Game) -> Int:
    """The Objects of which one has too many."""
    cells = game.cells
    count: Int = 0
    card = cells[FIRST + game.program.play + cells[SEAT]]
    while card != NONE:
        if game.program.facts[card * op.FACTS + op.F_IS_BURDEN] != 0:
            count = option(cells, count, op.LEAVE_CARD + card)
        card = cells[BEHIND + card]
    return count


def takable(game: Game) -> Int:
    """Cards that are offered on the space, and gold."""
    cells = game.cells
    seat = cells[SEAT]
    space = column(cells, seat, SPACE)
    count = option(cells, 0, op.DONE)
    card = cells[FIRST + game.program.lying + space]
    while card != NONE:
        if cells[OFFERED] >> card & 1 and may_take(game, seat, card):
            count = option(cells, count, op.TAKE + card)
        card = cells[BEHIND + card]
    if cells[TAKES_GOLD] != 0 and cells[GOLD_ON + space] > 0:
        count = option(cells, count, op.GOLD_TOO)
    return count if count > 1 else 0


def exchangeable(game: Game) -> Int:
    """The counters that trophies are enough for."""
    cells = game.cells
    seat = cells[SEAT]
    if not is_playing(cells, seat) or cells[MISSES] != 0:
        return 0
    count = option(cells, 0, op.PASS)
    if worth(game, seat, STRENGTH) >= game.program.trophy_points and stock_left(game, STRENGTH, seat, 1) > 0:
        count = option(cells, count, op.FOR_STRENGTH)
    if worth(game, seat, CRAFT) >= game.program.trophy_points and stock_left(game, CRAFT, seat, 1) > 0:
        count = option(cells, count, op.FOR_CRAFT)
    return count if count > 1 else 0


def trophies_left(game: Game) -> Int:
    """Trophies that may still be handed in, and to be done with it."""
    cells = game.cells
    program = game.program
    count: Int = option(cells, 0, op.DONE) if cells[POINTS] >= program.trophy_points else 0
    fact = op.F_STRENGTH + cells[COLUMN] - STRENGTH
    card = cells[FIRST + program.trophies + cells[SEAT]]
    while card != NONE:
        if program.facts[card * op.FACTS + fact] != 0 and cells[HANDED_IN] >> card & 1 == 0:
            count = option(cells, count, op.HAND_OVER + card)
        card = cells[BEHIND + card]
    return count
