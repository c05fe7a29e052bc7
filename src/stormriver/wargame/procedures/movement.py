"""The Movement Phase, and coming to other squares in any way (rules chapter `movement`)."""

from __future__ import annotations

from stormriver.kernel.ask import CARD, PASS, SPACE, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import ENTER, MOVE
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import free
from stormriver.wargame.procedures.dice import push_roll
from stormriver.wargame.procedures.forces import on_map, owner, units_of
from stormriver.wargame.procedures.grid import around, beside, kind_at, square_of, tile_at, tiles_on, unit_at
from stormriver.wargame.procedures.strength import abilities, forbidden, has, is_a, leaps_of, steps_of
from stormriver.wargame.procedures.windows import open_window
from stormriver.wargame.procedures.wounds import kill

MOVE_KEY = verb("move", CARD)
TO = verb("to", SPACE)
SWAP = verb("swap", CARD)

# Flags of a move.
NEGATED = 1
SWAPPING = 2
LEAPING = 4


# the phase


def roll_moves(game: Game, frame: Frame) -> None:
    """The Movement Roll says how many units may move (movement.roll)."""
    push_roll(game, frame.seat)


def note_moves(game: Game, frame: Frame) -> None:
    """Note how many moves there are."""
    frame.amount = frame.roll
    events.MOVES_ROLLED.tell(game, frame.seat, frame.amount)


def choose_unit(game: Game, frame: Frame) -> None:
    """Choose the next unit to move, or leave it at that (movement.fewer)."""
    units = [unit for unit in units_of(game, frame.seat) if can_move(game, unit, frame.amount)] if frame.amount else []
    if units:
        game.pose(frame.seat, "moves", [PASS, *(MOVE_KEY + unit for unit in units)])
    else:
        game.state.frames.pop()


def begin_move(game: Game, frame: Frame) -> None:
    """Let the unit move; a move is used up whatever comes of it."""
    if game.state.answer == PASS:
        game.state.frames.pop()
        return
    game.go_to(frame, choose_unit)
    unit = game.state.answer - MOVE_KEY
    game.push(Frame(MOVE, frame.seat, card=unit, amount=frame.amount))
    frame.amount -= 1


PHASE_STEPS = (
    ("movement.roll", roll_moves),
    ("movement.roll", note_moves),
    ("movement.fewer", choose_unit),
    ("movement.fewer", begin_move),
)


def can_move(game: Game, unit: int, moves: int) -> bool:
    """Tell whether a unit may still be moved this turn, and has somewhere to go.

    Args:
        game: the game.
        unit: the unit.
        moves: how many of the rolled moves are left; switching places takes two.
    """
    if not _movable(game, unit):
        return False
    return bool(destinations(game, unit)) or (moves > 1 and bool(partners(game, unit)))


def _movable(game: Game, unit: int) -> bool:
    """Tell whether a unit has not moved this turn, and nothing forbids it to."""
    return not marks.on_unit(game, unit, "moved") and not forbidden(game, unit, "move")


# where to


def destinations(game: Game, unit: int) -> list[int]:
    """Return the squares to which a unit may move, nearest first, and those to which it may leap (movement.spaces)."""
    start = square_of(game, unit)
    found = list(paths(game, unit))
    kinds = leaps_of(game, unit)
    if kinds:
        found += [
            square.number
            for square in game.table.spaces
            if square.number not in (start, *found)
            and free(game, square.number)
            and ("any" in kinds or kind_at(game, square.number) in kinds)
        ]
    return found


def paths(game: Game, unit: int) -> dict[int, tuple[int, ...]]:
    """Return the ways of a unit to all squares where it may end its move: the safest of the shortest (movement.path).

    Nobody moves through units but flyers; nobody over Block tokens (wargame.63); Spirits step diagonally too.
    """
    start = square_of(game, unit)
    flying = has(game, unit, "fly")
    step = around if is_a(game, unit, "spirit") else beside
    ways: dict[int, tuple[int, ...]] = {start: ()}
    edge = [start]
    for _ in range(steps_of(game, unit)):
        reached: dict[int, tuple[int, ...]] = {}
        for square in edge:
            for following in step(square):
                if following in ways or marks.on_square(game, following, "block"):
                    continue
                if unit_at(game, following) != NONE and not flying:
                    continue
                way = (*ways[square], following)
                if following not in reached or danger(game, unit, way) < danger(game, unit, reached[following]):
                    reached[following] = way
        ways.update(reached)
        edge = list(reached)
    return {square: way for square, way in ways.items() if way and unit_at(game, square) == NONE}


def danger(game: Game, unit: int, way: tuple[int, ...]) -> int:
    """Return how dangerous it is for a unit to enter the squares of a way."""
    return sum(deadliness(game, unit, square) for square in way)


def deadliness(game: Game, unit: int, square: int) -> int:
    """Return the highest roll at which entering a square kills a unit; 0 if it does not (movement.deadly)."""
    tile = game.table.cards[tile_at(game, square)]
    if not tile.deadly or has(game, unit, "fly") or marks.on_square(game, square, "ruin"):
        return 0
    return int(tile.deadly) if abilities(game, unit).isdisjoint(tile.spares) else 0


