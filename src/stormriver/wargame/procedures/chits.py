"""Chits drawn from cups, placed on the map, stacked and discarded."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, SPACE, verb
from stormriver.kernel.errors import EngineError
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.columns import NEUTRAL, SIDES
from stormriver.wargame.model.frames import HOLD, INTO_HAND, KEEP_ONE, PUT_IN_PLAY, Draw, Equip, Place
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures.forces import stack, take_control, units_of
from stormriver.wargame.procedures.grid import beside, free_squares, square_of, tiles_on
from stormriver.wargame.procedures.marks import found
from stormriver.wargame.procedures.openings import open_window
from stormriver.wargame.procedures.strength import carriers_for

ON: Final = verb("on", SPACE)
TO: Final = verb("give", CARD)
KEEP: Final = verb("keep", CARD)


def draw(game: WargameGame, seat: int, cup: str, count: int = 1, then: int = PUT_IN_PLAY) -> None:
    """Let a seat draw chits from a cup, and put them in play, keep one of them or take them in hand."""
    game.push(Draw(seat, game.table.cup[cup], count, then))


def top(game: WargameGame, cup: int) -> int:
    """Return the chit that comes next from a cup, refilled from its pile if it is empty; NONE if there is none."""
    state = game.state
    if not state.zones[cup]:
        for card in state.zones[spent_of(game, cup)]:
            game.move_card(card, cup)
        game.shuffle(cup)
    return state.zones[cup][-1] if state.zones[cup] else NONE


def spent_of(game: WargameGame, cup: int) -> int:
    """Return the zone of the spent chits of a cup."""
    table = game.table
    for name, zone in table.cup.items():
        if zone == cup:
            return int(table.spent[name])
    raise EngineError("no cup is zone {cup}", cup=cup)


def discard(game: WargameGame, card: int, seat: int = NONE) -> None:
    """Put a chit on the pile of its cup; what is stacked with a unit and its marks go as well (wounds.discard)."""
    table = game.table
    if card in table.unit_number:
        for other in stack(game, card):
            discard(game, other, seat)
    for mark in found(game, table.subject_of_card(card)):
        game.unmark(mark)
    game.move_card(card, table.spent[table.cards[card].deck], seat)


# drawing


def draw_next(game: WargameGame, frame: Draw) -> None:
    """Draw the next chit, for all to see unless it is a spell (recruit.draw, magic.draw)."""
    if frame.count == 0:
        game.go_to(frame, choose_one)
        return
    card = top(game, frame.cup)
    if card == NONE:
        frame.count = 0
        game.go_to(frame, choose_one)
        return
    hidden = frame.then == INTO_HAND
    game.move_card(card, (game.table.hand if hidden else game.table.drawn) + frame.seat, frame.seat)
    if hidden:
        events.SPELL_DRAWN.tell(game, frame.seat)
    else:
        events.CHIT_DRAWN.tell(game, frame.seat, card)
    frame.shown = True
    frame.count -= 1


def let_redraw(game: WargameGame, frame: Draw) -> None:
    """A player with Fate may have their chit drawn anew, once (fate.redraw)."""
    if frame.stands:
        frame.stands = False
    else:
        open_window(game, game.table.DRAWN, only=frame.seat)


def go_on_drawing(game: WargameGame, frame: Draw) -> None:
    """Draw until there are as many as wanted."""
    game.restart(frame)


def just_drawn(game: WargameGame, frame: Draw) -> int:
    """Return the chit last drawn, which is the last one of its zone; NONE if it was put back."""
    zone = (game.table.hand if frame.then == INTO_HAND else game.table.drawn) + frame.seat
    return int(game.state.zones[zone][-1]) if frame.shown else NONE


def put_back(game: WargameGame, frame: Draw) -> None:
    """Put the chit just drawn back into its cup, mix it, and draw another one, which stands (wargame.90)."""
    game.move_card(just_drawn(game, frame), frame.cup, frame.seat)
    game.shuffle(frame.cup)
    frame.shown = False
    frame.count += 1
    frame.stands = True


def choose_one(game: WargameGame, frame: Draw) -> None:
    """Of chits that are bought one is kept (recruit.buy)."""
    cards = game.state.zones[game.table.drawn + frame.seat]
    if frame.then == KEEP_ONE and len(cards) > 1:
        game.pose(frame.seat, asks.KEEP, [KEEP + card for card in cards])
    else:
        game.state.answer = NONE


def bring_into_play(game: WargameGame, frame: Draw) -> None:
    """Spend what is not kept, and bring the others into play: units onto the map, items to characters."""
    kept = game.state.answer - KEEP if game.state.answer != NONE else NONE
    game.state.frames.pop()
    if frame.then == HOLD:
        return
    for card in game.state.zones[game.table.drawn + frame.seat]:
        if kept not in (NONE, card):
            discard(game, card, frame.seat)
    for card in reversed(game.state.zones[game.table.drawn + frame.seat]):
        game.push(Place(frame.seat, card) if card in game.table.unit_number else Equip(frame.seat, card))


DRAW_STEPS: Final[Steps] = (
    ("recruit.draw", draw_next),
    ("fate.redraw", let_redraw),
    ("recruit.draw", go_on_drawing),
    ("recruit.buy", choose_one),
    ("recruit.draw", bring_into_play),
)


# placing a unit


def squares_for(game: WargameGame, seat: int, unit: int, deploying: bool = False) -> list[int]:
    """Return the squares where a unit may be placed (recruit.place, setup.deploy).

    Any empty tile of the player's alignment; for a recruited neutral unit also a neutral tile beside one of their
    units.
    """
    found = free_at_home(game, seat)
    if game.table.unit[unit].side == NEUTRAL and not deploying:
        found += free_beside(game, seat)
    return found


def free_at_home(game: WargameGame, seat: int) -> list[int]:
    """Return the squares of a seat's own region to which a unit could come."""
    spaces = game.table.spaces
    return [square for square in sorted(free_squares(game)) if spaces[square].side == SIDES[seat]]


