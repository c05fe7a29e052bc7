"""The Movement Phase, and coming to other squares in any way (rules chapter `movement`)."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, PASS, SPACE, verb, verb_of
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.frames import Enter, Move
from stormriver.wargame.model.phases import Movement
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import on_map, owner, units_of
from stormriver.wargame.procedures.grid import (
    around,
    beside,
    free_squares,
    kind_at,
    square_of,
    tile_at,
    tiles_on,
    unit_at,
    units_on,
)
from stormriver.wargame.procedures.memo import kept
from stormriver.wargame.procedures.openings import open_window
from stormriver.wargame.procedures.strength import (
    forbidden,
    has,
    has_any,
    is_a,
    leaps_of,
    steps_of,
    unhindered,
)
from stormriver.wargame.procedures.wounds import kill

MOVE_KEY: Final = verb("move", CARD)
TO: Final = verb("to", SPACE)
SWAP: Final = verb("swap", CARD)


# the phase


def roll_moves(game: WargameGame, frame: Movement) -> None:
    """The Movement Roll says how many units may move (movement.roll)."""
    push_roll(game, frame.seat)


def note_moves(game: WargameGame, frame: Movement) -> None:
    """Note how many moves there are."""
    frame.moves = frame.rolled = last_roll(game)
    events.MOVES_ROLLED.tell(game, frame.seat, frame.moves)


def choose_unit(game: WargameGame, frame: Movement) -> None:
    """Choose the next unit to move, or leave it at that (movement.fewer)."""
    units = movers(game, frame.seat, frame.moves) if frame.moves else []
    if units:
        game.pose(frame.seat, asks.MOVES, [PASS, *[MOVE_KEY + unit for unit in units]])
    else:
        game.state.frames.pop()


def begin_move(game: WargameGame, frame: Movement) -> None:
    """Let the unit move; the move is used up even if it is negated."""
    if game.state.answer == PASS:
        game.state.frames.pop()
        return
    game.go_to(frame, choose_unit)
    unit = game.state.answer - MOVE_KEY
    game.push(Move(frame.seat, unit, frame.moves))
    frame.moves -= 1


PHASE_STEPS: Final[Steps] = (
    ("movement.roll", roll_moves),
    ("movement.roll", note_moves),
    ("movement.fewer", choose_unit),
    ("movement.fewer", begin_move),
)


def movers(game: WargameGame, seat: int, moves: int) -> list[int]:
    """Return the units of a seat that may still be moved this turn, and have somewhere to go.

    Args:
        game: the game.
        seat: the seat.
        moves: how many of the rolled moves are left; switching places takes two.
    """
    moved = marks.units_with(game, game.table.rule_marks.moved)
    units = unhindered(game, [unit for unit in units_of(game, seat) if unit not in moved], "move")
    free = free_squares(game)
    found = []
    for unit in units:
        if not free.isdisjoint(steps_from(game, unit)) or _passes(game, unit) or (moves > 1 and partners(game, unit)):
            found.append(unit)
    return found


def _passes(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit that can take no step has `destinations` all the same; only who flies or leaps may have."""
    return bool(has(game, unit, "fly") or leaps_of(game, unit)) and bool(destinations(game, unit))


def steps_from(game: WargameGame, unit: int) -> tuple[int, ...]:
    """Return the squares one step from a unit: those beside it, for Spirits all around it (movement.path)."""
    start = square_of(game, unit)
    return around(start) if is_a(game, unit, "spirit") else beside(start)


def _movable(game: WargameGame, unit: int) -> bool:
    """Tell whether a unit has not moved this turn, and nothing forbids it to."""
    return not marks.has_moved(game, unit) and not forbidden(game, unit, "move")


# where to


def destinations(game: WargameGame, unit: int) -> list[int]:
    """Return the squares to which a unit may move, nearest first, then those to which it may leap (movement.spaces)."""
    start = square_of(game, unit)
    found = list(paths(game, unit))
    kinds = leaps_of(game, unit)
    if kinds:
        left = sorted(free_squares(game).difference(found, (start,)))
        found += [square for square in left if "any" in kinds or kind_at(game, square) in kinds]
    return found