def partners(game: Game, unit: int) -> list[int]:
    """Return the friendly units beside a unit with which it may switch places (movement.switch)."""
    seat = owner(game, unit)
    start = square_of(game, unit)
    if marks.on_square(game, start, "block"):
        return []
    near = [unit_at(game, square) for square in beside(start) if not marks.on_square(game, square, "block")]
    return [u for u in near if u != NONE and owner(game, u) == seat and _movable(game, u)]


# one move


def roll_to_leave(game: Game, frame: Frame) -> None:
    """Some tiles may hold a unit back (movement.mired)."""
    if hold(game, frame.card):
        push_roll(game, frame.seat, about=frame.card)
    else:
        game.skip_next(frame)


def hold(game: Game, unit: int) -> int:
    """Return the highest roll at which its tile holds a unit back; 0 if it does not."""
    square = square_of(game, unit)
    if marks.on_square(game, square, "ruin"):
        return 0
    return int(game.table.cards[tile_at(game, square)].mires)


def held(game: Game, frame: Frame) -> None:
    """A failed try uses up the move (wargame.61)."""
    if frame.roll <= hold(game, frame.card):
        events.HELD_BACK.tell(game, frame.seat, frame.card)
        marks.put_on_unit(game, frame.card, "moved", 1, TURN_END)
        game.state.frames.pop()


def choose_destination(game: Game, frame: Frame) -> None:
    """Choose where to, or with whom to switch places (movement.spaces, movement.switch)."""
    squares = destinations(game, frame.card)
    options = [TO + square for square in squares]
    if frame.amount > 1:
        options += [SWAP + unit for unit in partners(game, frame.card)]
    game.pose(frame.seat, "move", options, tiles_on(game, TO, squares))


def announce(game: Game, frame: Frame) -> None:
    """The move is announced; spells may answer it (wargame.49)."""
    answer = game.state.answer
    if verb_of(answer)[0] == "swap":
        frame.target = answer - SWAP
        frame.space = square_of(game, frame.target)
        frame.flags |= SWAPPING
    else:
        frame.space = answer - TO
        if frame.space not in paths(game, frame.card):
            frame.flags |= LEAPING
    events.MOVE_ANNOUNCED.tell(game, frame.seat, frame.card, frame.space)
    open_window(game, game.table.MOVE, game.table.ANOTHER_MOVE)


def partner_leaves(game: Game, frame: Frame) -> None:
    """The unit it switches places with must still be beside it, and able to leave as well (wargame.60, wargame.95)."""
    marks.put_on_unit(game, frame.card, "moved", 1, TURN_END)
    off = frame.flags & NEGATED or not on_map(game, frame.card)
    swapping = frame.flags & SWAPPING
    if off or (swapping and frame.target not in partners(game, frame.card)):
        game.state.frames.pop()
    elif swapping:
        marks.put_on_unit(game, frame.target, "moved", 1, TURN_END)
        game.state.frames[-2].amount -= 1
        if hold(game, frame.target):
            push_roll(game, frame.seat, about=frame.target)
            return
    frame.roll = 6  # nothing holds it


def go(game: Game, frame: Frame) -> None:
    """Go square by square; whatever is entered has its effect (movement.deadly)."""
    unit = frame.card
    if not on_map(game, unit) or square_of(game, unit) == frame.space:
        game.state.frames.pop()
    elif frame.flags & SWAPPING:
        game.state.frames.pop()
        if frame.roll > hold(game, frame.target):
            switch(game, unit, frame.target)
        else:
            events.HELD_BACK.tell(game, frame.seat, frame.target)
    elif frame.flags & LEAPING:
        if frame.space in destinations(game, unit):  # else what answered it has closed it (wargame.95)
            put(game, unit, frame.space)
    else:
        game.go_to(frame, go)
        way = paths(game, unit).get(frame.space)
        if way is None:  # what happened on the way has closed it
            game.state.frames.pop()
        else:
            put(game, unit, way[0])


MOVE_STEPS = (
    ("movement.mired", roll_to_leave),
    ("movement.mired", held),
    ("movement.spaces", choose_destination),
    ("movement.announce", announce),
    ("movement.switch", partner_leaves),
    ("movement.spaces", go),
)


# coming to a square


def put(game: Game, unit: int, square: int) -> None:
    """Let a unit come to a square, by a move, a spell or whatever else, and enter it."""
    game.move_card(unit, game.table.units + square)
    events.UNIT_MOVED.tell(game, owner(game, unit), unit, square)
    enter(game, unit)


def switch(game: Game, unit: int, other: int) -> None:
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


def enter(game: Game, unit: int) -> None:
    """Let what entering a square does happen to a unit."""
    if deadliness(game, unit, square_of(game, unit)):
        game.push(Frame(ENTER, owner(game, unit), card=unit))


def roll_to_enter(game: Game, frame: Frame) -> None:
    """A ground unit rolls where entering may kill (movement.deadly)."""
    push_roll(game, frame.seat, about=frame.card)


def survive(game: Game, frame: Frame) -> None:
    """It is killed on a low roll."""
    if frame.roll <= deadliness(game, frame.card, square_of(game, frame.card)):
        kill(game, frame.card)


ENTER_STEPS = (
    ("movement.deadly", roll_to_enter),
    ("movement.deadly", survive),
)