def free_beside(game: WargameGame, seat: int) -> list[int]:
    """Return the neutral squares beside units of a seat to which a unit could come."""
    table = game.table
    near = {other for mine in units_of(game, seat) for other in beside(square_of(game, mine))}
    return [square for square in sorted(near & free_squares(game)) if table.spaces[square].side == NEUTRAL]


def choose_square(game: WargameGame, frame: Place) -> None:
    """Choose where the unit is placed; with no tile free it is discarded (wargame.87)."""
    squares = squares_for(game, frame.seat, frame.unit, frame.deploying)
    if squares:
        game.pose(frame.seat, asks.PLACE, [ON + square for square in squares], tiles_on(game, ON, squares))
    else:
        game.state.frames.pop()
        events.NO_ROOM.tell(game, frame.seat, frame.unit)
        discard(game, frame.unit, frame.seat)


def place(game: WargameGame, frame: Place) -> None:
    """Put the unit there, with a chit that shows who controls it; being placed is not entering (wargame.25)."""
    game.state.frames.pop()
    square = game.state.answer - ON
    game.move_card(frame.unit, game.table.units + square, frame.seat)
    if game.table.unit[frame.unit].side == NEUTRAL:
        take_control(game, frame.unit, frame.seat)
    events.UNIT_PLACED.tell(game, frame.seat, frame.unit, square)


PLACE_STEPS: Final[Steps] = (
    ("recruit.place", choose_square),
    ("recruit.place", place),
)


# stacking an item


def choose_carrier(game: WargameGame, frame: Equip) -> None:
    """An item goes to a character at once; if none may carry it, it is discarded (items.stack, wargame.3)."""
    carriers = carriers_for(game, frame.seat, frame.item)
    if carriers:
        game.pose(frame.seat, asks.EQUIP, [TO + unit for unit in carriers])
    else:
        game.state.frames.pop()
        events.NOBODY_CAN_USE.tell(game, frame.seat, frame.item)
        discard(game, frame.item, frame.seat)


def equip(game: WargameGame, frame: Equip) -> None:
    """Stack the item with the character."""
    game.state.frames.pop()
    give(game, game.state.answer - TO, frame.item)


def give(game: WargameGame, unit: int, card: int) -> None:
    """Stack an item, curse or boon with a unit."""
    game.move_card(card, game.table.stacks + game.table.unit_number[unit])
    events.STACKED.tell(game, NONE, unit, card)


EQUIP_STEPS: Final[Steps] = (
    ("items.stack", choose_carrier),
    ("items.stack", equip),
)