@kept
def paths(game: WargameGame, unit: int) -> dict[int, tuple[int, ...]]:
    """Return the ways of a unit to all squares where it may end its move: the safest of the shortest (movement.path).

    Nobody moves through units but flyers; nobody over Block tokens (wargame.63); Spirits step diagonally too.
    """
    start = square_of(game, unit)
    flying = has(game, unit, "fly")
    step = around if is_a(game, unit, "spirit") else beside
    blocked = marks.squares_with(game, game.table.rule_marks.block)
    ways: dict[int, tuple[int, ...]] = {start: ()}
    edge = [start]
    for _ in range(steps_of(game, unit)):
        reached: dict[int, tuple[int, ...]] = {}
        for square in edge:
            for following in step(square):
                if following in ways or following in blocked:
                    continue
                if unit_at(game, following) != NONE and not flying:
                    continue
                way = (*ways[square], following)
                if following not in reached or danger(game, unit, way) < danger(game, unit, reached[following]):
                    reached[following] = way
        ways.update(reached)
        edge = list(reached)
    return {square: way for square, way in ways.items() if way and unit_at(game, square) == NONE}


def danger(game: WargameGame, unit: int, way: tuple[int, ...]) -> int:
    """Return the danger of a way to a unit: the sum of `deadliness` over its squares."""
    return sum(deadliness(game, unit, square) for square in way)


def deadliness(game: WargameGame, unit: int, square: int) -> int:
    """Return the highest roll at which entering a square kills a unit; 0 if it does not (movement.deadly)."""
    tile = game.table.tile[tile_at(game, square)]
    if not tile.deadly or has(game, unit, "fly") or marks.in_ruins(game, square):
        return 0
    return 0 if has_any(game, unit, tile.spares) else int(tile.deadly)


def partners(game: WargameGame, unit: int) -> list[int]:
    """Return the friendly units beside a unit with which it may switch places (movement.switch)."""
    seat = owner(game, unit)
    start = square_of(game, unit)
    if marks.blocked(game, start):
        return []
    near = units_on(game, [square for square in beside(start) if not marks.blocked(game, square)])
    return [unit for unit in near if owner(game, unit) == seat and _movable(game, unit)]


# one move


def roll_to_leave(game: WargameGame, frame: Move) -> None:
    """Some tiles may hold a unit back (movement.mired)."""
    if hold(game, frame.unit):
        push_roll(game, frame.seat, about=frame.unit)
    else:
        game.skip_next(frame)


def hold(game: WargameGame, unit: int) -> int:
    """Return the highest roll at which its tile holds a unit back; 0 if it does not."""
    square = square_of(game, unit)
    if marks.in_ruins(game, square):
        return 0
    return int(game.table.tile[tile_at(game, square)].mires)


def held(game: WargameGame, frame: Move) -> None:
    """A failed try uses up the move (wargame.61)."""
    if last_roll(game) <= hold(game, frame.unit):
        events.HELD_BACK.tell(game, frame.seat, frame.unit)
        marks.use_move(game, frame.unit)
        game.state.frames.pop()


def choose_destination(game: WargameGame, frame: Move) -> None:
    """Choose where to, or with whom to switch places (movement.spaces, movement.switch)."""
    squares = destinations(game, frame.unit)
    options = [TO + square for square in squares]
    if frame.moves > 1:
        options += [SWAP + unit for unit in partners(game, frame.unit)]
    game.pose(frame.seat, asks.MOVE, options, tiles_on(game, TO, squares))


def announce(game: WargameGame, frame: Move) -> None:
    """The move is announced; spells may answer it (wargame.49)."""
    answer = game.state.answer
    if verb_of(answer)[0] == "swap":
        frame.partner = answer - SWAP
        frame.space = square_of(game, frame.partner)
    else:
        frame.space = answer - TO
        frame.leaping = frame.space not in paths(game, frame.unit)
    events.MOVE_ANNOUNCED.tell(game, frame.seat, frame.unit, frame.space)
    open_window(game, game.table.MOVE, game.table.ANOTHER_MOVE)


def partner_leaves(game: WargameGame, frame: Move) -> None:
    """The unit it switches places with must still be beside it, and able to leave as well (wargame.60, wargame.95)."""
    marks.use_move(game, frame.unit)
    off = frame.negated or not on_map(game, frame.unit)
    swapping = frame.partner != NONE
    if off or (swapping and frame.partner not in partners(game, frame.unit)):
        game.state.frames.pop()
    elif swapping:
        marks.use_move(game, frame.partner)
        use_second_move(game)
        frame.partner_rolls = hold(game, frame.partner) > 0
        if frame.partner_rolls:
            push_roll(game, frame.seat, about=frame.partner)


def use_second_move(game: WargameGame) -> None:
    """Switching places uses up two of the moves that were rolled (movement.switch)."""
    phase = game.under_way(Movement)
    if phase is not None:
        phase.moves -= 1


def go(game: WargameGame, frame: Move) -> None:
    """Go square by square; each one entered has its effect (movement.deadly)."""
    unit = frame.unit
    if not on_map(game, unit) or square_of(game, unit) == frame.space:
        game.state.frames.pop()
    elif frame.partner != NONE:
        game.state.frames.pop()
        if frame.partner_rolls and last_roll(game) <= hold(game, frame.partner):
            events.HELD_BACK.tell(game, frame.seat, frame.partner)
        else:
            switch(game, unit, frame.partner)
    elif frame.leaping:
        if frame.space in destinations(game, unit):  # else what answered it has closed it (wargame.95)
            put(game, unit, frame.space)
    else:
        game.go_to(frame, go)
        way = paths(game, unit).get(frame.space)
        if way is None:  # what happened on the way has closed it
            game.state.frames.pop()
        else:
            put(game, unit, way[0])


MOVE_STEPS: Final[Steps] = (
    ("movement.mired", roll_to_leave),
    ("movement.mired", held),
    ("movement.spaces", choose_destination),
    ("movement.announce", announce),
    ("movement.switch", partner_leaves),
    ("movement.spaces", go),
)


# coming to a square


def put(game: WargameGame, unit: int, square: int) -> None:
    """Let a unit come to a square, by a move, a spell or whatever else, and enter it."""
    game.move_card(unit, game.table.units + square)
    events.UNIT_MOVED.tell(game, owner(game, unit), unit, square)
    enter(game, unit)


def switch(game: WargameGame, unit: int, other: int) -> None:
    """Let two units switch places; both enter where they come to."""
    table = game.table
    here, there = square_of(game, unit), square_of(game, other)
    game.move_card(unit, table.drawn + owner(game, unit))  # aside for a moment: a square holds one unit
    game.move_card(other, table.units + here)
    game.move_card(unit, table.units + there)
    events.UNIT_MOVED.tell(game, owner(game, unit), unit, there)
    events.UNIT_MOVED.tell(game, owner(game, other), other, here)
    enter(game, other)
    enter(game, unit)


def enter(game: WargameGame, unit: int) -> None:
    """Let what entering a square does happen to a unit."""
    if deadliness(game, unit, square_of(game, unit)):
        game.push(Enter(owner(game, unit), unit))


def roll_to_enter(game: WargameGame, frame: Enter) -> None:
    """A ground unit rolls where entering may kill (movement.deadly)."""
    push_roll(game, frame.seat, about=frame.unit)


def survive(game: WargameGame, frame: Enter) -> None:
    """It is killed on a low roll."""
    if last_roll(game) <= deadliness(game, frame.unit, square_of(game, frame.unit)):
        kill(game, frame.unit)


ENTER_STEPS: Final[Steps] = (
    ("movement.deadly", roll_to_enter),
    ("movement.deadly", survive),
)
